import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("News on their way from the arena to the outbox")
struct NewsRelayTests {
    @Test("who switched a kind off, and a guest, gets none of it")
    func switches() async throws {
        let fixture = try await NewsFixture()
        try await fixture.arena.addGame()
        let guest = try #require(try await fixture.arena.player(9))
        let (id, news) = (guest.id, fixture.news())
        try await fixture.write { db throws(SQLiteError) in try NewsTable.put(news, to: id, db) }
        try await fixture.put(fixture.news(.passed, about: "b:snake/one"))
        #expect(try await fixture.waiting() == 0, "passed is off at first")
        try await fixture.put(fixture.news())
        #expect(try await fixture.waiting() == 1)
    }

    @Test("a version comes once, however often it is put down; without one each is another one")
    func versions() async throws {
        let fixture = try await NewsFixture()
        for version in [7, 7, 8, nil, nil] as [Int64?] {
            try await fixture.put(fixture.news(version: version))
            try await fixture.relay()
        }
        #expect(try await fixture.state.count("SELECT count(*) FROM outbox") == 4)
    }

    @Test("of a notice and its withdrawal in one batch neither leaves, and what is told after it does")
    func together() async throws {
        let fixture = try await NewsFixture()
        let (id, now) = (fixture.players[0].id, fixture.state.now)
        try await fixture.put(fixture.news(name: "First"))
        try await fixture.write { db throws(SQLiteError) in
            try NewsTable.withdraw(.decided, about: "d:one", from: id, at: now, db)
        }
        #expect(try await fixture.relay() == NewsOutbox.Taken())
        try await fixture.put(fixture.news(name: "Second"))
        try await fixture.write { db throws(SQLiteError) in
            try NewsTable.withdraw(.decided, about: "d:one", from: id, at: now, db)
        }
        try await fixture.put(fixture.news(name: "Third"))
        for _ in 0..<3 { try await fixture.relay(isKilled: true) }
        #expect(try await fixture.sent() == ["You win the duel, Third loses"])
        try await fixture.relay()
        #expect(try await fixture.sent() == [])
        #expect(try await fixture.waiting() == 0)
    }

    /// By what all is taken back.
    enum Means: CaseIterable, Sendable {
        case subject, kind, person, named, passer, hidden, closed, anew
    }

    @Test("what waits in the outbox is taken back, and nothing else", arguments: Means.allCases)
    func withdrawn(means: Means) async throws {
        let fixture = try await NewsFixture()
        try await fixture.wantPassed()
        try await fixture.arena.addGame("s")
        _ = try await fixture.arena.board("1", of: "s")
        try await fixture.befriend()
        let (ola, jan, now) = (fixture.players[0], fixture.players[1], fixture.state.now)
        let about = News.subject(ofPlayer: jan.code)
        try await fixture.put(fixture.news(.challenged, word: "challenged", name: "C"))
        try await fixture.put(fixture.news(.invited, about: about, word: "invited", name: jan.name))
        try await fixture.put(fixture.news(.passed, about: "b:s/1", word: News.word(by: jan.code), name: "P"))
        try await fixture.relay()
        try await fixture.put(fixture.news(.challenged, about: "d:two", word: "challenged", name: "D"))
        try await fixture.write { db throws(SQLiteError) in
            switch means {
            case .subject: try NewsTable.withdraw(.challenged, about: "d:one", from: ola.id, at: now, db)
            case .kind: try NewsTable.withdrawAll(.challenged, from: ola.id, at: now, db)
            case .person: try NewsTable.forget(person: ola.person ?? 0, db)
            case .named: try NewsTable.forgetPlayer(code: jan.code, db)
            case .passer: try NewsTable.withdraw(.passed, about: "b:s/1", from: ola.id, at: now, db)
            case .hidden: #expect(try NewsTable.withdrawPassed(by: jan.id, db))
            case .closed: #expect(try NewsTable.withdrawPassed(inGame: 1, db))
            case .anew: #expect(try NewsTable.withdrawPassed(onBoard: 1, db))
            }
        }
        for isKilled in [true, false] { try await fixture.relay(isKilled: isKilled) }
        var left: Set<Substring> = []
        for _ in 0..<3 {
            for title in try await fixture.sent() {
                left.formUnion(title.split(whereSeparator: { " :".contains($0) }))
            }
            fixture.state.now = fixture.state.now.advanced(by: 600)
        }
        let names: Set<Substring> = ["C", "D", "P", Substring(jan.name)]
        let expected: Set<Substring> =
            switch means {
            case .subject: ["D", "P", Substring(jan.name)]
            case .kind: ["P", Substring(jan.name)]
            case .person: []
            case .named: ["C", "D"]
            case .passer, .hidden, .closed, .anew: ["C", "D", Substring(jan.name)]
            }
        #expect(left.intersection(names) == expected)
    }

