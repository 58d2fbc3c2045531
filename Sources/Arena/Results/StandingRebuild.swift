import Core
import WatchpostModel

/// What an installation has on a board, made again after a folded result of its began or ceased to count: from what old results
/// came to that are not kept any more, and from all that are.
///
/// Looks through the ledger before the write that needs it, in steps (`ahead`); the write looks at what was folded since, whose
/// rows are few (`finish`).
struct StandingRebuild: Sendable {
    private let board: Int64
    private let install: Int64
    private let rules: StandingRules
    /// Of which result it is taken as it will be after the write.
    private let judged: JudgedResult?
    /// By seasons; 0: of all time.
    private var sums: [Int64: StandingSum] = [:]
    private var recent = RecentResults()
    /// Results up to this number were looked at.
    private var end: Int64 = 0

    /// Numbers of one step.
    private static let step: Int64 = 20_000

    private init(
        _ board: Int64,
        _ install: Int64,
        _ rules: StandingRules,
        _ judged: JudgedResult?,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        (self.board, self.install, self.rules, self.judged) = (board, install, rules, judged)
        for place in places { sums[place.season] = try StandingRows.base(at: place, db) }
    }

    /// Of all time, and of the season that runs.
    private var places: [StandingPlace] {
        (rules.season > 0 ? [0, rules.season] : [0]).map {
            StandingPlace(board: board, season: $0, install: install)
        }
    }

    /// As much as can be looked at before the write; nil: the board is gone.
    static func ahead(
        _ database: Database,
        _ board: Int64,
        _ install: Int64,
        _ judged: JudgedResult
    ) async throws(SQLiteError) -> StandingRebuild? {
        let begun = try await database.readStep("look at standing") {
            db throws(SQLiteError) -> (rebuild: StandingRebuild, folded: Int64)? in
            guard let rules = try StandingRules.all(db)[board] else { return nil }
            return (try StandingRebuild(board, install, rules, judged, db), try ResultTable.folded(db))
        }
        guard let begun else { return nil }
        var rebuild = begun.rebuild
        let folded = begun.folded
        while rebuild.end < folded {
            let before = rebuild
            rebuild = try await database.readStep("look at results") { db throws(SQLiteError) in
                var next = before
                try next.look(upTo: min(before.end + step, folded), db)
                return next
            }
        }
        return rebuild
    }

    /// Stores it, within the write that changed the result.
    ///
    /// `ahead`: what was looked at before; no stored result was changed or deleted since, but this one.
    static func finish(
        _ board: Int64,
        _ install: Int64,
        _ ahead: StandingRebuild?,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        guard let rules = try StandingRules.all(db)[board] else { return }
        var rebuild: StandingRebuild
        if let ahead, ahead.board == board, ahead.install == install, ahead.rules == rules {
            rebuild = ahead
        } else {
            rebuild = try StandingRebuild(board, install, rules, nil, db)
        }
        try rebuild.look(upTo: try ResultTable.folded(db), db)
        try rebuild.store(db)
    }

    private mutating func look(upTo last: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        guard end < last else { return }
        var next = self
        try db.each(
            """
            SELECT seq, score, state FROM results
            WHERE seq > ?1 AND seq <= ?2 AND install = ?3 AND board = ?4 ORDER BY seq
            """,
            .integer(end),
            .integer(last),
            .integer(install),
            .integer(board)
        ) { row throws(SQLiteError) in
            let standing = ResultStanding(score: try row.integer(1), sequence: try row.integer(0))
            next.take(standing, counts: try row.integer(2) == ResultState.counts.number)
        }
        next.end = last
        self = next
    }

    /// A result, in the order of the ledger.
    private mutating func take(_ standing: ResultStanding, counts stored: Bool) {
        let isJudged = judged?.sequence == standing.sequence
        let counts = isJudged ? judged?.state == .counts : stored
        if counts {
            for season in rules.seasons(of: standing.sequence) {
                let sum = StandingSum(standing: standing, count: 1)
                sums[season] = sum.merged(with: sums[season], by: rules)
            }
        }
        guard standing.sequence > rules.allAfter else { return }
        let entry = RecentResults.Entry(sequence: standing.sequence, score: standing.score, counts: counts)
        recent.add(entry, isAscending: rules.isAscending)
    }

    private func store(_ db: borrowing Connection) throws(SQLiteError) {
        for place in places {
            if let sum = sums[place.season] {
                try StandingRows.store(sum, at: place, db)
            } else {
                try StandingRows.delete(place, db)
            }
        }
        // The standing may be a new row, and one that was noted as among the best may count no more.
        try recent.store(at: StandingPlace(board: board, season: 0, install: install), db)
    }
}
