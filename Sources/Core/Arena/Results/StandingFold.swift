package import WatchpostModel

/// Puts the oldest results together into standings, so that a start reads few of them, and lets go of those that are old.
///
/// Each call is one short write: results that wait to be accepted are not held up by it.
extension ResultLedger {
    /// Results that no standing has yet, counted by their numbers.
    package func unfolded() async throws(SQLiteError) -> Int {
        try await database.read("count unfolded") { db throws(SQLiteError) in
            Int(max(0, try ResultTable.newest(db) - (try ResultTable.folded(db))))
        }
    }

    /// Puts up to `most` results into standings; how many were.
    package func fold(most: Int) async throws(SQLiteError) -> Int {
        try await database.write("fold results") { db throws(SQLiteError) in
            try StandingFold.add(most: most, db)
        }
    }

    /// Deletes up to `most` results that stand in a standing and are older than they are kept, or, while there are more
    /// than the owner wants, older than keys and months; how many were.
    package func sweep(at now: UnixTime, most: Int) async throws(SQLiteError) -> Int {
        let mostResults = mostResults
        return try await database.write("sweep results") { db throws(SQLiteError) in
            let isTooMany = try ResultTable.count(db) > mostResults * 9 / 10
            let limit = now.seconds - (isTooMany ? ArenaRules.keyLife : ArenaRules.resultLife)
            let end = try ResultLedger.endOfFuture(now, limit, db)
            try db.execute(
                """
                DELETE FROM results WHERE seq IN
                    (SELECT seq FROM (SELECT seq, at FROM results ORDER BY seq LIMIT ?1)
                    WHERE (at < ?2 OR (at > ?3 AND seq < ?4)) AND seq <= (SELECT seq FROM folded))
                """,
                .integer(Int64(most)),
                .integer(limit),
                .integer(now.seconds),
                .integer(end)
            )
            return db.changes
        }
    }

    /// The number up to which results that a clock which was ahead accepted are old as well, because a later one is; 0:
    /// none are.
    ///
    /// Without that they would stay until their time comes, and all that is behind them would count as kept.
    private static func endOfFuture(_ now: UnixTime, _ limit: Int64, _ db: borrowing Connection)
        throws(SQLiteError)
        -> Int64
    {
        let isAhead = try db.first("SELECT at > ?1 FROM results ORDER BY seq LIMIT 1", .integer(now.seconds))
        {
            row throws(SQLiteError) in try row.flag(0)
        }
        guard isAhead == true else { return 0 }
        let behind = try db.first(
            "SELECT seq, at FROM results WHERE at <= ?1 ORDER BY seq LIMIT 1",
            .integer(now.seconds)
        ) {
            row throws(SQLiteError) in (try row.integer(0), try row.integer(1))
        }
        guard let (sequence, at) = behind, at < limit else { return 0 }
        return sequence
    }
}

/// Adds results to the standings of their installations.
struct StandingFold {
    /// How each board counts.
    private let boards: [Int64: Rules]

    private struct Rules {
        let counts: BoardOperator
        let isAscending: Bool
        /// That runs; 0: none.
        let season: Int64
        /// Results with greater numbers are its.
        let seasonAfter: Int64
        /// …and those of all time.
        let allAfter: Int64

        /// Of which seasons a result is; 0: of all time.
        func seasons(of result: LedgerResult) -> [Int64] {
            (result.sequence > allAfter ? [0] : [])
                + (season > 0 && result.sequence > seasonAfter ? [season] : [])
        }
    }

    private struct Place: Hashable {
        let board: Int64
        /// 0: all time.
        let season: Int64
        let install: Int64
    }

    private struct Sum {
        var standing: ResultStanding
        var count: Int64
    }

