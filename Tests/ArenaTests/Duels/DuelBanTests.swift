import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Duels of players whom a game has banned")
struct DuelBanTests {
    private let noon = ArenaFixture.noon

    /// Two friends, of whom the first is banned from `snake`.
    private struct World {
        let fixture: DuelFixture
        let banned: Int64
        let friend: Int64
        private let bans: BanStore
        private let act = BanStore.Act(by: "the owner", at: ArenaFixture.noon)

        init() async throws {
            fixture = try await DuelFixture(players: 2)
            (banned, friend) = (fixture.players[0], fixture.players[1])
            bans = BanStore(database: fixture.arena.database)
        }

        func ban() async throws {
            _ = try await bans.ban(fixture.code(of: banned), from: OpenedGame("snake"), note: nil, act)
        }

        func lift() async throws {
            _ = try await bans.lift(fixture.code(of: banned), from: OpenedGame("snake"), act)
        }
    }

    @Test("no duel begins with who is banned, whoever asks, until the ban is lifted; another game's do")
    func asked() async throws {
        let world = try await World()
        let (fixture, banned, friend) = (world.fixture, world.banned, world.friend)
        try await fixture.arena.addGame("chess")
        _ = try #require(try await fixture.arena.board(of: "chess"))
        let before = fixture.wish(banned, friend)
        guard case .made = try await fixture.create(before, at: noon) else {
            Issue.record("not made")
            return
        }
        try await world.ban()
        #expect(try await fixture.create(fixture.wish(banned, friend), at: noon) == .banned(isOwn: true))
        #expect(try await fixture.create(fixture.wish(friend, banned), at: noon) == .banned(isOwn: false))
        guard case .repeated = try await fixture.create(before, at: noon) else {
            Issue.record("what was asked for before is not answered as before")
            return
        }
        var elsewhere = fixture.wish(banned, friend)
        elsewhere.game = "chess"
        guard case .made = try await fixture.create(elsewhere, at: noon) else {
            Issue.record("not made in another game")
            return
        }
        try await world.lift()
        guard case .made = try await fixture.create(fixture.wish(banned, friend), at: noon) else {
            Issue.record("the ban is not lifted")
            return
        }
    }

    @Test("what waits is accepted by neither side while one of them is banned, and can be declined")
    func waiting() async throws {
        let world = try await World()
        let (fixture, banned, friend) = (world.fixture, world.banned, world.friend)
        let received = try await fixture.challenge(friend, banned, at: noon)
        let sent = try await fixture.challenge(banned, friend, at: noon)
        try await world.ban()
        #expect(try await fixture.act(.accept, received, banned, at: noon) == .banned(isOwn: true))
        #expect(try await fixture.act(.accept, sent, friend, at: noon) == .banned(isOwn: false))
        #expect(try await fixture.view(sent).duel.state == .waiting)
        guard case .done = try await fixture.act(.decline, received, banned, at: noon) else {
            Issue.record("not declined")
            return
        }
        try await world.lift()
        guard case .done(let view) = try await fixture.act(.accept, sent, friend, at: noon) else {
            Issue.record("not accepted")
            return
        }
        #expect(view.duel.state == .running)
    }

    @Test("what runs goes on and ends by what counts, and is not asked for once more")
    func running() async throws {
        let world = try await World()
        let (fixture, banned, friend) = (world.fixture, world.banned, world.friend)
        let code = try await fixture.begin(banned, friend, at: noon)
        try await fixture.submit(5, of: banned, at: noon)
        try await world.ban()
        #expect(try await fixture.words(code) == "running 5:-")
        guard case .done = try await fixture.act(.accept, code, friend, at: noon) else {
            Issue.record("accepted again, it does not answer the same")
            return
        }
        try await fixture.submit(9, of: friend, at: noon.advanced(by: 1))
        #expect(try await fixture.words(code) == "running 5:9")
        let end = noon.advanced(by: 4 * DuelFixture.day)
        try await fixture.duels.decideDue(of: friend, at: end, then: fixture.following)
        for (player, isOwn) in [(banned, true), (friend, false)] {
            let again = try await fixture.duels.rematch(
                code,
                by: player,
                code: fixture.arena.code(99),
                at: end,
                then: fixture.following
            )
            #expect(again == .banned(isOwn: isOwn))
        }
    }
}