    @Test("a deleted player is named in no notice any more, whether it waits, was sent or tells of a duel")
    func unnamed() async throws {
        let fixture = try await NewsFixture()
        let jan = fixture.players[1]
        try await fixture.put(
            fixture.news(.invited, about: News.subject(ofPlayer: jan.code), word: "invited", name: jan.name)
        )
        try await fixture.relay()
        #expect(try await fixture.sent().count == 1)
        try await fixture.put(fixture.news(name: jan.name))
        try await fixture.relay()
        try await fixture.arena.players.remove(jan.id)
        #expect(try await fixture.waiting() == 2, "of others, and of its own person")
        try await fixture.relay()
        let named =
            "SELECT count(*) FROM outbox WHERE payload LIKE '%\(jan.name)%' OR title LIKE '%\(jan.name)%'"
        #expect(try await fixture.state.count(named) == 0)
        #expect(try await fixture.sent() == ["You win the duel, A deleted player loses"])
        let listed = try await fixture.state.notices.recent(device: fixture.phones[0].id, most: 9).map(
            \.title
        )
        #expect(listed.contains("A deleted player wants to be your friend"))
    }

    /// What tells of a player whose name was another one then.
    enum Former: CaseIterable, Sendable {
        case renamed, guest, earlierRelease
    }

    @Test("nor is it by a name that it had before, or had as a guest", arguments: Former.allCases)
    func unnamedFormer(former: Former) async throws {
        let fixture = try await NewsFixture(players: 3)
        let (jan, other) = (fixture.players[1], fixture.players[2])
        let now = fixture.state.now
        let told = former == .guest ? other : jan
        let subject = News.subject(ofPlayer: told.code)
        let code = former == .earlierRelease ? nil : told.code
        let contents = [(subject, "invited", NewsKind.invited), ("d:one", "won", .decided)]
        for (about, word, kind) in contents where kind == .invited || code != nil {
            let content = NewsContent(player: told.name, by: code, page: "friends")
            let end = now.advanced(by: 86_400)
            let news = News(kind, about: about, word: word, content: content, at: now, expiresAt: end)
            try await fixture.put(news)
        }
        try await fixture.relay()
        #expect(try await !fixture.sent().isEmpty)
        try await fixture.put(fixture.news(about: "d:two", name: "Kestrel_9"))
        switch former {
        case .renamed, .earlierRelease:
            let name = try PlayerName("Another")
            _ = try await fixture.arena.players.rename(jan.id, to: name, version: jan.version, at: now)
        case .guest:
            try await fixture.write { db throws(SQLiteError) in
                try db.execute(
                    "UPDATE players SET person = NULL, merged_into = ?2, until = ?3 WHERE id = ?1",
                    .integer(other.id),
                    .integer(jan.id),
                    .integer(now.seconds + 86_400)
                )
            }
        }
        try await fixture.arena.players.remove(jan.id)
        for isKilled in [true, false] { try await fixture.relay(isKilled: isKilled) }
        for name in [told.name, "Another", told.code] {
            let named = "SELECT count(*) FROM outbox WHERE payload LIKE '%\(name)%' OR title LIKE '%\(name)%'"
            #expect(try await fixture.state.count(named) == 0, "\(name)")
        }
        #expect(try await fixture.coded(told) == 0)
        #expect(try await fixture.sent() == ["You win the duel, Kestrel_9 loses"])
    }

