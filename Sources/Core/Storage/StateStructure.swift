/// Whether the tables of a file that came from elsewhere are exactly those that its own list of migrations makes.
///
/// A sound file may still refuse the next write for ever, or the next start: by a constraint or an index of somebody else's,
/// or because its list of migrations lacks one, which would be applied a second time.
struct StateStructure {
    let handle: ConnectionHandle
    let migrations: [Migration]

    /// A table or an index.
    private struct Definition: Hashable {
        let name: String
        /// The table on which an index lies; a table's own name.
        let table: String
        /// As whoever made it wrote it; nil: SQLite made it by itself, as its table asks for.
        let sql: String?
    }

    /// Throws for the first thing that no release makes.
    func check() throws(SQLiteError) {
        let applied = Set(try Migrator.applied(on: handle))
        try checkOrder(applied)
        let model = try definitions(of: migrations.filter { applied.contains($0.name) })
        let own = Set(try definitions(of: migrations).map(\.name))
        let tables = Set(model.map(\.table))
        let expected = Dictionary(model.map { ($0.name, $0) }) { first, _ in first }
        for found in try StateStructure.definitions(handle)
        where tables.contains(found.table) || own.contains(found.name) {
            guard expected[found.name] == found else {
                throw damage("\(found.name) in it is not what its list of migrations makes")
            }
        }
    }

    /// A feature's migrations are applied one after the other, so that what comes after a missing one is a contradiction.
    private func checkOrder(_ applied: Set<String>) throws(SQLiteError) {
        var missing: [Substring: String] = [:]
        for migration in migrations {
            let feature = migration.name.prefix { $0 != "/" }
            if !applied.contains(migration.name) {
                missing[feature] = missing[feature] ?? migration.name
            } else if let gap = missing[feature] {
                throw damage("its list of migrations has \(migration.name) and lacks \(gap)")
            }
        }
    }

    private func definitions(of migrations: [Migration]) throws(SQLiteError) -> [Definition] {
        let model = try ConnectionHandle(path: ":memory:")
        defer { model.close() }
        for migration in migrations { try Migrator.apply(migration, on: model) }
        return try StateStructure.definitions(model)
    }

    private static func definitions(_ handle: ConnectionHandle) throws(SQLiteError) -> [Definition] {
        let connection = Connection(handle)
        return try connection.rows("SELECT name, tbl_name, sql FROM sqlite_schema") {
            row throws(SQLiteError) in
            Definition(name: try row.text(0), table: try row.text(1), sql: try row.optionalText(2))
        }
    }

    private func damage(_ message: String) -> SQLiteError {
        SQLiteError(code: .corrupt, message: message, path: handle.path)
    }
}
