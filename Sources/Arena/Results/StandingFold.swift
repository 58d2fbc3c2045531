import Core
import WatchpostModel

/// Puts the oldest results together into standings, so that a start reads few of them, and lets go of those that are old.
///
/// Each call here is one short write: results that wait to be accepted are not held up by it.
extension ResultLedger {
    /// Results that no standing has yet, counted by their numbers.
    func unfolded() async throws(SQLiteError) -> Int {
        try await database.readStep("count unfolded") { db throws(SQLiteError) in
            let (newest, folded) = (try ResultTable.newest(db), try ResultTable.folded(db))
            let (waiting, overflow) = newest.subtractingReportingOverflow(folded)
            return newest > folded ? (overflow ? .max : Int(waiting)) : 0
        }
    }

    /// Puts up to `most` results into standings; how many were.
    func fold(most: Int) async throws(SQLiteError) -> Int {
        try await database.writeStep("fold results") { db throws(SQLiteError) in
            try StandingFold.add(most: most, db)
        }
    }

    /// Deletes up to `most` results that stand in a standing and are older than they are kept, or, while there are more
    /// than is good (`LedgerShares.isShort`), older than keys and months; how many were.
    func sweep(at now: UnixTime, most: Int) async throws(SQLiteError) -> Int {
        let (tally, edits) = (tally, edits)
        guard !edits.isHeld else { return 0 }
        try await count()
        guard let kept else { return 0 }
        let isShort = shares.isShort(total: kept.total, outside: kept.outside)
        return try await database.writeStep("sweep results") { db throws(SQLiteError) -> [Int64: Int] in
            let limit = now.seconds - (isShort ? ArenaRules.keyLife : ArenaRules.resultLife)
            let end = try ResultLedger.endOfFuture(now, limit, db)
            let old = try db.rows(
                """
                SELECT \(ResultTable.columns)
                FROM (SELECT * FROM results ORDER BY seq LIMIT ?1) AS results
                    JOIN installs ON installs.id = results.install
                WHERE (at < ?2 OR (at > ?3 AND seq < ?4)) AND seq <= (SELECT seq FROM folded)
                ORDER BY seq
                """,
                .integer(Int64(most)),
                .integer(limit),
                .integer(now.seconds),
                .integer(end),
                read: ResultTable.read
            )
            try StandingBase.add(old, db)
            for result in old {
                try db.execute("DELETE FROM results WHERE seq = ?1", .integer(result.sequence))
            }
            if !old.isEmpty { edits.note() }
            return old.reduce(into: [:]) { $0[$1.install, default: 0] += 1 }
        } then: { gone in
            tally.withLock { $0.remove(gone) }
            if !gone.isEmpty { edits.note() }
        }.values.reduce(0, +)
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
    private let boards: [Int64: StandingRules]

    init(_ db: borrowing Connection) throws(SQLiteError) {
        boards = try StandingRules.all(db)
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

    /// Adds all of them, in the transaction of whoever needs that: there are seldom more than `ArenaRules.mostUnfolded`.
    static func addAll(_ db: borrowing Connection) throws(SQLiteError) {
        while try add(most: 5_000, db) > 0 {}
    }

    private func add(_ results: [LedgerResult], _ db: borrowing Connection) throws(SQLiteError) {
        var sums = StandingSums()
        for result in results where result.state == .counts {
            guard let rules = boards[result.board] else { continue }
            try sums.add(result, by: rules, on: .whole, db)
        }
        for place in sums.changed {
            if let sum = sums.all[place] { try StandingRows.store(sum, at: place, db) }
        }
        try RecentResults.add(results, boards, db)
    }
}