    @Test("of one player's invitation a phone hears once a day; one that never left comes later")
    func invitations() async throws {
        let fixture = try await NewsFixture()
        let friends = FriendStore(database: fixture.arena.database)
        let (ola, jan) = (fixture.players[0], fixture.players[1])
        let title = "\(jan.name) wants to be your friend"
        func invite(sending: Bool, _ words: Comment) async throws -> [String] {
            let now = fixture.state.now
            _ = try await friends.change(.want, by: jan.id, with: ola.code, at: now)
            for isKilled in [true, false] { try await fixture.relay(isKilled: isKilled) }
            let sent = try await sending ? fixture.sent() : []
            _ = try await friends.change(.unwant, by: jan.id, with: ola.code, at: now)
            for isKilled in [true, false] { try await fixture.relay(isKilled: isKilled) }
            #expect(try await fixture.sent() == [], words)
            return sent
        }
        #expect(try await invite(sending: false, "taken back") == [])
        #expect(try await invite(sending: true, "taken back again") == [title])
        for _ in 0..<3 { #expect(try await invite(sending: true, "once a day") == []) }
        fixture.state.now = fixture.state.now.advanced(by: 86_400)
        #expect(try await invite(sending: true, "the next day") == [title])
    }

    @Test("what is told while two persons become one reaches the phones that moved, before the arena knows")
    func joined() async throws {
        let fixture = try await NewsFixture(players: 3)
        let codes = (1...2 as ClosedRange<UInt8>).map { [UInt8](repeating: $0, count: 32) }
        let (devices, now) = (fixture.state.devices, fixture.state.now)
        try await fixture.put(fixture.news(name: "Early"))
        // The first becomes the second, and that the third.
        for (index, code) in codes.enumerated() {
            let other = fixture.phones[index + 1]
            _ = try await devices.addLinkCode(hash: code, person: other.person, at: now)
            let joining = try await devices.join(fixture.phones[index].id, codeHash: code, at: now)
            guard case .joined = joining else {
                Issue.record("not joined: \(joining)")
                return
            }
        }
        try await fixture.put(fixture.news(about: "d:two", name: "Late"))
        for isKilled in [true, false] { try await fixture.relay(isKilled: isKilled) }
        let told = "SELECT count(*) FROM outbox WHERE device = "
        #expect(try await fixture.state.count(told + "\(fixture.phones[0].id)") == 2)
        let id = fixture.players[0].id
        try await fixture.write { db throws(SQLiteError) in
            try NewsTable.withdraw(.decided, about: "d:two", from: id, at: now, db)
        }
        try await fixture.relay()
        #expect(Set(try await fixture.sent()) == ["You win the duel, Early loses"])
    }

    @Test("what is under way when it is withdrawn is not tried again")
    func underWay() async throws {
        let fixture = try await NewsFixture()
        let (id, now) = (fixture.players[0].id, fixture.state.now)
        try await fixture.put(fixture.news())
        try await fixture.relay()
        let leased = try await fixture.state.lease(9)
        try await fixture.write { db throws(SQLiteError) in
            try NewsTable.withdraw(.decided, about: "d:one", from: id, at: now, db)
        }
        try await fixture.relay()
        try await fixture.state.settle(leased, .unknown(reason: "no answer"))
        fixture.state.now = now.advanced(by: 600)
        #expect(leased.count == 1)
        #expect(try await fixture.sent() == [])
    }

    @Test("a person that joins another takes along what waits, and one that ends what it was told")
    func persons() async throws {
        let fixture = try await NewsFixture(players: 3)
        let (ola, jan) = (fixture.players[0], fixture.players[1])
        try await fixture.put(fixture.news(name: "A"))
        try await fixture.put(fixture.news(name: "B"), to: 2)
        let entries = [
            PersonLogEntry(sequence: 1, person: ola.person ?? 0, kind: .joined(into: jan.person ?? 0)),
            PersonLogEntry(sequence: 2, person: fixture.players[2].person ?? 0, kind: .ended),
        ]
        _ = try await fixture.arena.players.follow(entries, to: PersonLogCursor(era: 1, sequence: 2), at: nil)
        try await fixture.relay()
        #expect(try await fixture.sent() == ["You win the duel, A loses"])
        #expect(
            try await fixture.state.count("SELECT device FROM outbox WHERE state = 2") == fixture.phones[1].id
        )
    }

    @Test("of one person no more than a hundred wait, and no more than twenty invitations")
    func bounds() async throws {
        let fixture = try await NewsFixture()
        for number in 0..<60 {
            try await fixture.put(fixture.news(.invited, about: "f:\(number)", word: "invited"))
        }
        #expect(try await fixture.relay().dropped == 40)
        for number in 0..<130 { try await fixture.put(fixture.news(about: "d:\(number)")) }
        try await fixture.put(fixture.news(), to: 1)
        #expect(try await fixture.relay(most: 1_000).dropped == 50)
        let waiting = "SELECT count(*) FROM outbox WHERE state = 0 AND device = \(fixture.phones[0].id)"
        #expect(try await fixture.state.count(waiting) == 100)
        #expect(try await fixture.state.count(waiting + " AND subject = 'd:129'") == 1, "the newest stay")
        #expect(try await fixture.relay() == NewsOutbox.Taken())
    }

    @Test("while the outbox takes nothing the oldest make room")
    func trimmed() async throws {
        let fixture = try await NewsFixture()
        var bound = NewsBound()
        #expect(try await fixture.store.range() == nil)
        for number in 0..<250 { try await fixture.put(fixture.news(about: "d:\(number)")) }
        try await fixture.put(fixture.news(about: "d:other"), to: 1)
        let range = try #require(try await fixture.store.range())
        let looks = [bound.isDue(range), bound.isDue(range)]
        #expect(looks == [true, false], "nothing has come since")
        #expect(try await fixture.store.trim() == 150)
        #expect(try await fixture.waiting() == 101)
        #expect(try await fixture.store.next(most: 1).first?.subject == "d:150")
        let later = [bound.isDue(1...99), bound.isDue(1...101)]
        #expect(later == [false, true], "few in a file that began again, and then many")
    }
}