    init(_ db: borrowing Connection) throws(SQLiteError) {
        var boards: [Int64: Rules] = [:]
        try db.each("SELECT id, operator, ascending, season, season_after, all_after FROM boards") {
            row throws(SQLiteError) in
            boards[try row.integer(0)] = Rules(
                counts: BoardOperator(rawValue: try row.text(1)) ?? .best,
                isAscending: try row.flag(2),
                season: try row.integer(3),
                seasonAfter: try row.integer(4),
                allAfter: try row.integer(5)
            )
        }
        self.boards = boards
    }

    /// Adds up to `most` results that are not folded yet; how many were.
    static func add(most: Int, _ db: borrowing Connection) throws(SQLiteError) -> Int {
        let results = try db.rows(
            """
            SELECT \(ResultTable.columns) FROM results JOIN installs ON installs.id = results.install
            WHERE seq > ?1 ORDER BY seq LIMIT ?2
            """,
            .integer(try ResultTable.folded(db)),
            .integer(Int64(most)),
            read: ResultTable.read
        )
        guard let last = results.last else { return 0 }
        try StandingFold(db).add(results, db)
        // Not updated: a restored file may lack the row, and the same results would be folded for ever.
        try db.execute("DELETE FROM folded")
        try db.execute("INSERT INTO folded VALUES (?1)", .integer(last.sequence))
        return results.count
    }

    /// Adds all of them.
    static func addAll(_ db: borrowing Connection) throws(SQLiteError) {
        while try add(most: 5_000, db) > 0 {}
    }

    private func add(_ results: [LedgerResult], _ db: borrowing Connection) throws(SQLiteError) {
        var sums: [Place: Sum] = [:]
        for result in results where result.state == .counts {
            guard let rules = boards[result.board] else { continue }
            for season in rules.seasons(of: result) {
                let place = Place(board: result.board, season: season, install: result.install)
                var known = sums[place]
                if known == nil { known = try stored(place, db) }
                sums[place] = StandingFold.sum(known, result, rules)
            }
        }
        for (place, sum) in sums { try store(sum, at: place, db) }
    }

    private static func sum(_ known: Sum?, _ result: LedgerResult, _ rules: Rules) -> Sum {
        guard let sum = known else { return Sum(standing: result.standing, count: 1) }
        let merged = sum.standing.merged(
            with: result.standing,
            by: rules.counts,
            isAscending: rules.isAscending
        )
        return Sum(standing: merged, count: sum.count + 1)
    }

    private func stored(_ place: Place, _ db: borrowing Connection) throws(SQLiteError) -> Sum? {
        let read = { (row: borrowing Row) throws(SQLiteError) in
            Sum(
                standing: ResultStanding(score: try row.integer(0), sequence: try row.integer(1)),
                count: try row.integer(2)
            )
        }
        guard place.season > 0 else {
            return try db.first(
                "SELECT score, seq, count FROM standings WHERE board = ?1 AND install = ?2",
                .integer(place.board),
                .integer(place.install),
                read: read
            )
        }
        return try db.first(
            "SELECT score, seq, count FROM season_standings WHERE board = ?1 AND season = ?2 AND install = ?3",
            .integer(place.board),
            .integer(place.season),
            .integer(place.install),
            read: read
        )
    }

    private func store(_ sum: Sum, at place: Place, _ db: borrowing Connection) throws(SQLiteError) {
        guard place.season > 0 else {
            return try db.execute(
                """
                INSERT INTO standings (board, install, score, seq, count) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (board, install) DO UPDATE SET score = ?3, seq = ?4, count = ?5
                """,
                .integer(place.board),
                .integer(place.install),
                .integer(sum.standing.score),
                .integer(sum.standing.sequence),
                .integer(sum.count)
            )
        }
        try db.execute(
            """
            INSERT INTO season_standings (board, install, score, seq, count, season) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (board, season, install) DO UPDATE SET score = ?3, seq = ?4, count = ?5
            """,
            .integer(place.board),
            .integer(place.install),
            .integer(sum.standing.score),
            .integer(sum.standing.sequence),
            .integer(sum.count),
            .integer(place.season)
        )
    }
}
