import Core

/// A player's own results on a board.
struct OwnResults: Hashable, Sendable {
    /// Newest first.
    let newest: [LedgerResult]
    /// Best first, of those that count.
    let best: [LedgerResult]
}

extension ResultLedger {
    /// A player's newest and best results on each of some boards, by their rows; boards without any are left out.
    ///
    /// Held and hidden ones are among the newest, also where nothing else of the player counts. Those of the last months are
    /// whole; of older ones nothing is said.
    func own(
        _ player: Int64,
        on boards: [GameBoard]
    ) async throws(SQLiteError) -> [Int64: OwnResults] {
        try await database.read("own results") { db throws(SQLiteError) in
            var found: [Int64: OwnResults] = [:]
            let rest = try ResultLedger.rest(of: player, db) + ResultLedger.aside(of: player, db)
            for board in boards {
                let noted = try ResultLedger.noted(player, on: board.id, db)
                let results = noted + rest.filter { $0.board == board.id && $0.sequence > board.allAfter }
                guard !results.isEmpty else { continue }
                found[board.id] = OwnResults(results, isAscending: board.rules.isAscending)
            }
            return found
        }
    }

    /// By the player's few installations: SQLite would else look at every standing of the board (`CROSS JOIN` keeps the order).
    static let notedQuery = """
        SELECT recent FROM installs CROSS JOIN standings ON standings.install = installs.id AND season = 0 AND board = ?2
        WHERE player = ?1 AND recent IS NOT NULL
        """

    /// Folded ones, as far as they are kept.
    private static func noted(_ player: Int64, on board: Int64, _ db: borrowing Connection)
        throws(SQLiteError) -> [LedgerResult]
    {
        let lists = try db.rows(notedQuery, .integer(player), .integer(board)) { row throws(SQLiteError) in
            RecentResults(try row.blob(0)) ?? RecentResults()
        }
        var results: [LedgerResult] = []
        for entry in lists.flatMap(\.entries) {
            let result = try db.first(
                """
                SELECT \(ResultTable.columns) FROM results JOIN installs ON installs.id = results.install
                WHERE seq = ?1
                """,
                .integer(entry.sequence),
                read: ResultTable.read
            )
            if let result { results.append(result) }
        }
        return results
    }

    /// Those that do not count, among the latest of all that do not: a standing names them only where something counts.
    private static func aside(of player: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> [LedgerResult]
    {
        try db.rows(
            """
            SELECT \(ResultTable.columns)
            FROM (SELECT * FROM results WHERE state <> 0 ORDER BY seq DESC LIMIT ?2) AS results
                JOIN installs ON installs.id = results.install
            WHERE player = ?1
            """,
            .integer(player),
            .integer(ArenaRules.mostAside),
            read: ResultTable.read
        )
    }

    /// Those that are not folded yet: at most some ten thousand rows are looked through.
    private static func rest(of player: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> [LedgerResult]
    {
        try db.rows(
            """
            SELECT \(ResultTable.columns) FROM results JOIN installs ON installs.id = results.install
            WHERE seq > ifnull((SELECT seq FROM folded), 0) AND player = ?1
            """,
            .integer(player),
            read: ResultTable.read
        )
    }
}

extension OwnResults {
    fileprivate init(_ results: [LedgerResult], isAscending: Bool) {
        let byNumber = Dictionary(results.map { ($0.sequence, $0) }) { first, _ in first }
        let newest = byNumber.values.sorted { $0.sequence > $1.sequence }.prefix(RecentResults.mostNewest)
        let entries = byNumber.values.map { RecentResults.Entry($0) }
        let best = RecentResults.best(of: entries, isAscending: isAscending)
        self.init(newest: Array(newest), best: best.compactMap { byNumber[$0.sequence] })
    }
}
