import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Core

@Suite("Boards in memory")
struct BoardShelfTests {
    /// A game with a board and players, on a ledger that the shelf follows.
    private struct Played {
        let arena: ArenaFixture
        let ledger: ResultLedger
        let shelf: BoardShelf
        let board: GameBoard
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

        /// The same by SQL, from all results between two instants; nothing may be swept.
        func model(from: UnixTime?, to: UnixTime?) async throws -> [[Int64]] {
            let way = board.rules.isAscending ? "ASC" : "DESC"
            let fold =
                switch board.rules.counts {
                case .best:
                    """
                    SELECT player, results.score, seq, row_number() OVER
                        (PARTITION BY player ORDER BY results.score \(way), seq) AS turn
                    """
                case .latest:
                    """
                    SELECT player, results.score, seq, row_number() OVER (PARTITION BY player ORDER BY seq DESC) AS turn
                    """
                case .sum:
                    """
                    SELECT player, sum(results.score) OVER (PARTITION BY player) AS score, seq,
                        row_number() OVER (PARTITION BY player ORDER BY seq DESC) AS turn
                    """
                }
            return try await arena.database.read("model") { db throws(SQLiteError) in
                try db.rows(
                    """
                    SELECT player, score, row_number() OVER (ORDER BY score \(way), seq),
                        rank() OVER (ORDER BY score \(way))
                    FROM (\(fold) FROM results JOIN installs ON installs.id = results.install
                        WHERE at >= ?1 AND at < ?2 AND state = 0)
                    WHERE turn = 1 ORDER BY 3
                    """,
                    .integer(from?.seconds ?? .min),
                    .integer(to?.seconds ?? .max)
                ) { row throws(SQLiteError) in
                    [try row.integer(0), try row.integer(1), try row.integer(2), try row.integer(3)]
                }
            }
        }
    }

    private static func compare(_ played: Played, _ shelf: BoardShelf, _ now: UnixTime, _ words: Comment)
        async throws
    {
        let zone = try #require(CivilZone(named: played.game.facts.zone))
        let all = try await played.rows(.all, on: shelf, at: now)
        let model = try await played.model(from: nil, to: nil)
        #expect(all == model, words)
        for window in BoardWindow.allCases where played.board.rules.windows.contains(window) {
            let period = BoardPeriod(window, at: now, in: zone)
            let rows = try await played.rows(.window(window), on: shelf, at: now)
            let model = try await played.model(from: period.start, to: period.end)
            #expect(rows == model, words)
        }
    }

    @Test(
        "it is always what SQL counts: results, folds, restarts, borders of windows, joined players",
        arguments: 0..<12
    )
    func model(round: Int) async throws {
        var random = SeededGenerator.announced(for: "shelf, round \(round)")
        let played = try await Played(players: 14) { rules in
            rules.counts = BoardOperator.allCases[round % 3]
            rules.isAscending = round % 2 == 1
            rules.windows = Set(BoardWindow.allCases)
        }
        // Two installations of one player, as after a join.
        try await played.arena.database.write("join") { db throws(SQLiteError) in
            try db.execute("UPDATE installs SET player = 1 WHERE id = 2")
        }
        let extremes: [Int64] = played.board.rules.counts == .sum ? [-1, 0] : [.min, .max, -1, 0]
        var now = UnixTime(seconds: 1_774_900_000 + Int64(round) * 86_400)
        var shelf = played.shelf
        for step in 0..<160 {
            now = UnixTime(seconds: now.seconds + .random(in: 0...20_000, using: &random))
            let install = played.installs.randomElement(using: &random) ?? 1
            let isExtreme = Int.random(in: 0..<10, using: &random) == 0
            let score =
                isExtreme ? extremes.randomElement(using: &random) ?? 0 : .random(in: -5...5, using: &random)
            try await played.submit(score, of: install, at: now)
            switch Int.random(in: 0..<20, using: &random) {
            case 0: _ = try await played.ledger.fold(most: Int.random(in: 1...40, using: &random))
            case 1: played.shelf.removeAll()
            default: break
            }
            guard step % 20 == 19 else { continue }
            try await Self.compare(played, played.shelf, now, "round \(round), step \(step)")
            shelf = BoardShelf(database: played.arena.database, memory: 1 << 20)
            try await Self.compare(played, shelf, now, "round \(round), step \(step), after a restart")
        }
    }

    @Test("boards that are read while results come in have each of them once", arguments: 0..<6)
    func loading(round: Int) async throws {
        let played = try await Played(players: 8) { $0.counts = .sum }
        let now = ArenaFixture.noon
        try await withThrowingTaskGroup(of: Void.self) { group in
            for install in played.installs {
                group.addTask {
                    for score in Int64(1)...25 { try await played.submit(score, of: install, at: now) }
                }
            }
            group.addTask {
                for _ in 0..<40 {
                    played.shelf.removeAll()
                    try await played.shelf.load(played.board, at: now)
                }
            }
            try await group.waitForAll()
        }
        try await Self.compare(played, played.shelf, now, "round \(round)")
    }

