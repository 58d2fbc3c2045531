import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("All results of a game in slices")
struct ResultSlicesTests {
    private let noon = ArenaFixture.noon

    /// Everything that is read, and how many slices that took.
    private func all(
        _ ledger: ResultLedger,
        _ slug: String = "snake",
        board: String? = nil,
        _ between: () async throws -> Void = {}
    ) async throws -> (sent: [ResultLedger.Sent], slices: Int) {
        guard case .slices(let slices) = try await ledger.slices(of: slug, board: board, through: .all) else {
            Issue.record("there are none")
            return ([], 0)
        }
        var (sent, count, after): ([ResultLedger.Sent], Int, Int64?) = ([], 0, 0)
        while let start = after {
            let slice = try #require(try await ledger.slice(slices, after: start))
            (sent, after, count) = (sent + slice.results, slice.next, count + 1)
            try await between()
        }
        return (sent, count)
    }

    /// Sends results of these numbers, fifty at a time: one by one they would take most of a test.
    private func send(
        _ numbers: Range<Int>,
        _ board: String = "level-1",
        of install: Int64,
        _ ledger: ResultLedger,
        score: (Int) -> Int64 = { _ in 5 }
    ) async throws {
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 50) {
            let submissions = (start..<min(start + 50, numbers.upperBound)).map { number in
                let end = (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
                let key = [UInt8](repeating: 9, count: 12) + end
                return Submission(key: key, board: board, score: score(number))
            }
            _ = try await ledger.submit(
                submissions,
                of: install,
                at: noon,
                standings: { _, _ in .nothing },
                then: { _ in }
            )
        }
    }

    @Test(
        "each result comes once and in its order, at every edge of a slice",
        arguments: [0, 1, 499, 500, 501, 1_000]
    )
    func whole(count: Int) async throws {
        let fixture = try await SeasonFixture(players: 3)
        // In turn, so that neither players nor boards lie together in the order of arrival.
        for (turn, start) in stride(from: 0, to: count, by: 25).enumerated() {
            let player = fixture.players[turn % fixture.players.count]
            try await send(start..<min(start + 25, count), of: player, fixture.ledger) { Int64($0) }
        }
        let (sent, slices) = try await all(fixture.ledger)
        #expect(sent.map(\.result.sequence) == (0..<count).map { Int64($0 + 1) })
        #expect(sent.map(\.result.score) == (0..<count).map { Int64($0) })
        #expect(slices == count / 500 + 1)
    }

    @Test("what comes while it goes on belongs to the next one, and names are those of now")
    func moving() async throws {
        let fixture = try await SeasonFixture(players: 1)
        try await send(0..<600, of: fixture.players[0], fixture.ledger)
        let player = try #require(try await fixture.arena.players.player(1))
        let outcome = try await all(fixture.ledger) {
            try await fixture.submit(9, of: fixture.players[0], at: noon)
            _ = try await fixture.arena.players.rename(
                player.id,
                to: try PlayerName("+Zoe"),
                version: player.version,
                at: noon
            )
        }
        #expect(outcome.sent.count == 600 && outcome.sent.allSatisfy { $0.result.score == 5 })
        #expect(outcome.sent.first?.name == player.name && outcome.sent.last?.name == "+Zoe")
        #expect(outcome.sent.allSatisfy { $0.code == player.code && $0.board == "level-1" })
    }

    @Test("other games and other boards are left out, however many they are; hidden and held results are not")
    func others() async throws {
        let fixture = try await SeasonFixture(players: 2) { $0.holdAbove = 100 }
        let arena = fixture.arena
        try await arena.addGame("chess")
        _ = try await arena.board("level-1", of: "chess")
        _ = try await arena.board("level-2")
        let guest = try await arena.install(50, game: "chess")
        try await fixture.submit(5, of: fixture.players[0], at: noon)
        try await send(0..<1_100, of: guest, fixture.ledger)
        try await send(2_000..<2_001, "level-2", of: fixture.players[1], fixture.ledger)
        try await fixture.submit(500, of: fixture.players[1], at: noon)
        try await fixture.judge(1, counts: false)
        let (sent, slices) = try await all(fixture.ledger)
        #expect(sent.map(\.result.sequence) == [1, 1_102, 1_103] && slices == 3)
        #expect(sent.map(\.result.state) == [.hidden, .counts, .held])
        #expect(sent.last?.flags == .bounds)
        #expect(try await all(fixture.ledger, board: "level-2").sent.map(\.board) == ["level-2"])
        #expect(try await all(fixture.ledger, "chess").sent.count == 1_100)
    }

    @Test("a game behind another door has none, nor has a board that is not there")
    func doors() async throws {
        let fixture = try await SeasonFixture(players: 1)
        let ledger = fixture.ledger
        #expect(try await ledger.slices(of: "snake", through: .developer(1)) == .noGame)
        #expect(try await ledger.slices(of: "go", through: .all) == .noGame)
        #expect(try await ledger.slices(of: "snake", board: "level-9", through: .all) == .noBoard)
        #expect(try await ledger.slices(of: "snake", board: "", through: .all) == .noBoard)
    }

    @Test("a game that goes to somebody else in the middle ends what its developer was reading")
    func handedOver() async throws {
        let fixture = try await DeveloperFixture()
        let developer = try await fixture.developer("ola", 1).id
        let games = GameStore(database: fixture.arena.database)
        _ = try await games.put(
            try ArenaFixture.facts("snake"),
            version: 0,
            through: .developer(developer),
            at: noon
        )
        let ledger = ResultLedger(database: fixture.arena.database, mostResults: 10)
        let outcome = try await ledger.slices(of: "snake", through: .developer(developer))
        guard case .slices(let slices) = outcome else {
            Issue.record("the game is not there: \(outcome)")
            return
        }
        #expect(try await ledger.slice(slices, after: 0)?.results == [])
        _ = try await fixture.arena.database.write("hand over") { db throws(SQLiteError) in
            try db.execute("UPDATE games SET developer = NULL")
        }
        #expect(try await ledger.slice(slices, after: 0) == nil)
    }
}
