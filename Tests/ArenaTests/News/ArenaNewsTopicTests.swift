import CoreSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("News of the arena as notices")
struct ArenaNewsTopicTests {
    /// A kind as its feature writes it, and what is said of it.
    struct Sample: Sendable, CustomTestStringConvertible {
        let kind: NewsKind
        let word: String
        let page: String
        let english: String
        let polish: String
        var testDescription: String { "\(kind) \(word)" }

        static let all = [
            Sample(
                kind: .invited,
                word: "invited",
                page: "friends",
                english: "Kestrel_9 wants to be your friend|Accept or decline in the app.",
                polish: "Kestrel_9 zaprasza cię do znajomych|Przyjmij albo odrzuć w aplikacji."
            ),
            Sample(
                kind: .accepted,
                word: "accepted",
                page: "friends",
                english: "Kestrel_9 and you are friends now|Your invitation was accepted.",
                polish: "Ty i Kestrel_9 jesteście już znajomymi|Zaproszenie zostało przyjęte."
            ),
            Sample(
                kind: .challenged,
                word: "challenged",
                page: "duels/one",
                english: "Kestrel_9 challenges you to a duel|Snake: Level 1 · the goal is 9000",
                polish: "Kestrel_9 wyzywa cię na pojedynek|Snake: Level 1 · cel: 9000"
            ),
            Sample(
                kind: .answered,
                word: "accepted",
                page: "duels/one",
                english: "Kestrel_9 accepts your challenge|Snake: Level 1 · the duel is on",
                polish: "Kestrel_9 przyjmuje twoje wyzwanie|Snake: Level 1 · pojedynek trwa"
            ),
            Sample(
                kind: .answered,
                word: "declined",
                page: "duels/one",
                english: "Kestrel_9 declines your challenge|Snake: Level 1",
                polish: "Kestrel_9 odrzuca twoje wyzwanie|Snake: Level 1"
            ),
            Sample(
                kind: .decided,
                word: "lost",
                page: "duels/one",
                english: "Kestrel_9 wins the duel against you|Snake: Level 1 · you 5310, Kestrel_9 9000",
                polish: "Kestrel_9 wygrywa z tobą pojedynek|Snake: Level 1 · ty 5310, Kestrel_9 9000"
            ),
            Sample(
                kind: .behind,
                word: "behind",
                page: "duels/one",
                english: "A day left, and you are 3690 behind|Kestrel_9 is ahead · Snake: Level 1",
                polish: "Został jeden dzień, a brakuje ci 3690|Kestrel_9 prowadzi · Snake: Level 1"
            ),
            Sample(
                kind: .passed,
                word: "by:abc",
                page: "games/snake/level-1",
                english: "Kestrel_9 passed you: place 4 now|Snake: Level 1 · you 5310, Kestrel_9 9000",
                polish:
                    "Kestrel_9 cię wyprzedza: masz teraz 4. miejsce|Snake: Level 1 · ty 5310, Kestrel_9 9000"
            ),
        ]
    }

    private func content(_ sample: Sample) -> NewsContent {
        var content = NewsContent(player: "Kestrel_9", page: sample.page)
        (content.game, content.board) = ("Snake", "Level 1")
        (content.mine, content.theirs) = ("5310", "9000")
        (content.goal, content.gap, content.place) = ("9000", "3690", 4)
        return content
    }

    @Test(
        "each kind has its words in both languages, its page and its place on the screen",
        arguments: Sample.all
    )
    func kinds(sample: Sample) async throws {
        for (locale, words) in [("en-GB", sample.english), ("pl-PL", sample.polish)] {
            let fixture = try await NewsFixture(locale: locale)
            try await fixture.wantPassed()
            let now = fixture.state.now
            try await fixture.put(
                News(
                    sample.kind,
                    about: "d:one",
                    word: sample.word,
                    content: content(sample),
                    at: now,
                    expiresAt: now.advanced(by: 86_000)
                )
            )
            try await fixture.relay()
            let sent = try await fixture.state.send().map(\.notice)
            let notice = try #require(sent.first)
            #expect("\(notice.title)|\(notice.body)" == words)
            #expect(notice.link == "/app#\(sample.page)" && notice.thread == "play")
            #expect(notice.collapseID == "arena-\(sample.kind.rawValue):d:one")
            #expect(ToldPlaces.contains(notice.collapseID))
            #expect(notice.urgency == .normal && notice.expiresAt == now.advanced(by: 86_000))
            #expect(sent.count == 1)
        }
    }

