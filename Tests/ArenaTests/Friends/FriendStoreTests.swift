import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Friends, invitations and blocks")
struct FriendStoreTests {
    private let noon = ArenaFixture.noon

    @Test(
        "whatever players do, the file is the rule, every view agrees, and nobody has too many",
        arguments: 1...TestEffort.rounds(3, most: 8)
    )
    func walk(round: Int) async throws {
        var random = SeededGenerator.announced(for: "friends, round \(round)")
        let names = Array(["Ola", "Jan", "Ewa", "Kai", "Żółć"].prefix(3 + round % 3))
        let fixture = try await FriendFixture(names)
        var model: [Set<Int>: Friendship] = [:]
        for step in 0..<TestEffort.rounds(30, most: 120) {
            let player = Int.random(in: 0..<names.count, using: &random)
            let other = Int.random(in: 0..<names.count, using: &random)
            let event = try #require(Friendship.Event.allCases.randomElement(using: &random))
            let now = noon.advanced(by: Int64(step))
            let outcome = try await fixture.act(event, player, other, at: now)
            guard player != other else {
                #expect(outcome == .refused(.oneself))
                continue
            }
            var friendship = model[[player, other]] ?? Friendship()
            let side: Friendship.Side = player < other ? .low : .high
            do throws(Friendship.BlockedByMe) {
                let effects = try friendship.handle(event, by: side)
                guard case .done(let change) = outcome else {
                    Issue.record("step \(step): \(outcome)")
                    return
                }
                #expect(change.relation == friendship.relation(of: side), "step \(step)")
                #expect(change.hasNews == !effects.isEmpty)
            } catch {
                #expect(outcome == .refused(.blockedByMe), "step \(step)")
            }
            model[[player, other]] = friendship
            if step.isMultiple(of: 10) { try await compare(fixture, model) }
        }
        try await compare(fixture, model)
    }

