import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Duels when installations play for somebody else")
struct DuelInstallTests {
    private let noon = ArenaFixture.noon

    @Test(
        "whoever joins and leaves, what is stored is what the whole ledger comes to",
        arguments: 1...UInt64(TestEffort.rounds(1, most: 6))
    )
    func random(round: UInt64) async throws {
        var random = SeededGenerator.announced(for: "duels and installations, round \(round)")
        let movers = try await Movers(guests: 6)
        let installs = movers.games.keys.sorted()
        var (sent, settled, now): ([(number: Int64, counts: Bool)], Set<Int64>, UnixTime) = ([], [], noon)
        var (begun, joined, parted) = (0, 0, 0)
        let steps = TestEffort.rounds(40, most: 220)
        for _ in 0..<steps {
            now = now.advanced(by: .random(in: 0...3_000, using: &random))
            let install = try #require(installs.randomElement(using: &random))
            let game = movers.games[install] ?? "snake"
            let player = try await movers.player(of: install)
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<45:
                let board = try #require(Movers.boards[game]?.randomElement(using: &random))
                let score = Int64.random(in: -20...20, using: &random)
                let number = try await movers.fixture.submit(score, of: install, on: board, at: now)
                sent.append((number, true))
            case 45..<65:
                let other = try await movers.player(of: try #require(installs.randomElement(using: &random)))
                guard other.id != player.id else { continue }
                let goal = random.one(in: 2) ? nil : Int64.random(in: -20...20, using: &random)
                let (game, boards) = try #require(Movers.boards.randomElement(using: &random))
                let board = try #require(boards.randomElement(using: &random))
                let code = try await movers.begin(player, other, on: board, of: game, goal: goal, at: now)
                if code != nil { begun += 1 }
            case 65..<75:
                guard let place = sent.indices.randomElement(using: &random) else { continue }
                sent[place].counts.toggle()
                let (number, counts) = sent[place]
                let game = try await self.game(of: number, movers)
                _ = try await movers.fixture.ledger.judge(
                    number,
                    of: OpenedGame(game),
                    counts: counts,
                    by: "the owner",
                    at: now,
                    then: { _ in }
                )
            case 75..<88:
                let other = try await movers.player(of: try #require(installs.randomElement(using: &random)))
                if try await movers.join(install, other, at: now) { joined += 1 }
            default: if try await movers.separate(install, at: now) { parted += 1 }
            }
            try await movers.check(&settled)
        }
        #expect(begun > 0 && joined > 0 && parted > 0 || steps < 200, "the walk went nowhere")
    }

    private func game(of result: Int64, _ movers: Movers) async throws -> String {
        let game = try await movers.fixture.arena.database.read("game") { db throws(SQLiteError) in
            try db.first(
                """
                SELECT games.slug FROM results JOIN boards ON boards.id = results.board JOIN games ON games.id = game
                WHERE seq = ?1
                """,
                .integer(result)
            ) { row throws(SQLiteError) in try row.text(0) }
        }
        return game ?? ""
    }

    @Test("joining counts duels again on boards of games that came along, and no others")
    func joining() async throws {
        let movers = try await Movers(guests: 2)
        let (ola, jan) = (try await movers.player(of: 1), try await movers.player(of: 2))
        let snake = try #require(try await movers.begin(ola, jan, on: "level-1", of: "snake", at: noon))
        let chess = try #require(try await movers.begin(ola, jan, on: "level-2", of: "chess", at: noon))
        let others = try await movers.fixture.submit(3, of: 3, at: noon)
        try await movers.fixture.submit(5, of: 4, on: "level-2", at: noon)
        for code in [snake, chess] { try await movers.forge(code, 77, by: others) }
        let version = try await movers.fixture.view(snake).record.version
        #expect(try await movers.join(4, ola, at: noon), "an installation of chess")
        #expect(try await movers.fixture.words(chess) == "running 5:-")
        #expect(try await movers.fixture.words(snake) == "running 77:-")
        #expect(try await movers.fixture.view(snake).record.version == version)
        try await movers.forge(chess, 78, by: others)
        #expect(try await movers.separate(4, at: noon))
        #expect(try await movers.fixture.words(snake) == "running 77:-")
        #expect(try await movers.fixture.words(chess) == "running 78:-", "not by what left")
        #expect(try await movers.join(4, ola, at: noon))
        #expect(try await movers.fixture.words(chess) == "running 5:-")
        #expect(try await movers.separate(4, at: noon))
        #expect(try await movers.fixture.words(chess) == "running -:-")
    }

    @Test("a guest's duels count what the player has whom it joins, and only on boards of that one's games")
    func brought() async throws {
        let movers = try await Movers(guests: 2)
        let (ola, jan, guest) = (
            try await movers.player(of: 1), try await movers.player(of: 2), try await movers.player(of: 4)
        )
        let snake = try #require(try await movers.begin(guest, jan, on: "level-1", of: "snake", at: noon))
        let chess = try #require(try await movers.begin(guest, jan, on: "level-2", of: "chess", at: noon))
        let goal = try #require(
            try await movers.begin(guest, jan, on: "level-2", of: "snake", goal: 0, at: noon)
        )
        try await movers.fixture.submit(9, of: 1, at: noon)
        try await movers.fixture.submit(7, of: 1, on: "level-2", at: noon)
        try await movers.fixture.submit(-1, of: 1, on: "level-2", at: noon)
        try await movers.fixture.submit(8, of: 2, on: "level-2", at: noon)
        let others = try await movers.fixture.submit(3, of: 3, at: noon)
        try await movers.forge(chess, 77, by: others)
        #expect(try await movers.join(4, ola, at: noon))
        #expect(try await movers.fixture.words(snake) == "running 9:-")
        #expect(try await movers.fixture.words(chess) == "running 77:-")
        #expect(
            try await movers.fixture.words(goal) == "creator goal -1:-",
            "what came behind it counts no more"
        )
        #expect(try await movers.fixture.view(snake).record.players.creator == ola.id)
    }
}
