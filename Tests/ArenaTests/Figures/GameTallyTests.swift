import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("How much is played of games")
struct GameTallyTests {
    private static let noon = ArenaFixture.noon

    /// Results of an installation at these times, in seconds from noon.
    private static func send(_ times: [Int64], of install: Int64, from first: Int, _ arena: ArenaFixture)
        async throws
    {
        let ledger = ResultLedger(database: arena.database, mostResults: 1_000)
        for (index, time) in times.enumerated() {
            let key = [UInt8](repeating: UInt8(first + index), count: 16)
            _ = try await ledger.submit(
                [Submission(key: key, board: "level-1", score: 1)],
                of: install,
                at: noon.advanced(by: time),
                standings: { _, _ in .nothing },
                then: { _ in }
            )
        }
    }

    @Test(
        "results are counted by the days of the game's zone, once each, however many are read at a time",
        arguments: [1, 2, 1_000] as [Int64]
    )
    func days(step: Int64) async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        _ = try await arena.board()
        let install = try await arena.install(1)
        // 32 days before, 29 days before, and twice around midnight.
        // Noon of UTC is one o'clock in Warsaw: twelve hours and a half before is today, thirteen and a half is not.
        try await Self.send([-2_764_800, -2_505_600, -48_600, -45_000], of: install, from: 0, arena)
        let tally = GameTally(database: arena.database, step: step)
        let games = try await arena.games.games().map(\.game)
        var figures = try await tally.figures(of: games, at: Self.noon)[games[0].id]
        #expect(figures == GameFigures(players: 1, today: 1, month: 3, flagged: 0))
        try await Self.send([5, 6], of: install, from: 10, arena)
        figures = try await tally.figures(of: games, at: Self.noon.advanced(by: 10))[games[0].id]
        #expect(figures == GameFigures(players: 1, today: 3, month: 5, flagged: 0))
        figures = try await tally.figures(of: games, at: Self.noon.advanced(by: 86_400))[games[0].id]
        #expect(figures == GameFigures(players: 1, today: 0, month: 4, flagged: 0))
    }

    @Test("a game that moves to another zone is counted anew, and players a minute later")
    func moved() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        _ = try await arena.board()
        let install = try await arena.install(1)
        try await Self.send([-45_000], of: install, from: 0, arena)
        let tally = GameTally(database: arena.database)
        let before = try await arena.games.games().map(\.game)
        #expect(try await tally.figures(of: before, at: Self.noon)[before[0].id]?.today == 1)
        let facts = try ArenaFixture.facts("snake", zone: "UTC")
        _ = try await arena.games.put(facts, version: 1, at: Self.noon)
        _ = try await arena.install(2)
        let after = try await arena.games.games().map(\.game)
        let soon = try await tally.figures(of: after, at: Self.noon)[after[0].id]
        #expect(soon?.today == 0 && soon?.month == 1)
        let later = try await tally.figures(of: after, at: Self.noon.advanced(by: 61))[after[0].id]
        #expect(later?.players == 2)
    }
}
