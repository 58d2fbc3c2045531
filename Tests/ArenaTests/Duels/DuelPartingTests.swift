import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("What friends who part are told of duels and boards")
struct DuelPartingTests {
    private let noon = ArenaFixture.noon

    /// Changes what two players of a fixture are to each other, as the appliance does.
    private func change(_ event: Friendship.Event, _ fixture: DuelFixture, at now: UnixTime) async throws {
        let friends = FriendStore(database: fixture.arena.database)
        _ = try await friends.change(event, by: 1, with: fixture.code(of: 2), at: now)
    }

    /// Person, kind, subject and word; a withdrawal has no word.
    private func rows(_ fixture: DuelFixture) async throws -> Set<String> {
        let rows = try await fixture.arena.database.read("news") { db throws(SQLiteError) in
            try db.rows("SELECT person, kind, subject, word FROM news ORDER BY id") {
                row throws(SQLiteError) in
                "\(try row.integer(0)) \(try row.text(1)) \(try row.text(2)) \(try row.text(3))"
            }
        }
        return Set(rows)
    }

    @Test("a block takes back all that either is to be told of the other: duels, over or not, and boards")
    func block() async throws {
        let fixture = try await DuelFixture(players: 3)
        let waiting = try await fixture.challenge(1, 2, at: noon)
        let running = try await fixture.begin(2, 1, at: noon)
        let over = try await fixture.begin(1, 2, at: noon)
        try await fixture.act(.giveUp, over, 2, at: noon)
        let declined = try await fixture.challenge(2, 1, at: noon)
        try await fixture.act(.decline, declined, 1, at: noon)
        let others = try await fixture.begin(1, 3, at: noon)
        _ = try await fixture.takeNews()
        try await change(.block, fixture, at: noon.advanced(by: 60))
        let rows = try await rows(fixture)
        for code in [waiting, running, over, declined] {
            for person in [101, 102] {
                #expect(rows.contains("\(person) * d:\(code) "), "\(person) of \(code)")
            }
        }
        #expect(rows.contains("101 passed f:\(fixture.code(of: 2)) "))
        #expect(rows.contains("102 passed f:\(fixture.code(of: 1)) "))
        #expect(!rows.contains { $0.contains(others) || $0.hasPrefix("103") })
        #expect(rows.allSatisfy { $0.hasSuffix(" ") }, "nobody is told anything")
        #expect(try await fixture.words(running) == "void blocked -:-")
    }

    @Test("what was over a week ago is news no more, and nothing is taken back of it")
    func old() async throws {
        let fixture = try await DuelFixture(players: 2)
        let over = try await fixture.begin(1, 2, at: noon)
        try await fixture.act(.giveUp, over, 2, at: noon)
        _ = try await fixture.takeNews()
        try await change(.block, fixture, at: noon.advanced(by: 7 * DuelFixture.day))
        #expect(try await !rows(fixture).contains { $0.contains(over) })
    }

    @Test("friends no more are not told that one passed the other; what runs between them is told on")
    func unfriended() async throws {
        let fixture = try await DuelFixture(players: 2)
        let running = try await fixture.begin(1, 2, at: noon)
        let waiting = try await fixture.challenge(1, 2, at: noon)
        _ = try await fixture.takeNews()
        try await change(.unwant, fixture, at: noon)
        #expect(
            try await rows(fixture) == [
                "102 challenged d:\(waiting) ", "101 accepted f:\(fixture.code(of: 2)) ",
                "101 passed f:\(fixture.code(of: 2)) ", "102 passed f:\(fixture.code(of: 1)) ",
            ]
        )
        #expect(try await fixture.words(running) == "running -:-")
    }

    @Test("what a block takes back leaves no outbox", arguments: [false, true])
    func outbox(isRelayed: Bool) async throws {
        let fixture = try await NewsFixture()
        let (ola, jan) = (fixture.players[0], fixture.players[1])
        try await fixture.wantPassed()
        try await fixture.put(fixture.news(.passed, about: "b:s/1", word: News.word(by: jan.code), name: "P"))
        for kind in [NewsKind.challenged, .answered, .behind, .decided] {
            try await fixture.put(fixture.news(kind, word: "better", name: "Q"))
        }
        try await fixture.put(fixture.news(about: "d:two", name: "R"))
        if isRelayed { try await fixture.relay() }
        let now = fixture.state.now
        try await fixture.write { db throws(SQLiteError) in
            try NewsTable.withdraw(nil, about: "d:one", from: ola.id, at: now, db)
            let end = FriendEnd(cause: .blocked, actor: jan.id, other: ola.id)
            try FriendStore.endDuels(end, now, db)
        }
        for isKilled in [true, false] { try await fixture.relay(isKilled: isKilled) }
        var titles: [String] = []
        for _ in 0..<3 {
            titles += try await fixture.sent()
            fixture.state.now = fixture.state.now.advanced(by: 600)
        }
        #expect(titles == ["You win the duel, R loses"])
    }
}