    @Test("a result that was read with the board, before its commit was told of, counts once")
    func late() async throws {
        let played = try await Played(players: 1) { $0.counts = .sum }
        let told = Locked<[LedgerResult]>([])
        _ = try await played.ledger.submit(
            [Submission(key: [UInt8](repeating: 1, count: 16), board: "level-1", score: 5)],
            of: played.installs[0],
            at: ArenaFixture.noon,
            standings: { _, _ in .notLoaded },
            then: { results in told.withLock { $0 = results } }
        )
        try await played.shelf.load(played.board, at: ArenaFixture.noon)
        played.shelf.apply(told.withLock { $0 })
        let rows = try await played.rows(.all, on: played.shelf, at: ArenaFixture.noon)
        #expect(rows.map { $0[1] } == [5])
    }

    @Test(
        "a window is empty in the instant of its border, and a clock that goes back over it brings the day before"
    )
    func border() async throws {
        let played = try await Played(players: 2) { $0.windows = [.day] }
        // Midnight in Warsaw of 2026-11-23.
        let midnight = UnixTime(seconds: 1_795_388_400)
        let before = UnixTime(seconds: midnight.seconds - 1)
        try await played.submit(7, of: played.installs[0], at: before)
        let longBefore = UnixTime(seconds: midnight.seconds - 61)
        // Who asked a moment too late is not told of the day before, and nothing is read again for that.
        let counts = [(before, 1), (midnight, 0), (before, 0), (longBefore, 1)]
        for (now, count) in counts {
            let rows = try await played.rows(.window(.day), on: played.shelf, at: now)
            #expect(rows.count == count, "\(now)")
        }
        try await played.submit(5, of: played.installs[1], at: midnight)
        _ = try await played.rows(.window(.day), on: played.shelf, at: midnight)
        let rows = try await played.rows(.window(.day), on: played.shelf, at: midnight)
        #expect(rows.map { $0[1] } == [5])
        let all = try await played.rows(.all, on: played.shelf, at: midnight)
        #expect(all.map { $0[1] } == [7, 5])
    }

    @Test("whatever the clock does, a window has what was accepted in its time", arguments: 0..<8)
    func clock(round: Int) async throws {
        var random = SeededGenerator.announced(for: "clock, round \(round)")
        let played = try await Played(players: 6) { rules in
            rules.counts = BoardOperator.allCases[round % 3]
            rules.windows = Set(BoardWindow.allCases)
        }
        // Half past: borders lie at whole hours. The year ends in its 53rd week, and clocks are changed in its March.
        var hour: Int64 = [1_774_638_000, 1_798_729_200, 1_835_301_600][round % 3] / 3_600
        for step in 0..<60 {
            let isJump = Int.random(in: 0..<6, using: &random) == 0
            hour += isJump ? .random(in: -900...900, using: &random) : .random(in: 0...9, using: &random)
            let now = UnixTime(seconds: hour * 3_600 + 1_800)
            let install = played.installs.randomElement(using: &random) ?? 1
            try await played.submit(.random(in: -5...5, using: &random), of: install, at: now)
            try await Self.compare(played, played.shelf, now, "round \(round), step \(step)")
        }
    }

    @Test("what a clock that was ahead accepted is in its window when that begins")
    func ahead() async throws {
        let played = try await Played(players: 2) { $0.windows = [.day] }
        let today = ArenaFixture.noon
        let tomorrow = UnixTime(seconds: today.seconds + 86_400)
        try await played.submit(1, of: played.installs[0], at: today)
        _ = try await played.rows(.window(.day), on: played.shelf, at: today)
        try await played.submit(7, of: played.installs[1], at: tomorrow)
        for (now, scores) in [(today, [1]), (tomorrow, [7])] as [(UnixTime, [Int64])] {
            let rows = try await played.rows(.window(.day), on: played.shelf, at: now)
            #expect(rows.map { $0[1] } == scores, "\(now)")
        }
    }

    @Test("a board is read with its rules of that moment, whatever those were that its caller had")
    func rules() async throws {
        let played = try await Played(players: 1) { _ in }
        try await played.submit(7, of: played.installs[0], at: ArenaFixture.noon)
        var rules = played.board.rules
        rules.windows = [.week]
        _ = try await played.arena.games.put(rules, of: "snake", version: played.board.version)
        played.shelf.removeAll()
        let rows = try await played.rows(.window(.week), on: played.shelf, at: ArenaFixture.noon)
        #expect(rows.count == 1)
    }

    @Test("a removed player is on no board, and boards that nobody asks for make room")
    func room() async throws {
        let played = try await Played(players: 3, memory: 1) { _ in }
        let other = try #require(try await played.arena.board("level-2"))
        let now = ArenaFixture.noon
        try await played.submit(7, of: played.installs[0], at: now)
        try await played.shelf.load(played.board, at: now)
        played.shelf.remove(1)
        let places = played.shelf.places(of: 1, on: played.board.id, at: now)
        #expect(places == [])
        try await played.shelf.load(other, at: now)
        #expect(played.shelf.size.boards == 1)
        #expect(played.shelf.places(of: 1, on: played.board.id, at: now) == nil)
    }

    @Test("a board that grows after it was read makes room as well")
    func growth() async throws {
        let played = try await Played(players: 600, memory: 1 << 14) { _ in }
        let other = try #require(try await played.arena.board("level-2"))
        let now = ArenaFixture.noon
        try await played.shelf.load(other, at: now)
        try await played.shelf.load(played.board, at: now)
        #expect(played.shelf.size.boards == 2)
        for install in played.installs { try await played.submit(install, of: install, at: now) }
        #expect(played.shelf.size.boards == 1)
        #expect(played.shelf.places(of: 1, on: played.board.id, at: now)?.count == 1)
    }
}
