/// One step of a database's structure, applied once and then remembered by its name.
///
/// Append only: a released migration is never edited, renamed or removed (a test pins their texts); a change is a new
/// one. Names begin with the feature that owns the tables, `realms/1`, so that several features share a file.
package struct Migration: Hashable, Sendable {
    package let name: String
    /// Statements, run in one transaction with the note that they ran.
    package let sql: String

    package init(_ name: String, _ sql: String) {
        self.name = name
        self.sql = sql
    }
}

/// Brings a file to the structure this release works with.
struct Migrator {
    let migrations: [Migration]

    private static let ledger =
        "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID"

    /// Applies what is missing, each in a transaction of its own, and returns their names.
    ///
    /// The file is only written to once it is clear that no newer release made it, and that something made it if it is
    /// expected to hold something.
    func migrate(_ handle: ConnectionHandle, isExpected: Bool = false) throws(DatabaseError) -> [String] {
        let applied = try Migrator.refusing { () throws(SQLiteError) in try Migrator.applied(on: handle) }
        guard !isExpected || !applied.isEmpty else {
            throw .lost(path: handle.path, detail: "holds nothing")
        }
        let unknown = unknown(among: applied)
        guard unknown.isEmpty else { throw .newerRelease(path: handle.path, migrations: unknown) }
        let missing = migrations.filter { !applied.contains($0.name) }
        for migration in missing {
            try Migrator.refusing { () throws(SQLiteError) in try Migrator.apply(migration, on: handle) }
        }
        return missing.map(\.name)
    }

    /// Names of migrations that only a newer release knows; the file is only read.
    func unknown(on handle: ConnectionHandle) throws(SQLiteError) -> [String] {
        unknown(among: try Migrator.applied(on: handle))
    }

    private func unknown(among applied: [String]) -> [String] {
        applied.filter { name in !migrations.contains { $0.name == name } }
    }

    private static func refusing<Value>(_ body: () throws(SQLiteError) -> Value) throws(DatabaseError)
        -> Value
    {
        do throws(SQLiteError) {
            return try body()
        } catch {
            throw .refused(error)
        }
    }

    static func applied(on handle: ConnectionHandle) throws(SQLiteError) -> [String] {
        let connection = Connection(handle)
        let exists = try connection.first("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'") {
            row throws(SQLiteError) in try row.integer(0)
        }
        guard exists != nil else { return [] }
        return try connection.rows("SELECT name FROM migrations ORDER BY name") {
            row throws(SQLiteError) in try row.text(0)
        }
    }

    static func apply(_ migration: Migration, on handle: ConnectionHandle) throws(SQLiteError) {
        let connection = Connection(handle)
        try connection.execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            try handle.run(script: ledger)
            try handle.run(script: migration.sql)
            try connection.execute("INSERT INTO migrations (name) VALUES (?1)", .text(migration.name))
            try connection.execute("COMMIT")
        } catch {
            handle.rollBack()
            throw error
        }
    }
}
