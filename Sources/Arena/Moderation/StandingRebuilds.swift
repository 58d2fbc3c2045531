import Core
import WatchpostModel

/// What installations have on boards, made again after folded results of theirs began or ceased to count: from what old
/// results came to that are not kept any more, and from all that are.
///
/// Looks through the ledger once for all of them, before the write that needs it and in steps (`ahead`); the write looks at
/// what was folded since, whose rows are few (`store`). Where the latest result counts, all installations of a player are
/// made again together: see `StandingSums`.
struct StandingRebuilds: Sendable {
    /// How results are taken that are not written yet.
    enum Pending: Sendable {
        case none
        /// As these will be.
        case marks([Int64: ResultState])
        /// Those of this scope as hidden.
        case scope(HidingScope)
    }

    private let rules: [Int64: StandingRules]
    private let pending: Pending
    private let family: StandingFamily
    private let installs: String
    private var sums = StandingSums()
    private var recents: [HidingPlace: RecentResults] = [:]
    /// Results up to this number were looked at.
    private var end: Int64 = 0

    /// Numbers of one step.
    private static let step: Int64 = 20_000

    private init(
        _ places: [HidingPlace],
        _ pending: Pending,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        rules = try StandingRules.all(db)
        self.pending = pending
        family = try StandingFamily(places, rules, db)
        installs = DuelTable.list(Set(family.players.keys.map(\.install)))
        for (place, player) in family.players {
            guard let rules = rules[place.board] else { continue }
            recents[place] = RecentResults()
            for one in StandingRebuilds.seasons(place, rules) {
                guard let base = try StandingRows.base(at: one, db) else { continue }
                if case .scope(let scope) = pending, scope.covers(base: base, at: one, by: rules) { continue }
                sums.begin(base, at: one, of: player, by: rules)
            }
        }
    }

    /// Of all time, and of the season that runs.
    private static func seasons(_ place: HidingPlace, _ rules: StandingRules) -> [StandingPlace] {
        (rules.season > 0 ? [0, rules.season] : [0]).map {
            StandingPlace(board: place.board, season: $0, install: place.install)
        }
    }

    /// As much as can be looked at before a write, beside all others and in steps.
    static func ahead(
        _ database: Database,
        _ places: [HidingPlace],
        _ pending: Pending = .none
    ) async throws(SQLiteError) -> StandingRebuilds {
        let (begun, folded) = try await database.readStep("look at standings") { db throws(SQLiteError) in
            (try StandingRebuilds(places, pending, db), try ResultTable.folded(db))
        }
        var rebuilds = begun
        while rebuilds.end < folded {
            let before = rebuilds
            rebuilds = try await database.readStep("look at results") { db throws(SQLiteError) in
                var next = before
                try next.look(upTo: min(before.end + step, folded), db)
                return next
            }
        }
        return rebuilds
    }

    /// All that is folded by now; the same without having looked before.
    static func whole(_ places: [HidingPlace], _ db: borrowing Connection) throws(SQLiteError)
        -> StandingRebuilds
    {
        var rebuilds = try StandingRebuilds(places, .none, db)
        try rebuilds.look(upTo: try ResultTable.folded(db), db)
        return rebuilds
    }

    /// Whether every board still counts as it did, and every installation plays for whom it did.
    func holds(_ db: borrowing Connection) throws(SQLiteError) -> Bool {
        let now = try StandingRules.all(db)
        guard now == rules else { return false }
        return try family.holds(now, db)
    }

    /// Looks at what was folded since, and stores some of them, within a write.
    mutating func store(_ some: some Sequence<HidingPlace>, _ db: borrowing Connection) throws(SQLiteError) {
        try look(upTo: try ResultTable.folded(db), db)
        for place in family.with(some) {
            guard let rules = rules[place.board], let recent = recents[place] else { continue }
            for one in StandingRebuilds.seasons(place, rules) {
                if let sum = sums.all[one] {
                    try StandingRows.store(sum, at: one, db)
                } else {
                    try StandingRows.delete(one, db)
                }
            }
            // The standing may be a new row, and one that was noted as among the best may count no more.
            try recent.store(at: StandingPlace(board: place.board, season: 0, install: place.install), db)
        }
    }

    /// What a place comes to of all time, for whoever looks at it before it is done.
    func sum(at place: HidingPlace) -> StandingSum? {
        sums.all[StandingPlace(board: place.board, season: 0, install: place.install)]
    }

    private mutating func look(upTo last: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        guard end < last else { return }
        var next = self
        try db.each(
            """
            SELECT seq, score, state, board, install, at FROM results
            WHERE seq > ?1 AND seq <= ?2 AND install IN (SELECT value FROM json_each(?3)) ORDER BY seq
            """,
            .integer(end),
            .integer(last),
            .text(installs)
        ) { row throws(SQLiteError) in
            let place = HidingPlace(board: try row.integer(3), install: try row.integer(4))
            let standing = ResultStanding(score: try row.integer(1), sequence: try row.integer(0))
            let stored = ResultState(number: try row.integer(2)) ?? .held
            next.take(standing, stored, at: try row.integer(5), place)
        }
        next.end = last
        self = next
    }

    /// A result, in the order of the ledger.
    private mutating func take(
        _ standing: ResultStanding,
        _ stored: ResultState,
        at: Int64,
        _ place: HidingPlace
    ) {
        guard let rules = rules[place.board], let player = family.players[place] else { return }
        let counts = state(standing, stored, at: at, place) == .counts
        if counts {
            for season in rules.seasons(of: standing.sequence) {
                let one = StandingPlace(board: place.board, season: season, install: place.install)
                sums.add(standing, at: one, of: player, by: rules)
            }
        }
        guard standing.sequence > rules.allAfter else { return }
        let entry = RecentResults.Entry(sequence: standing.sequence, score: standing.score, counts: counts)
        recents[place]?.add(entry, isAscending: rules.isAscending)
    }

    private func state(
        _ standing: ResultStanding,
        _ stored: ResultState,
        at: Int64,
        _ place: HidingPlace
    ) -> ResultState {
        switch pending {
        case .none: return stored
        case .marks(let marks): return marks[standing.sequence] ?? stored
        case .scope(let scope):
            let isHidden = scope.covers(
                standing.sequence,
                place.board,
                place.install,
                score: standing.score,
                at: at
            )
            return isHidden ? .hidden : stored
        }
    }
}
