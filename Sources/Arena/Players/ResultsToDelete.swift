import Core

/// Results of installations that are to go, by their numbers.
///
/// The ledger has no index of installations, which each result would pay for (see `ArenaDatabase.results`). So all of it is
/// looked through once, however many installations they are: before the write that deletes them, beside all other writes and
/// in steps. The write looks at what came since.
struct ResultsToDelete: Sendable {
    /// Of each installation that was looked for, the numbers of its results.
    private var results: [Int64: [Int64]] = [:]
    /// All up to this number were looked at.
    private var end: Int64 = 0

    /// Results of one look.
    private static let step: Int64 = 20_000

    /// Looks for the results of installations (their rows), as they are at its first step.
    static func ahead(
        _ database: Database,
        _ installs: @Sendable (borrowing Connection) throws(SQLiteError) -> Set<Int64>
    ) async throws(SQLiteError) -> ResultsToDelete {
        let (begun, newest) = try await database.readStep("look whose results go") {
            db throws(SQLiteError) -> (ResultsToDelete, Int64) in
            var found = ResultsToDelete()
            for install in try installs(db) where try hasPlayed(install, db) { found.results[install] = [] }
            return (found, try ResultTable.newest(db))
        }
        guard !begun.results.isEmpty else { return begun }
        var found = begun
        while found.end < newest {
            let before = found
            found = try await database.readStep("look for results that go") { db throws(SQLiteError) in
                var next = before
                try next.lookOn(upTo: newest, db)
                return next
            }
        }
        return found
    }

    /// The installations with which a player goes: its own, and those of guests who play for it.
    static func installs(of player: Int64, _ db: borrowing Connection) throws(SQLiteError) -> [Int64] {
        try db.rows(
            """
            SELECT id FROM installs
            WHERE player IN (SELECT ?1 UNION ALL SELECT id FROM players WHERE merged_into = ?1) ORDER BY id
            """,
            .integer(player)
        ) { row throws(SQLiteError) in try row.integer(0) }
    }

    /// Deletes the results of these installations, with their flags; one that came since `ahead`, or was never looked for, is
    /// looked for now.
    func delete(of installs: [Int64], _ db: borrowing Connection) throws(SQLiteError) {
        var wanted: Set<Int64> = []
        for install in installs where try ResultsToDelete.hasPlayed(install, db) { wanted.insert(install) }
        guard !wanted.isEmpty else { return }
        var found = self
        // One that plays for the player since then, or has sent its first result: all of the ledger may have some.
        if wanted.contains(where: { results[$0] == nil }) {
            found = ResultsToDelete()
            for install in wanted { found.results[install] = [] }
        }
        let newest = try ResultTable.newest(db)
        while found.end < newest { try found.lookOn(upTo: newest, db) }
        for install in wanted {
            for number in found.results[install] ?? [] {
                try db.execute(ResultsToDelete.deletion, .integer(number))
            }
        }
    }

    static let deletion = "DELETE FROM results WHERE seq = ?1"
    static let range = "SELECT seq, install FROM results WHERE seq > ?1 AND seq <= ?2 ORDER BY seq LIMIT ?3"

    /// Looks at the next results, `step` at most: their numbers may lie far apart in a file that others wrote.
    private mutating func lookOn(upTo last: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        // No list is changed within the reading of a row: that ends the compiler of Swift 6.0.3.
        let read = try db.rows(
            ResultsToDelete.range,
            .integer(end),
            .integer(last),
            .integer(ResultsToDelete.step)
        ) { row throws(SQLiteError) in (number: try row.integer(0), install: try row.integer(1)) }
        for one in read where results[one.install] != nil { results[one.install]?.append(one.number) }
        let isDone = Int64(read.count) < ResultsToDelete.step
        end = isDone ? last : read.last?.number ?? last
    }

    /// One that never sent a result has none, and nobody looks for it: strangers make many of those.
    private static func hasPlayed(_ install: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        let found = try db.first(
            """
            SELECT 1 FROM installs
            WHERE id = ?1 AND (played > 0 OR EXISTS (SELECT 1 FROM standings WHERE install = ?1))
            """,
            .integer(install)
        ) { _ in true }
        return found ?? false
    }
}
