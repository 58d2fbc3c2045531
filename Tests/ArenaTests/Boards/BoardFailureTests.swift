import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("A board that cannot be shown")
struct BoardFailureTests {
    private let noon = ArenaFixture.noon

    @Test("it closes itself alone: the file is sound, and other boards are there")
    func zone() async throws {
        let fixture = try await SeasonFixture(players: 1)
        try await fixture.arena.addGame("chess")
        try await fixture.arena.database.write("change zone") { db throws(SQLiteError) in
            try db.execute("UPDATE games SET zone = 'Mars/Olympus' WHERE slug = 'snake'")
        }
        let failure = try await fixture.shelf.load(fixture.board, at: noon)
        #expect(failure == .unknownZone("Mars/Olympus"))
        #expect(failure?.words.contains("Mars/Olympus") == true)
        _ = try await fixture.archives.keep(at: noon)
        let rules = BoardRules(slug: "blitz", name: "Blitz")
        guard case .added(let other) = try await fixture.arena.games.put(rules, of: "chess", version: 0)
        else {
            Issue.record("no board")
            return
        }
        #expect(try await fixture.shelf.load(other, at: noon) == nil)
        let gone = GameBoard(id: 99, rules: rules, version: 1)
        #expect(try await fixture.shelf.load(gone, at: noon) == .gone)
    }

    @Test(
        "a pace holds also where the board had to make room before the result was written",
        arguments: [true, false]
    )
    func pace(isFolded: Bool) async throws {
        let fixture = try await SeasonFixture(players: 1) { $0.pace = 10 }
        try await fixture.submit(5, of: fixture.players[0], at: noon)
        if isFolded { _ = try await fixture.ledger.fold(most: 10) }
        // Another process' meter knows nothing of the minute, and the shelf nothing of the board.
        fixture.restart()
        let ledger = ResultLedger(database: fixture.arena.database, mostResults: 100)
        var states: [ResultState] = []
        for (key, score) in [(UInt8(200), Int64(500)), (201, 12)] {
            let submitted = try await ledger.submit(
                [Submission(key: [UInt8](repeating: key, count: 16), board: "level-1", score: score)],
                of: fixture.players[0],
                at: noon.advanced(by: 90),
                standings: { _, _ in .notLoaded },
                then: { _ in }
            )
            if case .outcomes(let outcomes) = submitted, case .accepted(let result) = outcomes.first {
                states.append(result.state)
            }
        }
        #expect(states == [.held, .counts])
    }
}
