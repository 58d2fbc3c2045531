/// `state.db` for those who are not the appliance: copies of it, and the question whether a file could be one.
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
    package static func check(_ path: String) throws(DatabaseError) {
        let unknown: [String]
        do throws(SQLiteError) {
            let handle = try ConnectionHandle(path: path, access: .readOnly)
            defer { handle.close() }
            try checkStructure(handle)
            unknown = try Migrator(migrations: StateDatabase.migrations).unknown(on: handle)
        } catch {
            guard error.code.isDamage else { throw .refused(error) }
            throw .damaged(path: path, detail: error.message)
        }
        guard unknown.isEmpty else { throw .newerRelease(path: path, migrations: unknown) }
    }

    private static func checkStructure(_ handle: ConnectionHandle) throws(SQLiteError) {
        let connection = Connection(handle)
        let verdict = try connection.rows("PRAGMA integrity_check(1)") { row throws(SQLiteError) in
            try row.text(0)
        }
        guard verdict == ["ok"] else {
            throw SQLiteError(code: .corrupt, message: verdict.first ?? "no verdict", path: handle.path)
        }
    }
}
