import Core
import Testing
import WatchpostModel

@testable import Arena

@Suite("Games and boards on the disk")
struct GameStoreTests {
    private static func board(_ slug: String) -> BoardRules {
        var rules = BoardRules(slug: slug, name: "Level 1")
        rules.low = .min
        rules.high = .max
        rules.holdAbove = 9_223_372_036_854_775_806
        rules.pace = 1_000
        rules.format = .decimals(3)
        rules.unit = "km"
        rules.windows = [.day, .month]
        rules.counts = .sum
        rules.isAscending = true
        return rules
    }

    @Test("a game is added, changed by its version, closed, and opened again")
    func game() async throws {
        let arena = try await ArenaFixture()
        let (first, second) = (
            try ArenaFixture.facts("snake"), try ArenaFixture.facts("snake", name: "Snake 2")
        )
        func put(_ facts: GameFacts, _ version: Int64) async throws -> GameStore.Change<Game> {
            try await arena.games.put(facts, version: version, at: ArenaFixture.noon)
        }
        #expect(try await put(first, 3) == .noGame)
        guard case .added(let game) = try await put(first, 0) else {
            Issue.record("not added")
            return
        }
        #expect(try await put(first, 0) == .unchanged(game))
        #expect(try await put(second, 0) == .conflict(game))
        guard case .changed(let changed) = try await put(second, 1) else {
            Issue.record("not changed")
            return
        }
        #expect(changed.version == 2 && changed.facts.name == "Snake 2" && changed.id == game.id)
        #expect(try await arena.games.close("snake", at: ArenaFixture.noon))
        #expect(try await arena.games.close("snake", at: ArenaFixture.noon.advanced(by: 9)))
        #expect(try await arena.games.close("chess", at: ArenaFixture.noon) == false)
        let closed = try #require(try await arena.games.game("snake"))
        #expect(closed.game.closedAt == ArenaFixture.noon && closed.game.version == 3)
        guard case .changed(let open) = try await put(second, 3) else {
            Issue.record("not opened again")
            return
        }
        #expect(open.closedAt == nil)
    }

