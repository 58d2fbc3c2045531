import Core
import WatchpostModel

/// How much is played of games, without a count of all rows each time that somebody asks.
///
/// Results are counted in memory by game and day: all that are kept once after a start, in reads of some thousand rows between
/// which boards are read, and later what came since. One that is deleted with its player stays counted until the next start.
final class GameTally: Sendable {
    private let database: Database
    private let state = Locked(State())
    /// Rows of a read.
    private let step: Int64

    fileprivate struct State {
        /// All results up to this number are counted.
        var counted: Int64 = 0
        var days: [Int64: GameDays] = [:]
        /// The zones by which they were counted.
        var zones: [Int64: String] = [:]
        /// Counts of players and flagged results, and when they were made.
        var slow: [Int64: Slow] = [:]
    }

    fileprivate struct Slow: Sendable {
        let figures: GameFigures
        let at: UnixTime

        /// Nil: they are too old.
        func fresh(at now: UnixTime) -> GameFigures? {
            at <= now && now.since(at) < GameTally.fresh ? figures : nil
        }
    }

    /// How long a count of many rows is good enough, in seconds; few players are counted each time.
    fileprivate static let fresh: Int64 = 60
    private static let few = 1_000

    init(database: Database, step: Int64 = 5_000) {
        (self.database, self.step) = (database, step)
    }

    /// Of each game, by its row.
    func figures(of games: [Game], at now: UnixTime) async throws(SQLiteError) -> [Int64: GameFigures] {
        guard !games.isEmpty else { return [:] }
        try await count()
        var found: [Int64: GameFigures] = [:]
        for game in games {
            guard let zone = CivilZone(named: game.facts.zone) else { continue }
            var figures = try await slow(game.id, at: now)
            let days = state.withLock { $0.days[game.id] }
            (figures.today, figures.month) = days?.counts(at: now, in: zone) ?? (0, 0)
            found[game.id] = figures
        }
        return found
    }

    /// Counts what came since the last time.
    private func count() async throws(SQLiteError) {
        var isMore = true
        while isMore { isMore = try await countStep() }
    }

    /// A stretch of the ledger.
    private struct Stretch: Sendable {
        /// Of all boards with results in it.
        var games: [Int64: Int64] = [:]
        /// Of all games there are.
        var zones: [Int64: String] = [:]
        /// Boards and times of results, in their order.
        var results: [(board: Int64, at: UnixTime)] = []
        var end: Int64 = 0
        var isLast = false
    }

    /// False: everything is counted.
    private func countStep() async throws(SQLiteError) -> Bool {
        let (counted, zones) = state.withLock { ($0.counted, $0.zones) }
        let stretch = try await read(behind: counted)
        guard zones.allSatisfy({ stretch.zones[$0.key] == nil || stretch.zones[$0.key] == $0.value }) else {
            // Its days begin at other times now.
            state.withLock { $0 = State() }
            return true
        }
        state.withLock { state in
            // Somebody else may have counted it meanwhile.
            guard state.counted == counted else { return }
            state.add(stretch.results, stretch.games, stretch.zones)
            state.counted = stretch.end
        }
        return !stretch.isLast
    }

    private func read(behind counted: Int64) async throws(SQLiteError) -> Stretch {
        let step = step
        return try await database.readStep("count results") { db throws(SQLiteError) in
            var stretch = Stretch()
            try db.each("SELECT id, zone FROM games") { row throws(SQLiteError) in
                stretch.zones[try row.integer(0)] = try row.text(1)
            }
            try db.each("SELECT id, game FROM boards") { row throws(SQLiteError) in
                stretch.games[try row.integer(0)] = try row.integer(1)
            }
            stretch.end = counted
            try db.each(
                "SELECT seq, board, at FROM results WHERE seq > ?1 ORDER BY seq LIMIT ?2",
                .integer(counted),
                .integer(step)
            ) { row throws(SQLiteError) in
                stretch.end = try row.integer(0)
                stretch.results.append((try row.integer(1), try row.instant(2)))
            }
            stretch.isLast = stretch.results.count < step
            return stretch
        }
    }

    /// Who have a game, and what waits in it.
    private func slow(_ game: Int64, at now: UnixTime) async throws(SQLiteError) -> GameFigures {
        if var known = state.withLock({ $0.slow[game] })?.fresh(at: now) {
            guard known.players < GameTally.few else { return known }
            known.players = try await database.readStep("count players") { db throws(SQLiteError) in
                try GameTally.players(of: game, db)
            }
            return known
        }
        let figures = try await database.readStep("count players") { db throws(SQLiteError) in
            try GameTally.rows(of: game, db)
        }
        state.withLock { $0.slow[game] = Slow(figures: figures, at: now) }
        return figures
    }

    private static func players(of game: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Int {
        let players = try db.first(
            "SELECT count(DISTINCT player) FROM installs WHERE game = ?1",
            .integer(game)
        ) { row throws(SQLiteError) in try row.integer(0) }
        return Int(players ?? 0)
    }

    private static func rows(of game: Int64, _ db: borrowing Connection) throws(SQLiteError) -> GameFigures {
        var figures = GameFigures()
        let flagged = try db.first(
            """
            SELECT count(*) FROM
                (SELECT board, state FROM results WHERE state <> 0 ORDER BY seq DESC LIMIT ?2) AS aside
                JOIN boards ON boards.id = aside.board
            WHERE game = ?1 AND state = 1
            """,
            .integer(game),
            .integer(ArenaRules.mostFlagged)
        ) { row throws(SQLiteError) in try row.integer(0) }
        (figures.players, figures.flagged) = (try players(of: game, db), Int(flagged ?? 0))
        return figures
    }
}

extension GameTally.State {
    fileprivate mutating func add(
        _ results: [(board: Int64, at: UnixTime)],
        _ games: [Int64: Int64],
        _ zones: [Int64: String]
    ) {
        var known: [Int64: CivilZone] = [:]
        for result in results {
            guard let game = games[result.board], let name = zones[game] else { continue }
            guard let zone = known[game] ?? CivilZone(named: name) else { continue }
            known[game] = zone
            self.zones[game] = name
            days[game, default: GameDays()].add(result.at, in: zone)
        }
    }
}
