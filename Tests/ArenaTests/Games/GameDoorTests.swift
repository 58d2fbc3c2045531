import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Who may govern which game")
struct GameDoorTests {
    /// Two developers of an arena.
    private static func world() async throws -> (DeveloperFixture, ola: GameDoor, jan: GameDoor) {
        let fixture = try await DeveloperFixture()
        let (ola, jan) = (try await fixture.developer("ola", 1), try await fixture.developer("jan", 2))
        return (fixture, .developer(ola.id), .developer(jan.id))
    }

    @Test("a developer's own games are behind their door, all games behind the owner's")
    func doors() async throws {
        let (fixture, ola, jan) = try await Self.world()
        let games = fixture.arena.games
        try await fixture.arena.addGame("chess")
        for (slug, door) in [("snake", ola), ("pong", jan)] {
            let facts = try ArenaFixture.facts(slug)
            guard case .added = try await games.put(facts, version: 0, through: door, at: ArenaFixture.noon)
            else {
                Issue.record("not added")
                return
            }
        }
        func slugs(_ door: GameDoor) async throws -> [String] {
            try await games.games(through: door).map(\.game.facts.slug)
        }
        #expect(try await slugs(.all) == ["chess", "pong", "snake"])
        #expect(try await slugs(ola) == ["snake"])
        #expect(try await slugs(jan) == ["pong"])
        #expect(try await games.game("snake", through: jan) == nil)
        #expect(try await games.game("chess", through: ola) == nil)
        let facts = try ArenaFixture.facts("snake", name: "Mine")
        #expect(try await games.put(facts, version: 1, through: jan, at: ArenaFixture.noon) == .noGame)
        #expect(try await games.put(facts, version: 0, through: jan, at: ArenaFixture.noon) == .taken)
        guard case .changed = try await games.put(facts, version: 1, at: ArenaFixture.noon) else {
            Issue.record("the owner may not change it")
            return
        }
        #expect(try await games.game("snake", through: ola)?.game.facts.name == "Mine")
    }

    @Test("who fills the developers' room leaves the owner's, and the other way round")
    func bounds() async throws {
        let (fixture, ola, jan) = try await Self.world()
        let games = fixture.arena.games
        func add(_ slug: String, _ door: GameDoor) async throws -> GameStore.Change<Game> {
            let facts = try ArenaFixture.facts(slug)
            return try await games.put(facts, version: 0, through: door, at: ArenaFixture.noon)
        }
        for number in 1...ArenaRules.mostGames {
            _ = try await add("o\(number)", ola)
            _ = try await add("a\(number)", .all)
        }
        #expect(try await add("more", ola) == .full(ArenaRules.mostGames))
        #expect(try await add("more", .all) == .full(ArenaRules.mostGames))
        guard case .added = try await add("more", jan) else {
            Issue.record("another developer has no room")
            return
        }
    }

    @Test("a game that is on its way out takes no place, and of those a developer has only so many")
    func goingAway() async throws {
        let (fixture, ola, jan) = try await Self.world()
        let games = fixture.arena.games
        let removals = GameRemovalStore(ResultLedger(database: fixture.arena.database, mostResults: 100))
        func add(_ slug: String) async throws -> GameStore.Change<Game> {
            let facts = try ArenaFixture.facts(slug)
            return try await games.put(facts, version: 0, through: ola, at: ArenaFixture.noon)
        }
        func remove(_ slug: String, _ door: GameDoor) async throws -> GameRemovalStore.Begun {
            try await removals.begin(slug, named: "Snake", through: door, by: "x", at: ArenaFixture.noon)
        }
        func begins(_ slug: String, _ door: GameDoor) async throws -> Bool {
            if case .begun(_, []) = try await remove(slug, door) { true } else { false }
        }
        for number in 1...ArenaRules.mostGames { _ = try await add("o\(number)") }
        for number in 1...ArenaRules.mostGameRemovals {
            #expect(try await begins("o\(number)", ola))
            guard case .added = try await add("n\(number)") else {
                Issue.record("game \(number) that goes takes a place")
                return
            }
        }
        #expect(try await remove("n1", ola) == .full)
        #expect(try await games.game("n1", through: ola) != nil)
        _ = try await games.put(try ArenaFixture.facts("a1"), version: 0, through: jan, at: ArenaFixture.noon)
        #expect(try await begins("a1", jan))
        #expect(try await begins("n2", .all))
        while let game = try await removals.next() {
            try await removals.work(on: game, GameRemovalStore.Following())
        }
        #expect(try await begins("n1", ola))
    }
}
