import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Moderation through the door of a game's developer")
struct ModerationDoorTests {
    private static let noon = ArenaFixture.noon

    /// A game that was moderated already.
    private struct Moderated {
        let row: Int64
        /// Of the first player, which a hiding has, and of the second one.
        let results: [Int64]
        /// The first one is banned.
        let players: [Player]
        let hiding: Int64
    }

    /// Two developers of an arena.
    private struct World {
        let fixture: DeveloperFixture
        let ledger: ResultLedger
        let ola: GameDoor
        let jan: GameDoor

        var hidings: HidingStore { HidingStore(ledger) }
        var bans: BanStore { BanStore(database: fixture.arena.database) }

        init() async throws {
            fixture = try await DeveloperFixture()
            ola = .developer(try await fixture.developer("ola", 1).id)
            jan = .developer(try await fixture.developer("jan", 2).id)
            ledger = ResultLedger(database: fixture.arena.database, mostResults: 100)
        }

        /// `snake` of a developer's, with two players whose installations have the number and the one behind it.
        func snake(of door: GameDoor, _ number: Int) async throws -> Moderated {
            let arena = fixture.arena
            let facts = try ArenaFixture.facts("snake")
            guard
                case .added(let game) = try await arena.games.put(
                    facts,
                    version: 0,
                    through: door,
                    at: ArenaFixture.noon
                )
            else { throw SQLiteError(code: .error, message: "not added", path: "") }
            _ = try #require(try await arena.board())
            var (players, results): ([Player], [Int64]) = ([], [])
            for one in [number, number + 1] {
                guard case .registered(let install, let player) = try await arena.register(one) else {
                    continue
                }
                players.append(player)
                results.append(try await submit(install.id, UInt8(one)))
            }
            let opened = OpenedGame("snake", through: door, row: game.id)
            let begun = try await hidings.begin(
                selection(results[0]),
                of: opened,
                by: "x",
                at: ArenaFixture.noon
            )
            guard case .begun(let hiding) = begun else {
                throw SQLiteError(code: .error, message: "", path: "")
            }
            try await hidings.work(on: hiding, at: ArenaFixture.noon, HidingStore.Following())
            _ = try await bans.ban(players[0].code, from: opened, note: "bot", act)
            return Moderated(row: game.id, results: results, players: players, hiding: hiding.id)
        }

        private func submit(_ install: Int64, _ key: UInt8) async throws -> Int64 {
            let submitted = try await ledger.submit(
                [Submission(key: [UInt8](repeating: key, count: 16), board: "level-1", score: 5)],
                of: install,
                at: ArenaFixture.noon,
                standings: { _, _ in .notLoaded },
                then: { _ in }
            )
            guard case .outcomes(let outcomes) = submitted, case .accepted(let result) = outcomes.first else {
                return 0
            }
            return result.sequence
        }

        func selection(_ result: Int64) -> HidingSelection {
            var selection = HidingSelection()
            selection.result = result
            return selection
        }

        var act: BanStore.Act { BanStore.Act(by: "x", at: ArenaFixture.noon) }

        /// Whoever opened a game that is not there finds nothing to moderate and changes nothing.
        func expectNothing(_ game: OpenedGame, _ there: Moderated) async throws {
            let before = try await rows()
            let (code, other) = (there.players[0].code, there.players[1].code)
            let second = selection(there.results[1])
            #expect(try await hidings.preview(second, of: game) == nil)
            #expect(try await hidings.begin(second, of: game, by: "x", at: ArenaFixture.noon) == .noGame)
            #expect(
                try await hidings.undo(there.hiding, of: game, by: "x", at: ArenaFixture.noon) == .unknown
            )
            #expect(try await hidings.find(there.hiding, of: game) == nil)
            #expect(try await hidings.list(game, before: .max, most: 10) == nil)
            #expect(try await bans.ban(other, from: game, note: nil, act) == .noGame)
            #expect(try await bans.ban(code, from: game, note: "another", act) == .noGame)
            #expect(try await bans.lift(code, from: game, act) == nil)
            #expect(try await bans.bans(game) == nil)
            #expect(try await bans.audit(game, before: .max, most: 10) == nil)
            #expect(try await ledger.list(game, .any, before: .max, most: 10) == nil)
            for (result, counts) in zip(there.results, [true, false]) {
                let judged = try await ledger.judge(result, of: game, counts: counts, by: "x") { _ in }
                #expect(judged == .unknown)
            }
            #expect(try await rows() == before)
        }

        private func rows() async throws -> [String] {
            let bans = try await fixture.arena.database.read("bans") { db throws(SQLiteError) in
                try db.rows("SELECT game || ' ' || player || ' ' || note FROM bans ORDER BY 1") {
                    row throws(SQLiteError) in try row.text(0)
                }
            }
            return try await ArenaRows.all(fixture.arena.database) + bans
        }
    }

    @Test("another developer's game is not there to be moderated, and the own one is")
    func doors() async throws {
        let world = try await World()
        let there = try await world.snake(of: world.jan, 1)
        for row in [there.row, nil] {
            try await world.expectNothing(OpenedGame("snake", through: world.ola, row: row), there)
        }
        let game = OpenedGame("snake", through: world.jan, row: there.row)
        let (hidings, bans) = (world.hidings, world.bans)
        #expect(try await hidings.list(game, before: .max, most: 10)?.map(\.id) == [there.hiding])
        #expect(try await hidings.find(there.hiding, of: game)?.state == .hidden)
        #expect(try await hidings.preview(world.selection(there.results[1]), of: game)?.results == 1)
        #expect(try await bans.bans(game)?.map(\.note) == ["bot"])
        #expect(try await bans.lift(there.players[0].code, from: game, world.act)?.note == "bot")
        guard case .begun = try await hidings.undo(there.hiding, of: game, by: "x", at: Self.noon) else {
            Issue.record("not undone")
            return
        }
        let judged = try await world.ledger.judge(there.results[1], of: game, counts: false, by: "x") { _ in }
        guard case .done(let result) = judged else {
            Issue.record("not judged")
            return
        }
        #expect(result.state == .hidden)
        let listed = try await world.ledger.list(game, .state(.hidden), before: .max, most: 10)
        #expect(listed?.map(\.result.sequence) == there.results.reversed())
        let acts = try await bans.audit(game, before: .max, most: 10)?.map(\.act)
        #expect(acts == [.hidResult, .unbanned, .banned, .hid])
    }

    @Test("a game that was removed after it was opened is not the next one of that name, whoever opened it")
    func race() async throws {
        let world = try await World()
        let gone = try await world.snake(of: world.ola, 1)
        let opened = [world.ola, .all].map { OpenedGame("snake", through: $0, row: gone.row) }
        let removals = GameRemovalStore(world.ledger)
        let begun = try await removals.begin(
            "snake",
            named: "Snake",
            through: world.ola,
            by: "x",
            at: Self.noon
        )
        guard case .begun = begun else {
            Issue.record("not removed")
            return
        }
        for game in opened { try await world.expectNothing(game, gone) }
        let next = try await world.snake(of: world.jan, 3)
        for game in opened {
            try await world.expectNothing(game, gone)
            try await world.expectNothing(game, next)
        }
        #expect(try await world.bans.bans(OpenedGame("snake", row: next.row))?.count == 1)
    }
}
