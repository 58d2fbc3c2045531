import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("A friend's page, and what waits")
struct FriendProfileTests {
    /// Ola and Jan, who are friends, and Ewa; duels between the players, as `(creator, opponent, state, outcome)`.
    private func fixture(_ duels: [(Int, Int, Int, Int?)] = []) async throws -> FriendFixture {
        let fixture = try await FriendFixture(["Ola", "Jan", "Ewa"])
        try await fixture.act(.want, 0, 1)
        try await fixture.act(.want, 1, 0, at: ArenaFixture.noon.advanced(by: 7))
        try await fixture.arena.addGame()
        _ = try await fixture.arena.board()
        for (number, duel) in duels.enumerated() {
            let outcome = duel.3.map { String($0) } ?? "NULL"
            try await fixture.run(
                """
                INSERT INTO duels (code, board, creator, opponent, seconds, state, outcome, created_at, answer_by,
                    started_at, ends_at, key, version)
                VALUES ('d\(number)', 1, \(duel.0), \(duel.1), 3600, \(duel.2), \(outcome), 0, 0, 0, 0,
                    CAST('\(1_000_000_000_000_000 + number)' AS BLOB), 1)
                """
            )
        }
        return fixture
    }

    @Test("duels that are over are counted as each of the two sees them, void ones for nobody")
    func duels() async throws {
        let fixture = try await fixture([
            (1, 2, 2, 0), (1, 2, 2, 0), (2, 1, 2, 0), (2, 1, 2, 1), (1, 2, 2, 2), (2, 1, 2, 2), (1, 2, 2, 3),
            (1, 2, 1, nil), (1, 3, 2, 0), (3, 2, 2, 1),
        ])
        let mine = try #require(try await fixture.friends.friend(fixture.players[1].code, of: 1))
        #expect([mine.duels.won, mine.duels.drawn, mine.duels.lost] == [3, 2, 1])
        #expect(mine.player.name == "Jan" && mine.since == ArenaFixture.noon.advanced(by: 7))
        let theirs = try #require(try await fixture.friends.friend(fixture.players[0].code, of: 2))
        #expect([theirs.duels.won, theirs.duels.drawn, theirs.duels.lost] == [1, 2, 3])
        #expect(mine.link == nil)
        try await fixture.run("UPDATE players SET link = 'https://example.org' WHERE id = 2")
        #expect(
            try await fixture.friends.friend(fixture.players[1].code, of: 1)?.link == "https://example.org"
        )
    }

    @Test("who is no friend, oneself among them, has no such page")
    func outsiders() async throws {
        let fixture = try await fixture()
        let (ola, ewa) = (fixture.players[0], fixture.players[2])
        #expect(try await fixture.friends.friend(ewa.code, of: ola.id) == nil)
        #expect(try await fixture.friends.friend(ola.code, of: ola.id) == nil)
        #expect(try await fixture.friends.friend("nobody", of: ola.id) == nil)
        try await fixture.act(.block, 1, 0)
        #expect(try await fixture.friends.friend(fixture.players[1].code, of: ola.id) == nil)
    }

    @Test("what waits is what one may answer, and what runs has one on either side")
    func waiting() async throws {
        let fixture = try await fixture([
            (2, 1, 0, nil), (3, 1, 0, nil), (1, 2, 0, nil), (1, 2, 1, nil), (3, 1, 1, nil), (2, 3, 1, nil),
            (2, 1, 2, 3),
        ])
        try await fixture.act(.want, 2, 0)
        let waiting = try await fixture.friends.waiting(for: 1)
        #expect([waiting.invitations, waiting.duels, waiting.running] == [1, 2, 2])
        try await fixture.act(.unwant, 0, 2)
        #expect(try await fixture.friends.waiting(for: 1).invitations == 0, "declined")
        let stranger = try await fixture.friends.waiting(for: 99)
        #expect([stranger.invitations, stranger.duels, stranger.running] == [0, 0, 0])
    }
}