    /// Lists, relations and counts with what the rule says of each pair.
    private func compare(_ fixture: FriendFixture, _ model: [Set<Int>: Friendship]) async throws {
        let count = fixture.players.count
        let rows = try await fixture.arena.database.read("count") { db throws(SQLiteError) in
            try db.rows("SELECT count(*) FROM friends WHERE low >= high") { row throws(SQLiteError) in
                try row.integer(0)
            }
        }
        #expect(rows == [0])
        for player in 0..<count {
            let id = fixture.players[player].id
            var friends: Set<String> = []
            var received: [String: Int] = [:]
            var (sent, blocks): (Set<String>, Set<String>) = ([], [])
            for other in 0..<count where other != player {
                let (friendship, name) = (
                    model[[player, other]] ?? Friendship(), fixture.players[other].name
                )
                let side: Friendship.Side = player < other ? .low : .high
                if friendship.areFriends { friends.insert(name) }
                if let type = friendship.invitation(to: side) { received[name] = type }
                if friendship.isSent(by: side) { sent.insert(name) }
                if friendship.blockers.contains(side) { blocks.insert(name) }
                #expect(try await fixture.relation(player, other) == friendship.relation(of: side))
            }
            #expect(try await fixture.relation(player, player) == .me)
            let listed = try await fixture.friends.friends(of: id).map(\.player.name)
            #expect(Set(listed) == friends && listed.count == friends.count)
            #expect(listed == listed.sorted { NameFolding.fold($0) < NameFolding.fold($1) })
            #expect(try await fixture.friends.friendRows(of: id).count == friends.count)
            let invitations = try await fixture.friends.invitations(of: id)
            #expect(
                Dictionary(invitations.received.map { ($0.player.name, $0.type) }) { $0 + $1 } == received
            )
            #expect(Set(invitations.sent.map(\.player.name)) == sent && invitations.sent.count == sent.count)
            #expect(invitations.sent.allSatisfy { $0.type == 1 })
            #expect(Set(try await fixture.friends.blocks(of: id).map(\.name)) == blocks)
            let waiting = try await fixture.friends.waiting(for: id)
            #expect(waiting.invitations == received.values.count { $0 == 1 })
        }
    }

    @Test("everybody is told what the table says, and what is not so any more is withdrawn")
    func news() async throws {
        let fixture = try await FriendFixture(["Ola", "Jan"])
        try await fixture.act(.want, 0, 1)
        #expect(try await fixture.takeNews() == ["2 invited Ola invited"])
        try await fixture.act(.want, 0, 1)
        #expect(try await fixture.takeNews() == [])
        try await fixture.act(.want, 1, 0)
        #expect(try await fixture.takeNews() == ["2 invited Ola ", "1 accepted Jan accepted"])
        try await fixture.act(.unwant, 1, 0)
        #expect(try await fixture.takeNews() == ["1 accepted Jan "])
        try await fixture.act(.want, 0, 1)
        try await fixture.act(.unwant, 0, 1)
        #expect(try await fixture.takeNews() == ["2 invited Ola invited", "2 invited Ola "])
        try await fixture.act(.want, 0, 1)
        try await fixture.act(.unwant, 1, 0)
        try await fixture.act(.want, 0, 1)
        #expect(
            try await fixture.takeNews() == ["2 invited Ola invited", "2 invited Ola "],
            "who asks again is not heard"
        )
        try await fixture.act(.want, 1, 0)
        #expect(try await fixture.takeNews() == ["1 accepted Jan accepted"])
        try await fixture.act(.block, 0, 1)
        #expect(try await fixture.takeNews() == ["1 accepted Jan "])
        try await fixture.act(.want, 1, 0)
        try await fixture.act(.unblock, 0, 1)
        #expect(try await fixture.takeNews() == [])
        #expect(try await fixture.relation(1, 0) == .sent)
        #expect(try await fixture.relation(0, 1) == .received)
    }

    @Test("what was declined is forgotten after ninety days, and kept where the other one has asked again")
    func declined() async throws {
        let fixture = try await FriendFixture(["Ola", "Jan", "Ewa"])
        for other in [1, 2] {
            try await fixture.act(.want, other, 0)
            try await fixture.act(.unwant, 0, other)
        }
        try await fixture.act(.want, 2, 0)
        let almost = noon.advanced(by: 90 * 86_400)
        try await fixture.act(.want, 1, 0, at: almost)
        #expect(try await fixture.relation(1, 0) == .sent)
        try await fixture.act(.unwant, 1, 0, at: almost)
        let news = try await fixture.takeNews()
        #expect(news.filter { $0 == "1 invited Jan invited" }.count == 1)
        let later = almost.advanced(by: 90 * 86_400 + 1)
        #expect(try await fixture.relation(0, 1) == .received, "nothing is forgotten by itself")
        try await fixture.act(.want, 1, 0, at: later)
        #expect(try await fixture.takeNews() == ["1 invited Jan invited"], "a first one")
        #expect(try await fixture.relation(2, 0) == .sent)
        #expect(try await fixture.relation(0, 2) == .received)
        let types = try await fixture.friends.invitations(of: fixture.players[0].id).received.map(\.type)
        #expect(types == [1, 3])
    }

    @Test("what ends with a friendship is told in the same transaction, once, and undone with it")
    func ends() async throws {
        let fixture = try await FriendFixture(["Ola", "Jan"])
        let (ola, jan) = (fixture.players[0].id, fixture.players[1].id)
        try await fixture.act(.want, 0, 1)
        try await fixture.act(.unwant, 0, 1)
        #expect(fixture.ended.withLock { $0 } == [])
        try await fixture.act(.want, 0, 1)
        try await fixture.act(.want, 1, 0)
        for _ in 0..<2 { try await fixture.act(.unwant, 1, 0) }
        for _ in 0..<2 { try await fixture.act(.block, 0, 1) }
        let ends = [
            FriendEnd(cause: .unfriended, actor: jan, other: ola),
            FriendEnd(cause: .blocked, actor: ola, other: jan),
        ]
        #expect(fixture.ended.withLock { $0 } == ends)
        let failing = FriendStore(database: fixture.arena.database) { _, _, _ throws(SQLiteError) in
            throw SQLiteError(code: .error, message: "no", path: "")
        }
        _ = try await failing.change(.unblock, by: ola, with: fixture.players[1].code, at: noon)
        await #expect(throws: SQLiteError.self) {
            try await failing.change(.block, by: ola, with: fixture.players[1].code, at: noon)
        }
        #expect(try await fixture.relation(0, 1) == Friendship.Relation.none)
    }

    @Test("who is gone, or a guest no more, is nobody")
    func nobody() async throws {
        let fixture = try await FriendFixture(["Ola", "Jan", "Ewa"])
        for other in [1, 2] {
            try await fixture.act(.want, 0, other)
            try await fixture.act(.want, other, 0)
        }
        let former = fixture.players[1].id
        try await fixture.run("UPDATE players SET merged_into = 1, until = 9 WHERE id = \(former)")
        try await fixture.arena.players.remove(fixture.players[2].id)
        for event in Friendship.Event.allCases {
            #expect(try await fixture.act(event, 0, 1) == .noPlayer)
            #expect(try await fixture.act(event, 0, 2) == .noPlayer)
            #expect(try await fixture.act(event, 1, 0) == .noPlayer)
        }
        let ola = fixture.players[0].id
        #expect(try await fixture.friends.friends(of: ola) == [])
        #expect(try await fixture.friends.friendRows(of: ola) == [])
        #expect(try await fixture.friends.profile(fixture.players[1].code, for: ola) == nil)
        #expect(try await fixture.friends.friend(fixture.players[1].code, of: ola) == nil)
        let name = try #require(NameSearch("Jan"))
        #expect(try await fixture.friends.search(name, for: ola) == [])
    }
}
