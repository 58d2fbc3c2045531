import Core
import CoreSupport
import Dispatch
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Boards in memory")
struct BoardShelfTests {
    private typealias Played = PlayedBoard

    @Test(
        "boards that are read while results come in have each of them once",
        arguments: 0..<TestEffort.size(2, most: 6)
    )
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
        try await played.compare(played.shelf, at: now, "round \(round)")
    }

    @Test(
        "while a board is read, for however long, all else that is asked of the file is answered, and the other way round"
    )
    func beside() async throws {
        let folder = try ScratchFolder()
        let arena = try await ArenaFixture(file: .state(in: folder.path))
        try await arena.addGame()
        let board = try #require(try await arena.board())
        let (database, shelf) = (arena.database, BoardShelf(database: arena.database, memory: 1 << 20))
        // allowed: they hold threads of the database's own, as a look at very many rows does
        let (long, short) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isHeld = Locked(false)
        let reading = Task {
            try await database.readBeside("long") { _ throws(SQLiteError) in
                isHeld.withLock { $0 = true }
                long.wait()
            }
        }
        #expect(await becomesTrue { isHeld.withLock { $0 } })
        let loading = Task { try await shelf.load(board, at: ArenaFixture.noon) }
        #expect(await becomesTrue { shelf.isAtHand(board.id, at: ArenaFixture.noon) })
        let answers = Locked(0)
        let asking = Task {
            _ = try await arena.games.games()
            _ = try await BoardLines(database: database).boards(of: 1)
            answers.withLock { $0 = 1 }
        }
        #expect(await becomesTrue { answers.withLock { $0 } == 1 })
        #expect(shelf.size.boards == 0)
        long.signal()
        try await reading.value
        try await asking.value
        #expect(try await loading.value == nil)
        // What is asked of the file may take long as well: boards are read beside it.
        shelf.removeAll()
        isHeld.withLock { $0 = false }
        let other = Task {
            try await database.read("short") { _ throws(SQLiteError) in
                isHeld.withLock { $0 = true }
                short.wait()
            }
        }
        #expect(await becomesTrue { isHeld.withLock { $0 } })
        let again = Task { try await shelf.load(board, at: ArenaFixture.noon) }
        #expect(await becomesTrue { shelf.size.boards == 1 })
        short.signal()
        try await other.value
        #expect(try await again.value == nil)
        await database.close()
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

    @Test(
        "whatever the clock does, a window has what was accepted in its time",
        arguments: 0..<TestEffort.rounds(2, most: 8)
    )
    func clock(round: Int) async throws {
        var random = SeededGenerator.announced(for: "clock, round \(round)")
        let played = try await Played(players: 6) { rules in
            rules.counts = BoardOperator.allCases[round % 3]
            rules.windows = Set(BoardWindow.allCases)
        }
        // Half past: borders lie at whole hours. The year ends in its 53rd week, and clocks are changed in its March.
        var hour: Int64 = [1_774_638_000, 1_798_729_200, 1_835_301_600][round % 3] / 3_600
        for step in 0..<TestEffort.rounds(20, most: 60) {
            let isJump = Int.random(in: 0..<6, using: &random) == 0
            hour += isJump ? .random(in: -900...900, using: &random) : .random(in: 0...9, using: &random)
            let now = UnixTime(seconds: hour * 3_600 + 1_800)
            let install = played.installs.randomElement(using: &random) ?? 1
            try await played.submit(.random(in: -5...5, using: &random), of: install, at: now)
            try await played.compare(played.shelf, at: now, "round \(round), step \(step)")
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
