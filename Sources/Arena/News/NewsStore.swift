import Core

/// News that wait in `arena.db` for the outbox of `state.db`.
struct NewsStore: Sendable {
    let database: Database

    init(database: Database) {
        self.database = database
    }

    /// Of one person.
    static let mostOfPerson = 100
    /// Of all.
    static let most = 20_000

    /// The oldest, in their order.
    func next(most: Int) async throws(SQLiteError) -> [NewsRow] {
        try await database.read("read news") { db throws(SQLiteError) in
            try db.rows(
                "SELECT \(NewsRow.columns) FROM news ORDER BY id LIMIT ?1",
                .integer(Int64(most))
            ) { row throws(SQLiteError) in try NewsRow(row) }
        }
    }

    /// Deletes what the outbox has: these rows and all before them.
    func delete(_ rows: [NewsRow]) async throws(SQLiteError) {
        guard let last = rows.last else { return }
        try await database.write("delete news") { db throws(SQLiteError) in
            try db.execute("DELETE FROM news WHERE id <= ?1", .integer(last.id))
        }
        // What says that a player was deleted names it once more: now it is in no file.
        if rows.contains(where: { $0.person == NewsTable.everybody }) { try await database.emptyLog() }
    }

    /// The numbers of the oldest and the newest; nil: none waits.
    func range() async throws(SQLiteError) -> ClosedRange<Int64>? {
        let ends = try await database.read("count news") { db throws(SQLiteError) in
            try db.first("SELECT (SELECT min(id) FROM news), (SELECT max(id) FROM news)") {
                row throws(SQLiteError) in (try row.optionalNumber(0), try row.optionalNumber(1))
            }
        }
        guard case .some((let first?, let last?)) = ends, first <= last else { return nil }
        return first...last
    }

    /// Drops the oldest of whoever has too many, and of all; how many were.
    func trim() async throws(SQLiteError) -> Int {
        try await database.write("trim news") { db throws(SQLiteError) in
            try db.execute(
                """
                DELETE FROM news WHERE id IN (SELECT id FROM
                    (SELECT id, row_number() OVER (PARTITION BY person ORDER BY id DESC) AS turn FROM news)
                    WHERE turn > ?1)
                """,
                .integer(Int64(NewsStore.mostOfPerson))
            )
            let ofPersons = db.changes
            try db.execute(
                "DELETE FROM news WHERE id <= (SELECT id FROM news ORDER BY id DESC LIMIT 1 OFFSET ?1)",
                .integer(Int64(NewsStore.most))
            )
            return ofPersons + db.changes
        }
    }
}

/// Says when what waits is to be thinned out, while the outbox takes nothing: each time that as many have come as one
/// person may have waiting, because that reads all of them.
struct NewsBound: Hashable, Sendable {
    /// The newest number when it last was.
    private var looked: Int64 = 0

    init() {}

    mutating func isDue(_ range: ClosedRange<Int64>) -> Bool {
        let most = Int64(NewsStore.mostOfPerson)
        // A file that was put aside begins again with 1.
        if range.upperBound < looked { looked = 0 }
        guard range.upperBound - range.lowerBound >= most, range.upperBound - looked >= most else {
            return false
        }
        looked = range.upperBound
        return true
    }
}
