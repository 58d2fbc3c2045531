import Core
import WatchpostModel

/// What the results of their time come to, for any number of duels: looks through the ledger once for all of them.
///
/// There is no index for what seldom happens. So that nobody's results wait behind a look at a million of others, most of it is
/// done before the write that needs it, beside all others and in steps (`ahead`); the write looks at what came since, and whether
/// what was counted still does (`finish`).
struct DuelCount: Sendable {
    private let recount: DuelRecount
    /// Of which results it is taken as they will be after the write, by their numbers.
    private let judged: [Int64: ResultState]
    /// By the rows of their boards.
    private let boards: [Int64: [DuelRecount.Scope]]
    private var bests: [Int64: DuelSides<ResultStanding?>] = [:]
    /// Duels in which somebody has reached the goal: what came later counts no more.
    private var reached: Set<Int64> = []
    /// Results up to this number were looked at.
    private var end: Int64
    /// Numbers of those that were theirs and did not count.
    private var aside: Set<Int64> = []
    /// …and of bests that the ledger does not keep any more.
    private var forgotten: Set<Int64> = []

    /// Results of one step.
    private static let step: Int64 = 20_000
    /// Results that do not count, of which it is looked at again whether they do by now.
    private static let mostAside = 20_000

    private init(_ recount: DuelRecount, _ judged: [Int64: ResultState] = [:]) {
        (self.recount, self.judged) = (recount, judged)
        boards = Dictionary(grouping: recount.scopes, by: \.board)
        end = recount.scopes.compactMap(\.startedSequence).min() ?? .max
        for scope in recount.scopes { bests[scope.id] = DuelSides(creator: nil, opponent: nil) }
    }

    /// As much as can be counted before a write; nil: there is nothing to be counted.
    ///
    /// `wanted`: what the write will ask for, if nothing comes between; `judged`: what it does to results before it asks, by their numbers.
    static func ahead(
        _ database: Database,
        judged: [Int64: ResultState] = [:],
        _ wanted: @Sendable (borrowing Connection) throws(SQLiteError) -> DuelRecount?
    ) async throws(SQLiteError) -> DuelCount? {
        let begun = try await database.readStep("count duels") {
            db throws(SQLiteError) -> (count: DuelCount, newest: Int64)? in
            guard let recount = try wanted(db), !recount.scopes.isEmpty else { return nil }
            var count = DuelCount(recount, judged)
            try count.takeForgotten(db)
            let newest = try db.first("SELECT ifnull(max(seq), 0) FROM results") { row throws(SQLiteError) in
                try row.integer(0)
            }
            return (count, newest ?? 0)
        }
        guard let begun else { return nil }
        var count = begun.count
        let newest = begun.newest
        while count.end < newest, count.aside.count <= mostAside {
            let before = count
            count = try await database.readStep("count duels") { db throws(SQLiteError) in
                var next = before
                try next.look(upTo: min(before.end + step, newest), db)
                return next
            }
        }
        return count
    }

    /// By the rows of the duels, within a write; `ahead`: what was counted before it, which serves if it was the same question.
    static func finish(
        _ recount: DuelRecount,
        _ ahead: DuelCount?,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [Int64: DuelSides<ResultStanding?>] {
        guard !recount.scopes.isEmpty else { return [:] }
        var count = DuelCount(recount)
        if let ahead, ahead.recount == recount, try ahead.holds(db) {
            count = ahead
        } else {
            try count.takeForgotten(db)
        }
        try count.look(upTo: .max, db)
        return count.bests
    }

    /// Whether what was counted still counts, and what did not still does not: of results nothing else changes.
    private func holds(_ db: borrowing Connection) throws(SQLiteError) -> Bool {
        guard aside.count <= DuelCount.mostAside else { return false }
        let found = bests.values.flatMap { sides in DuelSide.allCases.compactMap { sides[$0]?.sequence } }
        let counted = Set(found).subtracting(forgotten)
        guard try DuelCount.count(counted, "state = 0", db) == counted.count else { return false }
        guard try DuelCount.count(aside, "state <> 0", db) == aside.count else { return false }
        return try Set(missing(db).map(\.best.sequence)) == forgotten
    }

    private static func count(_ results: Set<Int64>, _ condition: String, _ db: borrowing Connection)
        throws(SQLiteError) -> Int
    {
        let count = try db.first(
            """
            SELECT count(*) FROM json_each(?1) CROSS JOIN results ON results.seq = json_each.value
            WHERE \(condition)
            """,
            .text(DuelTable.list(results))
        ) { row throws(SQLiteError) in try row.integer(0) }
        return Int(count ?? 0)
    }

    /// A best that the ledger does not keep any more stays: it cannot be hidden.
    private mutating func takeForgotten(_ db: borrowing Connection) throws(SQLiteError) {
        for one in try missing(db) {
            forgotten.insert(one.best.sequence)
            take(one.best, one.side, of: one.scope)
        }
    }

    private typealias Missing = (scope: DuelRecount.Scope, side: DuelSide, best: ResultStanding)

    private func missing(_ db: borrowing Connection) throws(SQLiteError) -> [Missing] {
        var missing: [Missing] = []
        for scope in recount.scopes {
            guard let duel = try DuelTable.duel(scope.id, db)?.duel else { continue }
            for side in DuelSide.allCases {
                guard let best = duel.bests[side] else { continue }
                guard try DuelCount.count([best.sequence], "1", db) == 0 else { continue }
                missing.append((scope, side, best))
            }
        }
        return missing
    }

    private mutating func look(upTo last: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        var count = self
        try db.each(
            """
            SELECT seq, board, install, score, at, state FROM results
            WHERE seq > ?1 AND seq <= ?2 AND board IN (SELECT value FROM json_each(?3))
                AND install IN (SELECT value FROM json_each(?4))
            ORDER BY seq
            """,
            .integer(end),
            .integer(last),
            .text(DuelTable.list(boards.keys)),
            .text(DuelTable.list(recount.owners.keys))
        ) { row throws(SQLiteError) in
            let standing = ResultStanding(score: try row.integer(3), sequence: try row.integer(0))
            let place = (board: try row.integer(1), install: try row.integer(2))
            let stored = ResultState(number: try row.integer(5))
            let state = count.judged[standing.sequence] ?? stored
            guard state == .counts else {
                count.aside.insert(standing.sequence)
                return
            }
            count.take(standing, at: try row.instant(4), place.board, place.install)
        }
        count.end = last
        self = count
    }

    /// A result that counts, in the order of the ledger.
    private mutating func take(
        _ standing: ResultStanding,
        at: UnixTime,
        _ board: Int64,
        _ install: Int64
    ) {
        guard let player = recount.owners[install] else { return }
        for scope in boards[board] ?? [] {
            guard let side = scope.side(of: player, standing.sequence, at: at) else { continue }
            take(standing, side, of: scope)
        }
    }

    private mutating func take(_ standing: ResultStanding, _ side: DuelSide, of scope: DuelRecount.Scope) {
        guard !reached.contains(scope.id) else { return }
        if let best = bests[scope.id]?[side],
            !standing.isBetter(than: best, isAscending: scope.terms.isAscending)
        {
            return
        }
        bests[scope.id]?[side] = standing
        if scope.terms.reachesGoal(standing) { reached.insert(scope.id) }
    }
}
