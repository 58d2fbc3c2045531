import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("What follows when players become one")
struct MergeFollowingTests {
    private static let noon = JoinFixture.noon

    /// Who blocks whom before two become one.
    struct Block: Sendable, CustomTestStringConvertible {
        /// The one who stays, or the one who goes; and whether the other side blocks that one.
        let isStaying: Bool
        let isByOther: Bool
        var testDescription: String { "\(isStaying ? "stays" : "goes"), \(isByOther ? "blocked" : "blocks")" }

        static let all = [false, true].flatMap { stays in
            [false, true].map { Block(isStaying: stays, isByOther: $0) }
        }
    }

    @Test("a block of either ends the duels of both with that player, and no others", arguments: Block.all)
    func blocks(block: Block) async throws {
        let world = try await JoinFixture()
        let board = try #require(try await world.arena.board())
        let stays = try await world.phone(7)
        let (install, goes) = try await world.guest(1, "Ola")
        let (_, other) = try await world.guest(2, "Other")
        let (_, friend) = try await world.guest(3, "Friend")
        let (holder, free) = block.isStaying ? (stays, goes) : (goes, stays)
        if block.isByOther {
            try await world.set(.nothing, other, holder, blocked: true)
        } else {
            try await world.set(.nothing, holder, other, blocked: true)
        }
        try await world.set(.friends, free, friend)
        // One that runs goes on also where the friendship has ended since.
        try await world.duel(free, other, state: 1, key: 1, board: board.id)
        try await world.duel(other, free, state: 0, key: 2, board: board.id)
        try await world.duel(free, friend, state: 1, key: 3, board: board.id)
        try await world.duel(friend, free, state: 0, key: 4, board: board.id)
        try await world.code("AAAA", of: stays)
        let report = try #require(try await world.join("AAAA", .install(install)))
        #expect(report.endedDuels == 2 && report.voidedDuels == 0 && report.friendsLeft == 0)
        let (me, them, they) = (stays.id, other.id, friend.id)
        #expect(
            try await world.duels() == [
                ["\(me) \(them)", "3 blocked"], ["\(them) \(me)", "3 blocked"], ["\(me) \(they)", "- -"],
                ["\(they) \(me)", "- -"],
            ]
        )
    }

    @Test("with a friend for whom there is no room what waits is over, and what runs goes on")
    func full() async throws {
        let world = try await JoinFixture()
        let board = try #require(try await world.arena.board())
        let (install, goes) = try await world.guest(1)
        let (_, stays) = try await world.guest(2)
        for number in 3...502 {
            try await world.set(.friends, stays, try await world.guest(number).player)
        }
        let (_, left) = try await world.guest(600)
        try await world.set(.friends, goes, left)
        try await world.duel(goes, left, state: 0, key: 1, board: board.id)
        try await world.duel(goes, left, state: 1, key: 2, board: board.id)
        try await world.code("AAAA", of: stays)
        let report = try #require(try await world.join("AAAA", .install(install)))
        #expect(report.friends == 500 && report.friendsLeft == 1)
        #expect(report.endedDuels == 1 && report.voidedDuels == 0)
        #expect(try await world.rows(stays).count == 500)
        let pair = "\(stays.id) \(left.id)"
        #expect(try await world.duels() == [[pair, "3 unfriended"], [pair, "- -"]])
    }

    @Test("a lost answer says what the first one said, also if all was in one second or the clock went back")
    func again() async throws {
        for later in [60, 0, -3_600] as [Int64] {
            let world = try await JoinFixture()
            let phone = try await world.phone(7)
            let (first, _) = try await world.guest(1, "Ola")
            let (second, _) = try await world.guest(2, "Jan")
            let (third, ela) = try await world.guest(3, "Ela")
            try await world.code("AAAA", of: phone)
            #expect(try await world.join("AAAA", .install(first)) != nil)
            try await world.code("BBBB", of: phone)
            #expect(try await world.join("BBBB", .install(second)) != nil)
            let now = Self.noon.advanced(by: later)
            try await world.code("CCCC", of: ela, at: now)
            let report = try #require(try await world.join("CCCC", .person(7), at: now))
            #expect(report.installs == 2 && report.player.id == ela.id && report.loses == phone.name)
            for _ in 0..<2 {
                guard case .joined(let again) = try await world.say("CCCC", .person(7), at: now) else {
                    Issue.record("not the same, \(later)")
                    return
                }
                #expect(again.installs == report.installs && again.friends == report.friends, "\(later)")
                #expect(again.loses == report.loses && again.player == report.player && again.isDone)
            }
            #expect(try await world.say("CCCC", .install(third), at: now) == .unknown)
        }
    }

    @Test("what both had with each other goes with the last of them")
    func duels() async throws {
        let world = try await JoinFixture()
        let board = try #require(try await world.arena.board())
        let stays = try await world.phone(7)
        let (install, goes) = try await world.guest(1, "Ola")
        try await world.duel(stays, goes, state: 1, key: 1, board: board.id)
        try await world.code("AAAA", of: stays)
        #expect(try await world.join("AAAA", .install(install)) != nil)
        #expect(try await world.duels().count == 1)
        _ = try await world.arena.players.remove(stays.id, named: stays.name, at: Self.noon) { _ in }
        #expect(try await world.duels() == [])
    }

    /// Player 0 becomes player 1.
    private func merge(_ fixture: NewsFixture) async throws {
        let (goes, stays, now) = (fixture.players[0], fixture.players[1], fixture.state.now)
        try await fixture.write { db throws(SQLiteError) in
            try PlayerMerge(of: goes, into: stays, db).write(at: now, ahead: nil, db)
        }
    }

    @Test("an invitation is told once more under the name that stays, and no notice has the other name")
    func news() async throws {
        let fixture = try await NewsFixture(players: 4)
        let (goes, stays) = (fixture.players[0], fixture.players[1])
        let friends = FriendStore(database: fixture.arena.database)
        let now = fixture.state.now
        _ = try await friends.change(.want, by: goes.id, with: fixture.players[2].code, at: now)
        for one in [goes, stays] {
            _ = try await friends.change(.want, by: one.id, with: fixture.players[3].code, at: now)
        }
        var news = fixture.news(.challenged, word: "challenged", name: goes.name)
        try await fixture.put(news, to: 2)
        try await fixture.relay()
        news = fixture.news(.decided, about: "d:two", word: "won", name: goes.name)
        try await fixture.put(news, to: 3)
        try await merge(fixture)
        for isKilled in [true, false] { try await fixture.relay(isKilled: isKilled) }
        let named = "SELECT count(*) FROM outbox WHERE payload LIKE '%\(goes.name)%'"
        #expect(try await fixture.state.count(named) == 0)
        var titles: [String] = []
        for _ in 0..<3 {
            titles += try await fixture.sent()
            fixture.state.now = fixture.state.now.advanced(by: 600)
        }
        let invited = "\(stays.name) wants to be your friend"
        #expect(titles.filter { $0 == invited }.count == 2, "one for each of the two")
        let others = titles.filter { $0 != invited }.sorted()
        let challenged = "\(stays.name) challenges you to a duel"
        #expect(others == [challenged, "You win the duel, \(stays.name) loses"].sorted())
        // Whoever is deleted under the new name is named nowhere.
        try await fixture.arena.players.remove(stays.id)
        try await fixture.relay()
        let left =
            "SELECT count(*) FROM outbox WHERE payload LIKE '%\(stays.name)%' OR title LIKE '%\(stays.name)%'"
        #expect(try await fixture.state.count(left) == 0)
    }

    @Test("an invitation that a block or a friendship ends by the way is taken back")
    func takenBack() async throws {
        let fixture = try await NewsFixture(players: 4)
        let (goes, stays) = (fixture.players[0], fixture.players[1])
        let friends = FriendStore(database: fixture.arena.database)
        let now = fixture.state.now
        _ = try await friends.change(.want, by: stays.id, with: fixture.players[2].code, at: now)
        _ = try await friends.change(.block, by: fixture.players[2].id, with: goes.code, at: now)
        _ = try await friends.change(.want, by: fixture.players[3].id, with: stays.code, at: now)
        _ = try await friends.change(.want, by: goes.id, with: fixture.players[3].code, at: now)
        try await fixture.relay()
        try await merge(fixture)
        try await fixture.relay()
        #expect(try await fixture.sent() == [])
    }
}
