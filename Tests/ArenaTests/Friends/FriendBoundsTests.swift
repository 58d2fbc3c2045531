import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("How many friends, invitations and blocks there may be")
struct FriendBoundsTests {
    /// Ola and Jan, and so many others who are something to Ola.
    private func fixture(_ others: Int, _ values: String) async throws -> FriendFixture {
        let fixture = try await FriendFixture(["Ola", "Jan", "Ewa"])
        try await fixture.run(
            """
            WITH RECURSIVE n (i) AS (SELECT 101 UNION ALL SELECT i + 1 FROM n WHERE i < 100 + \(others))
            INSERT INTO players (id, code, name, folded, version, created_at, updated_at)
            SELECT i, 'x' || i, 'x' || i, 'x' || i, 1, 0, 0 FROM n
            """
        )
        try await fixture.run(
            """
            INSERT INTO friends (low, high, inviter, type, again, blocked, at)
            SELECT 1, id, \(values), 0 FROM players WHERE id > 100
            """
        )
        return fixture
    }

    private func rows(_ fixture: FriendFixture) async throws -> Int64 {
        let counts = try await fixture.arena.database.read("count") { db throws(SQLiteError) in
            try db.rows("SELECT (SELECT count(*) FROM friends) * 1000 + (SELECT count(*) FROM news)") {
                row throws(SQLiteError) in try row.integer(0)
            }
        }
        return counts.first ?? 0
    }

    @Test("the 501st friend is refused on either side, nothing is stored and nobody is told")
    func friends() async throws {
        let full = try await fixture(ArenaRules.mostFriends, "1, 2, 0, 0")
        let before = try await rows(full)
        #expect(try await full.act(.want, 0, 1) == .refused(.friendsFull(isOwn: true)))
        #expect(try await rows(full) == before)
        let almost = try await fixture(ArenaRules.mostFriends - 1, "1, 2, 0, 0")
        try await almost.act(.want, 1, 0)
        try await almost.act(.want, 2, 0)
        try await almost.act(.want, 0, 1)
        #expect(try await almost.relation(0, 1) == .friend)
        let rest = try await rows(almost)
        #expect(try await almost.act(.want, 0, 2) == .refused(.friendsFull(isOwn: true)))
        #expect(try await rows(almost) == rest)
        try await almost.run("DELETE FROM friends WHERE low IN (1, 2) AND high = 3")
        try await almost.run(
            "INSERT INTO friends (low, high, inviter, type, again, blocked, at) VALUES (1, 3, 1, 1, 0, 0, 0)"
        )
        #expect(try await almost.act(.want, 2, 0) == .refused(.friendsFull(isOwn: false)))
        #expect(try await almost.relation(2, 0) == .received)
    }

    @Test("the 51st invitation is refused, asked again or not, blocked or not; one taken back makes room")
    func invitations() async throws {
        let full = try await fixture(ArenaRules.mostInvitations, "1, 1 + 2 * (id % 2), 1, 0")
        let before = try await rows(full)
        #expect(try await full.act(.want, 0, 1) == .refused(.invitationsFull(isOwn: true)))
        #expect(try await rows(full) == before)
        try await full.act(.block, 1, 0)
        #expect(
            try await full.act(.want, 0, 1) == .refused(.invitationsFull(isOwn: true)),
            "who is blocked is told the same"
        )
        _ = try await full.friends.change(.unwant, by: 1, with: "x101", at: ArenaFixture.noon)
        try await full.act(.want, 0, 1)
        #expect(try await full.relation(0, 1) == .sent)
        let listed = try await full.friends.invitations(of: 1)
        #expect(listed.sent.count == ArenaRules.mostInvitations)
    }

    @Test("more invitations than somebody can look through are refused, and the player may still invite")
    func received() async throws {
        let full = try await fixture(ArenaRules.mostReceived, "id, 1, 0, 0")
        #expect(try await full.act(.want, 1, 0) == .refused(.invitationsFull(isOwn: false)))
        try await full.act(.want, 0, 1)
        #expect(try await full.relation(0, 1) == .sent)
        #expect(try await full.friends.waiting(for: 1).invitations == ArenaRules.mostReceived)
        _ = try await full.friends.change(.unwant, by: 1, with: "x101", at: ArenaFixture.noon)
        try await full.act(.want, 2, 0)
        #expect(try await full.relation(2, 0) == .sent)
    }

    @Test("the 501st block is refused, and blocks of others count for nobody else")
    func blocks() async throws {
        let full = try await fixture(ArenaRules.mostBlocks, "1, 0, 0, 1")
        #expect(try await full.act(.block, 0, 1) == .refused(.blocksFull))
        #expect(try await full.friends.blocks(of: 1).count == ArenaRules.mostBlocks)
        let blocked = try await fixture(ArenaRules.mostBlocks, "1, 0, 0, 2")
        try await blocked.act(.block, 0, 1)
        #expect(try await blocked.friends.blocks(of: 1).map(\.name) == ["Jan"])
    }
}
