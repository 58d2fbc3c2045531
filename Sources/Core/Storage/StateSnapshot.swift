/// Databases for those who are not the appliance: copies of them, and the question whether a file could be one.
///
/// Every call blocks.
package enum StateSnapshot {
    /// Copies the database at `path`, which may be in use, to `copy`, which must not exist.
    package static func copy(_ path: String, to copy: String) throws(SQLiteError) {
        let handle = try ConnectionHandle(path: path, access: .existing)
        defer { handle.close() }
        try handle.run(script: "PRAGMA trusted_schema = OFF")
        try BackupFile(path: copy).write(from: handle)
    }

    /// Checks that the file at `path` is a whole database that this release can open.
    ///
    /// `tables`: what is in it. `comesFromElsewhere`: that its tables are exactly those, and each value is one that this
    /// release could have stored, too. A copy of the appliance's own is never refused for a value: its owner needs it most
    /// when something is odd.
    package static func check(
        _ path: String,
        _ tables: StateTables,
        comesFromElsewhere: Bool
    ) throws(DatabaseError) {
        let unknown: [String]
        do throws(SQLiteError) {
            // SQLite leaves conditions of columns out of a schema that it reads from a file which it may not write
            // (sqlite3AddCheckConstraint in its build.c); a copy that is about to be restored is ours.
            let handle = try ConnectionHandle(path: path, access: comesFromElsewhere ? .queryOnly : .readOnly)
            defer { handle.close() }
            try checkStructure(handle)
            try refuseWhatRunsByItself(handle)
            unknown = try Migrator(migrations: tables.migrations).unknown(on: handle)
            if unknown.isEmpty {
                if comesFromElsewhere {
                    try StateStructure(handle: handle, migrations: tables.migrations).check()
                }
                try checkTables(handle, tables.migrations)
                if comesFromElsewhere { try StateBounds.check(handle, tables.bounds) }
            }
        } catch {
            guard error.code.isDamage else { throw .refused(error) }
            throw .damaged(path: path, detail: error.message)
        }
        guard unknown.isEmpty else { throw .newerRelease(path: path, migrations: unknown) }
    }

    /// Makes a checked copy a state of its own, before it takes the place of another: one file without companions.
    ///
    /// What it held before it holds after a kill in between as well.
    package static func renew(_ path: String, _ tables: StateTables) throws(SQLiteError) {
        let handle = try ConnectionHandle(path: path, access: .existing)
        defer { handle.close() }
        // It is about to be moved, and may keep a write-ahead log, as its maker liked.
        try handle.run(script: "PRAGMA trusted_schema = OFF; PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE")
        defer { handle.rollBack() }
        let applied = try Migrator.applied(on: handle)
        for renewal in tables.renewals where applied.contains(renewal.migration) {
            try handle.run(script: renewal.sql)
        }
        try handle.run(script: "COMMIT")
    }

    /// Views and triggers: no release makes any, and what they do would be done by whoever opens the file.
    private static func refuseWhatRunsByItself(_ handle: ConnectionHandle) throws(SQLiteError) {
        let connection = Connection(handle)
        let found = try connection.first(
            "SELECT name FROM sqlite_schema WHERE type IN ('view', 'trigger') ORDER BY name"
        ) { row throws(SQLiteError) in try row.text(0) }
        guard found == nil else {
            throw damage("it has a view or a trigger, and watchpost makes neither", handle)
        }
    }

    /// Whether it has the tables that its own list of migrations makes, and every row leads to one that is there.
    private static func checkTables(
        _ handle: ConnectionHandle,
        _ migrations: [Migration]
    ) throws(SQLiteError) {
        let applied = try Migrator.applied(on: handle)
        guard !applied.isEmpty else { throw damage("it holds nothing from watchpost", handle) }
        let model = try ConnectionHandle(path: ":memory:")
        defer { model.close() }
        for migration in migrations where applied.contains(migration.name) {
            try Migrator.apply(migration, on: model)
        }
        // A table of the owner's own harms nobody.
        let missing = Set(try objects(model)).subtracting(try objects(handle)).sorted()
        guard missing.isEmpty else {
            throw damage("it lacks \(missing.joined(separator: ", "))", handle)
        }
        let connection = Connection(handle)
        let dangling = try connection.first("PRAGMA foreign_key_check") { row throws(SQLiteError) in
            try row.text(0)
        }
        guard dangling == nil else { throw damage("rows of it lead to rows that are not there", handle) }
    }

    /// Tables and indices by name; SQLite keeps some of its own.
    private static func objects(_ handle: ConnectionHandle) throws(SQLiteError) -> [String] {
        let connection = Connection(handle)
        return try connection.rows(
            "SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY 1"
        ) { row throws(SQLiteError) in try row.text(0) }
    }

    private static func damage(_ message: String, _ handle: ConnectionHandle) -> SQLiteError {
        SQLiteError(code: .corrupt, message: message, path: handle.path)
    }

    private static func checkStructure(_ handle: ConnectionHandle) throws(SQLiteError) {
        let connection = Connection(handle)
        let verdict = try connection.rows("PRAGMA integrity_check(1)") { row throws(SQLiteError) in
            try row.text(0)
        }
        guard verdict == ["ok"] else {
            throw damage(verdict.first.map(StateBounds.words) ?? "no verdict", handle)
        }
    }
}