    @Test("what is over by the end of quiet hours is not sent, and the rest waits for it")
    func quietHours() async throws {
        let fixture = try await NewsFixture()
        // 08:00 UTC until 09:00.
        try await fixture.state.database.write("quiet") { db throws(SQLiteError) in
            try db.execute("UPDATE devices SET zone = 'UTC', quiet_from = 420, quiet_to = 540")
        }
        let now = fixture.state.now
        for (subject, life) in [("d:short", Int64(1_800)), ("d:long", 7_200)] {
            let end = now.advanced(by: life)
            let content = NewsContent(player: subject, page: "duels/one")
            let news = News(
                .behind,
                about: subject,
                word: "behind",
                content: content,
                at: now,
                expiresAt: end
            )
            try await fixture.put(news)
        }
        try await fixture.relay()
        #expect(try await fixture.sent() == [])
        fixture.state.now = now.advanced(by: 3_601)
        let sent = try await fixture.state.send().map(\.notice)
        #expect(sent.map(\.title) == ["1 hour left, and you are behind"])
        #expect(sent.map(\.body) == ["d:long is ahead"])
    }

    @Test("duels leave the last tokens of a phone to outages")
    func chatter() async throws {
        let fixture = try await NewsFixture()
        for number in 1...9 { try await fixture.put(fixture.news(about: "d:\(number)")) }
        try await fixture.relay()
        #expect(try await fixture.sent().count == 3, "five in a row, of which two are kept")
        let phone = try #require(fixture.phones.first)
        try await fixture.state.watch(phone.person, [1, 2])
        try await fixture.state.place([1, 2])
        try await fixture.state.change([1], .down, .down)
        #expect(try await fixture.state.deliver() == ["Realm 1 is down"])
        try await fixture.state.change([2], .down, .down)
        #expect(try await fixture.state.deliver() == ["Realm 2 is down"])
    }

    @Test("a row that nobody can read is dropped, and a page that is none opens the app")
    func unreadable() async throws {
        let fixture = try await NewsFixture()
        let person = try #require(fixture.phones.first).person
        let now = fixture.state.now
        let rows = [("arena-decided", "{}"), ("arena-later", "{\"player\":\"A\",\"page\":\"x\"}")]
        try await fixture.state.database.write("rows") { db throws(SQLiteError) in
            for (aspect, payload) in rows {
                let notice = NewNotice(
                    subject: "d:x",
                    aspect: aspect,
                    word: "won",
                    payload: payload,
                    at: now,
                    expiresAt: now.advanced(by: 60)
                )
                try notice.put(.person(person), db)
            }
        }
        #expect(try await fixture.sent() == [])
        for (number, page) in ["", "a b", "javascript:x", String(repeating: "a", count: 201)].enumerated() {
            let content = NewsContent(player: "A", page: page)
            let end = now.advanced(by: 60)
            let subject = "f:\(number)"
            try await fixture.put(
                News(.invited, about: subject, word: "invited", content: content, at: now, expiresAt: end)
            )
        }
        try await fixture.relay()
        var links: [String] = []
        for _ in 0..<4 {
            links += try await fixture.state.send().map(\.notice.link)
            fixture.state.now = fixture.state.now.advanced(by: 5)
        }
        #expect(Set(links) == ["/app"] && links.count == 3)
    }

    @Test("what never left is listed by what it would have said")
    func title() async throws {
        let fixture = try await NewsFixture()
        let phone = try #require(fixture.phones.first)
        let (id, now) = (try #require(fixture.players.first).id, fixture.state.now)
        try await fixture.put(fixture.news(.challenged, word: "challenged"))
        try await fixture.relay()
        try await fixture.write { db throws(SQLiteError) in
            try NewsTable.withdraw(.challenged, about: "d:one", from: id, at: now, db)
        }
        try await fixture.relay()
        let record = try #require(try await fixture.state.notices.recent(device: phone.id, most: 1).first)
        #expect(record.title == "Kestrel_9 challenges you to a duel")
        #expect(record.state == .dropped && record.reason == "no longer wanted")
    }

    @Test("every kind of notice that the appliance knows has one topic")
    func kinds() {
        let kinds = (NoticeTopics.core + NoticeTopics.arenaNews).flatMap(\.aspects)
        #expect(Set(kinds).count == kinds.count)
        #expect(Set(kinds).isSuperset(of: NoticeAspect.allCases.map(\.word)))
    }
}
