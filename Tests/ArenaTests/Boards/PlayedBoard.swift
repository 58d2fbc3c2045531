import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

/// A game with a board and players, on a ledger that the shelf follows.
struct PlayedBoard {
    let arena: ArenaFixture
    let ledger: ResultLedger
    let shelf: BoardShelf
    private(set) var board: GameBoard
    let game: Game
    let installs: [Int64]
    /// Keys that were used.
    let keys = Locked(UInt64(0))

    init(players: Int, memory: Int = 1 << 20, _ change: (inout BoardRules) -> Void) async throws {
        arena = try await ArenaFixture(mostPlayers: 1_000)
        try await arena.addGame()
        board = try #require(try await arena.board("level-1", change))
        game = try #require(try await arena.games.game("snake")).game
        ledger = ResultLedger(database: arena.database, mostResults: 100_000)
        shelf = BoardShelf(database: arena.database, memory: memory)
        var installs: [Int64] = []
        for number in 1...players { installs.append(try await arena.install(number)) }
        self.installs = installs
    }

    func submit(_ score: Int64, of install: Int64, at now: UnixTime) async throws {
        let number = keys.withLock { keys in
            keys += 1
            return keys
        }
        let key =
            [UInt8](repeating: 0, count: 8)
            + (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        let shelf = shelf
        let submitted = try await ledger.submit(
            [Submission(key: key, board: board.rules.slug, score: score)],
            of: install,
            at: now,
            standings: { shelf.standing(of: $1, on: $0) },
            then: { shelf.apply($0) }
        )
        guard case .outcomes(let outcomes) = submitted, case .accepted = outcomes.first else {
            Issue.record("not accepted: \(submitted)")
            return
        }
    }

    /// Everybody's position, rank and score in a span, by the shelf.
    func rows(_ span: BoardSpan, on shelf: BoardShelf, at now: UnixTime) async throws -> [[Int64]] {
        try await shelf.load(board, at: now)
        let rows = shelf.look(at: board.id, at: now) { live in
            live.index(of: span)?.page(from: 1, most: 10_000) ?? []
        }
        return try #require(rows).map { row in
            [Int64(row.standing.player), row.standing.score, Int64(row.position), Int64(row.rank)]
        }
    }

    /// The same by SQL, from all results between two instants and after a number; nothing may be swept.
    func model(from: UnixTime? = nil, to: UnixTime? = nil, after: Int64 = 0) async throws -> [[Int64]] {
        let way = board.rules.isAscending ? "ASC" : "DESC"
        let counted = """
            FROM results JOIN installs ON installs.id = results.install
            WHERE at >= ?1 AND at < ?2 AND seq > ?3 AND state = 0
            """
        let fold =
            switch board.rules.counts {
            case .best:
                """
                SELECT player, results.score, seq, row_number() OVER
                    (PARTITION BY player ORDER BY results.score \(way), seq) AS turn \(counted)
                """
            case .latest:
                // Of the results that differ from the one before it, the newest.
                """
                SELECT player, score, seq, row_number() OVER (PARTITION BY player ORDER BY seq DESC) AS turn
                FROM (SELECT player, results.score, seq,
                        lag(results.score) OVER (PARTITION BY player ORDER BY seq) AS earlier \(counted))
                WHERE score IS NOT earlier
                """
            case .sum:
                """
                SELECT player, sum(results.score) AS score,
                    ifnull(max(CASE WHEN results.score <> 0 THEN seq END), min(seq)) AS seq, 1 AS turn
                \(counted) GROUP BY player
                """
            }
        return try await arena.database.read("model") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT player, score, row_number() OVER (ORDER BY score \(way), seq),
                    rank() OVER (ORDER BY score \(way))
                FROM (\(fold)) WHERE turn = 1 ORDER BY 3
                """,
                .integer(from?.seconds ?? .min),
                .integer(to?.seconds ?? .max),
                .integer(after)
            ) { row throws(SQLiteError) in
                [try row.integer(0), try row.integer(1), try row.integer(2), try row.integer(3)]
            }
        }
    }

    /// Compares every span on a shelf with SQL.
    func compare(_ shelf: BoardShelf, at now: UnixTime, _ words: Comment) async throws {
        let zone = try #require(CivilZone(named: game.facts.zone))
        let all = try await rows(.all, on: shelf, at: now)
        let everything = try await model()
        #expect(all == everything, words)
        for window in BoardWindow.allCases where board.rules.windows.contains(window) {
            let period = BoardPeriod(window, at: now, in: zone)
            let shown = try await rows(.window(window), on: shelf, at: now)
            let counted = try await self.model(from: period.start, to: period.end)
            #expect(shown == counted, words)
        }
        guard let season = board.season else { return }
        let running = try await rows(.season, on: shelf, at: now)
        let counted = try await self.model(after: season.after)
        #expect(running == counted, words)
    }
}

/// What owners and players do beside playing.
extension PlayedBoard {
    /// Installations of players who are there.
    func playing() async throws -> [Int64] { try await column("SELECT id FROM installs ORDER BY id") }

    private func column(_ sql: String) async throws -> [Int64] {
        try await arena.database.read("column") { db throws(SQLiteError) in
            try db.rows(sql) { row throws(SQLiteError) in try row.integer(0) }
        }
    }

    /// Hides any result, or lets it count again.
    func judge(_ random: inout SeededGenerator, at now: UnixTime) async throws {
        let all = try await column("SELECT seq FROM results ORDER BY seq")
        guard let one = all.randomElement(using: &random) else { return }
        let (shelf, counts) = (shelf, random.one(in: 3))
        let outcome = try await ledger.judge(
            one,
            of: OpenedGame("snake"),
            counts: counts,
            by: "the owner",
            at: now,
            then: { shelf.leave($0) }
        )
        guard case .done = outcome else {
            Issue.record("not judged: \(outcome)")
            return
        }
    }

    func remove(_ random: inout SeededGenerator) async throws {
        let all = try await column("SELECT id FROM players ORDER BY id")
        guard let player = all.randomElement(using: &random) else { return }
        let shelf = shelf
        try await arena.players.remove(player, then: { _ in shelf.remove(player) })
    }

    func rename(_ random: inout SeededGenerator, _ name: String, at now: UnixTime) async throws {
        let all = try await column("SELECT id FROM players ORDER BY id")
        guard let id = all.randomElement(using: &random), let player = try await arena.players.player(id)
        else {
            return
        }
        let name = try PlayerName(name)
        let outcome = try await arena.players.rename(id, to: name, version: player.version, at: now)
        guard case .renamed = outcome else {
            Issue.record("not renamed: \(outcome)")
            return
        }
    }

    /// The season that runs ends, and the next one begins by the same rules.
    mutating func season(at now: UnixTime) async throws {
        let (shelf, number) = (shelf, board.season?.number ?? 0)
        let outcome = try await SeasonStore(database: arena.database).change(
            board.rules.slug,
            of: "snake",
            season: number,
            .next(nil),
            at: now,
            then: { _ in shelf.removeAll() }
        )
        guard case .begun(let begun) = outcome else {
            Issue.record("no season: \(outcome)")
            return
        }
        board = begun
    }
}
