/// Which files of features there have been, as `state.db` remembers it: one that is missing later is a loss, and no first start.
package struct KnownFiles: Sendable {
    private let database: Database

    /// The database must have been opened with these `tables`.
    package init(database: Database) {
        self.database = database
    }

    package static let tables = StateTables(
        migrations: [
            Migration("files/1", "CREATE TABLE known_files (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID")
        ],
        bounds: [.init("known_files", "length(CAST(name AS BLOB)) > 64", "name is no file's")]
    )

    /// Those that were there.
    package func names() async throws(SQLiteError) -> Set<String> {
        let names = try await database.read("read known files") { db throws(SQLiteError) in
            try db.rows("SELECT name FROM known_files") { row throws(SQLiteError) in try row.text(0) }
        }
        return Set(names)
    }

    /// Those that a copy of `state.db` names, which may be of a release that knew of none.
    package static func names(inCopy path: String) throws(SQLiteError) -> Set<String> {
        let handle = try ConnectionHandle(path: path, access: .readOnly)
        defer { handle.close() }
        let isThere = try Connection(handle).first("SELECT 1 FROM sqlite_schema WHERE name = 'known_files'") {
            _ in true
        }
        guard isThere != nil else { return [] }
        return Set(
            try Connection(handle).rows("SELECT name FROM known_files") { row throws(SQLiteError) in
                try row.text(0)
            }
        )
    }

    /// From now on it is missed; its name in the folder must be durable.
    package func add(_ name: String) async throws(SQLiteError) {
        try await database.write("know a file") { db throws(SQLiteError) in
            try db.execute("INSERT OR IGNORE INTO known_files (name) VALUES (?1)", .text(name))
        }
    }

    /// None is missed any more: whatever is there is known again when it is opened.
    package func forget() async throws(SQLiteError) {
        try await database.write("forget known files") { db throws(SQLiteError) in
            try db.execute("DELETE FROM known_files")
        }
    }
}
