import CoreSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Keys of games")
struct GameKeyTests {
    private static let week: Int64 = 7 * 86_400

    @Test(
        "the newest key counts, and the one before it to the second for which its grace lasts",
        arguments: [
            (1, nil, 0, [1]), (1, 100, 0, [1]), (2, nil, 0, [2]), (2, 100, 99, [2, 1]), (2, 100, 100, [2]),
            (2, 100, 101, [2]), (9, 100, -5, [9, 8]),
        ] as [(Int64, Int64?, Int64, [Int64])]
    )
    func accepted(current: Int64, until: Int64?, now: Int64, versions: [Int64]) {
        let keys = GameKeyVersions(current: current, oldUntil: until.map { UnixTime(seconds: $0) })
        #expect(keys.accepted(at: UnixTime(seconds: now)) == versions)
    }

    @Test("a key that is replaced in its grace ends with that, and the newest two count")
    func replacedTwice() {
        let noon = ArenaFixture.noon
        let once = GameKeyVersions.first.replaced(at: noon)
        #expect(once == GameKeyVersions(current: 2, oldUntil: noon.advanced(by: Self.week)))
        let twice = once.replaced(at: noon.advanced(by: 60))
        #expect(twice.accepted(at: noon.advanced(by: 60)) == [3, 2])
        #expect(twice.accepted(at: noon.advanced(by: 60 + Self.week)) == [3])
    }

    @Test("the next key is made once, however often the same request comes")
    func rotation() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        let noon = ArenaFixture.noon
        let before = try #require(try await arena.games.game("snake")?.game)
        #expect(before.keys == .first && before.version == 1)
        guard case .changed(let changed) = try await arena.games.replaceKey(1, of: "snake", at: noon) else {
            Issue.record("not changed")
            return
        }
        #expect(changed.keys == GameKeyVersions(current: 2, oldUntil: noon.advanced(by: Self.week)))
        #expect(changed.version == 2 && changed.facts == before.facts)
        let later = noon.advanced(by: 1)
        #expect(try await arena.games.replaceKey(1, of: "snake", at: later) == .conflict(changed))
        #expect(try await arena.games.replaceKey(2, of: "chess", at: later) == .noGame)
        #expect(try await arena.games.game("snake")?.game == changed)
    }

    @Test("whether a game signs is kept, changes with its facts, and leaves its keys as they are")
    func signed() async throws {
        let arena = try await ArenaFixture()
        let noon = ArenaFixture.noon
        let facts = try GameFacts(
            slug: "snake",
            name: "S",
            description: "",
            zone: "UTC",
            submissions: .signed
        )
        _ = try await arena.games.put(facts, version: 0, at: noon)
        #expect(try await arena.games.game("snake")?.game.facts.isSigned == true)
        _ = try await arena.games.replaceKey(1, of: "snake", at: noon)
        let open = try GameFacts(slug: "snake", name: "S", description: "", zone: "UTC")
        guard case .changed(let game) = try await arena.games.put(open, version: 2, at: noon) else {
            Issue.record("not changed")
            return
        }
        #expect(!game.facts.isSigned && game.keys.current == 2)
    }

    @Test("it is noticed when keys come from something else than before, and once")
    func source() async throws {
        let arena = try await ArenaFixture()
        let (one, other) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
        for (mark, isOther) in [(one, false), (one, false), (other, true), (other, false), (one, true)] {
            let noticed = try await arena.games.noteKeySource(mark)
            #expect(noticed == isOther)
        }
    }
}