    @Test("a board keeps all that is said of it, at both ends of Int64")
    func board() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        let rules = try Self.board("level-1").checked()
        guard case .added(let board) = try await arena.games.put(rules, of: "snake", version: 0) else {
            Issue.record("not added")
            return
        }
        #expect(try await arena.games.game("snake")?.boards == [board])
        #expect(try await arena.games.games().map(\.boards) == [[board]])
        #expect(try await arena.games.put(rules, of: "snake", version: 0) == .unchanged(board))
        #expect(try await arena.games.put(rules, of: "chess", version: 0) == .noGame)
        var other = rules
        other.name = "First level"
        other.high = nil
        #expect(try await arena.games.put(other, of: "snake", version: 7) == .conflict(board))
        guard case .changed(let changed) = try await arena.games.put(other, of: "snake", version: 1) else {
            Issue.record("not changed")
            return
        }
        #expect(changed.rules == other && changed.version == 2)
    }

    @Test(
        "only a change is followed: one that says the same, comes too late or is of no game leaves boards in memory"
    )
    func followed() async throws {
        let arena = try await ArenaFixture()
        let calls = Locked([[Int64]]())
        let count: @Sendable ([Int64]) -> Void = { boards in calls.withLock { $0.append(boards) } }
        let closing: @Sendable () -> Void = { calls.withLock { $0.append([]) } }
        let (facts, other) = (
            try ArenaFixture.facts("snake"), try ArenaFixture.facts("snake", name: "Snake 2")
        )
        _ = try await arena.games.put(facts, version: 0, at: ArenaFixture.noon, then: count)
        #expect(calls.withLock { $0 } == [[]])
        try await arena.addGame("tetris")
        _ = try await arena.games.put(BoardRules(slug: "b", name: "B"), of: "tetris", version: 0)
        let board = try #require(try await arena.board("level-1"))
        _ = try await arena.games.put(facts, version: 1, at: ArenaFixture.noon, then: count)
        _ = try await arena.games.put(other, version: 7, at: ArenaFixture.noon, then: count)
        _ = try await arena.games.close("chess", at: ArenaFixture.noon, then: closing)
        #expect(calls.withLock { $0 } == [[]])
        _ = try await arena.games.put(other, version: 1, at: ArenaFixture.noon, then: count)
        _ = try await arena.games.close("snake", at: ArenaFixture.noon, then: closing)
        #expect(calls.withLock { $0 } == [[], [board.id], []], "boards of other games stay in memory")
    }

    @Test("order and operator stay until a new season, because all results so far were counted by them")
    func order() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        let rules = try BoardRules(slug: "b", name: "B").checked()
        _ = try await arena.games.put(rules, of: "snake", version: 0)
        var (order, counts) = (rules, rules)
        order.isAscending = true
        counts.counts = .latest
        for other in [order, counts] {
            guard case .refused(let refusal) = try await arena.games.put(other, of: "snake", version: 1)
            else {
                Issue.record("not refused")
                return
            }
            #expect(refusal.words.contains("only with a new season"))
        }
    }

    @Test("there is room for so many games and boards, and no more")
    func bounds() async throws {
        let arena = try await ArenaFixture()
        for number in 1...ArenaRules.mostGames { try await arena.addGame("g\(number)") }
        let more = try await arena.games.put(
            try ArenaFixture.facts("more"),
            version: 0,
            at: ArenaFixture.noon
        )
        #expect(more == .full(ArenaRules.mostGames))
        for number in 1...ArenaRules.mostBoards {
            _ = try await arena.games.put(BoardRules(slug: "b\(number)", name: "B"), of: "g1", version: 0)
        }
        let board = try await arena.games.put(BoardRules(slug: "more", name: "B"), of: "g1", version: 0)
        #expect(board == .full(ArenaRules.mostBoards))
    }

    @Test(
        "what cannot be shown or addressed is refused, and says which field it was",
        arguments: [
            ("", "Snake", "", "UTC", "game"), ("Snake", "Snake", "", "UTC", "game"),
            ("-s", "Snake", "", "UTC", "game"),
            ("s/t", "Snake", "", "UTC", "game"), ("s", "", "", "UTC", "name"),
            ("s", " \n", "", "UTC", "name"),
            ("s", "a\u{202E}b", "", "UTC", "name"), ("s", "S", "a\u{200B}", "UTC", "description"),
            ("s", "S", "", "Mars/Base", "zone"), ("s", "S", "", "../../etc/passwd", "zone"),
        ]
    )
    func facts(slug: String, name: String, description: String, zone: String, field: String) {
        do throws(ArenaText.Refusal) {
            _ = try GameFacts(slug: slug, name: name, description: description, zone: zone)
            Issue.record("it was taken")
        } catch {
            #expect(error.field == field)
        }
    }

    @Test("texts have bounds in bytes, and lines only where they are meant")
    func texts() throws {
        let long = String(repeating: "ż", count: 31)
        #expect(throws: ArenaText.Refusal.self) { try ArenaFixture.facts("s", name: long) }
        #expect(throws: ArenaText.Refusal.self) { try ArenaFixture.facts("s", name: "a\nb") }
        let facts = try GameFacts(slug: "s", name: " 🐍 Snake ", description: "one\ntwo\n", zone: "UTC")
        #expect(facts.name == "🐍 Snake" && facts.description == "one\ntwo" && !facts.isSigned)
    }

    @Test("rules of a board that make no sense are refused")
    func rules() {
        func refused(_ change: (inout BoardRules) -> Void) -> String? {
            var rules = BoardRules(slug: "b", name: "B")
            change(&rules)
            do throws(ArenaText.Refusal) {
                _ = try rules.checked()
                return nil
            } catch {
                return error.field
            }
        }
        #expect(
            refused {
                $0.low = 2; $0.high = 1
            } == "low"
        )
        #expect(
            refused {
                $0.low = 1; $0.high = 1
            } == nil
        )
        #expect(refused { $0.pace = 0 } == "pace")
        #expect(refused { $0.format = .decimals(0) } == "decimals")
        #expect(refused { $0.format = .decimals(10) } == "decimals")
        #expect(refused { $0.unit = "" } == "unit")
        #expect(refused { $0.name = "" } == "name")
        #expect(refused { $0.slug = "B" } == "board")
    }
}
