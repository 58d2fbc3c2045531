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
            let installs = try ResultLedger.installs(of: player, db)
            let rest = Dictionary(grouping: try ResultLedger.rest(of: player, db), by: \.board)
            for board in boards {
                var results = rest[board.id] ?? []
                results += try ResultLedger.noted(player, on: board.id, db)
                for install in installs {
                    results += try ResultLedger.aside(install, of: player, on: board.id, db)
                }
                results.removeAll { $0.sequence <= board.allAfter }
                guard !results.isEmpty else { continue }
                found[board.id] = OwnResults(results, isAscending: board.rules.isAscending)
            }
            return found
        }
    }

    private static func installs(of player: Int64, _ db: borrowing Connection) throws(SQLiteError) -> [Int64]
    {
        try db.rows("SELECT id FROM installs WHERE player = ?1", .integer(player)) {
            row throws(SQLiteError) in try row.integer(0)
        }
    }

    /// By the player's few installations: SQLite would else look at every standing of the board (`CROSS JOIN` keeps the order).
    static let notedQuery = """
        SELECT recent, installs.id FROM installs
            CROSS JOIN standings ON standings.install = installs.id AND season = 0 AND board = ?2
        WHERE player = ?1 AND recent IS NOT NULL
        """

    /// Folded ones, as far as they are kept.
    private static func noted(_ player: Int64, on board: Int64, _ db: borrowing Connection)
        throws(SQLiteError) -> [LedgerResult]
    {
        let lists = try db.rows(notedQuery, .integer(player), .integer(board)) { row throws(SQLiteError) in
            (recent: RecentResults(try row.blob(0)) ?? RecentResults(), install: try row.integer(1))
        }
        var results: [LedgerResult] = []
        for list in lists {
            for entry in list.recent.entries {
                let result = try db.first(
                    "SELECT \(ResultTable.columns(player: "?3")) FROM results WHERE seq = ?1 AND install = ?2",
                    .integer(entry.sequence),
                    .integer(list.install),
                    .integer(player),
                    read: ResultTable.read
                )
                if let result { results.append(result) }
            }
        }
        return results
    }

    /// Along an index of what does not count: as many are read as are shown, however many others wait.
    static let asideQuery = """
        SELECT \(ResultTable.columns(player: "?3")) FROM results INDEXED BY results_aside_of_installs
        WHERE install = ?1 AND board = ?2 AND state <> 0 ORDER BY seq DESC LIMIT ?4
        """

    /// Those of an installation that do not count: a standing names them only where something counts.
    private static func aside(
        _ install: Int64,
        of player: Int64,
        on board: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [LedgerResult] {
        try db.rows(
            asideQuery,
            .integer(install),
            .integer(board),
            .integer(player),
            .integer(Int64(RecentResults.mostNewest)),
            read: ResultTable.read
        )
    }

    static let restQuery = """
        SELECT \(ResultTable.columns(player: "?1")) FROM results WHERE \(ResultTable.rest(of: "?1"))
        """

    /// Those that are not folded yet: at most some ten thousand rows are looked through.
    private static func rest(of player: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> [LedgerResult]
    {
        try db.rows(restQuery, .integer(player), read: ResultTable.read)
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
