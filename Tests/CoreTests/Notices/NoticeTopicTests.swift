import Core
import CoreSupport
import Testing
import WatchpostModel

@Suite("A topic that a feature brings along")
struct NoticeTopicTests {
    private func appliance() async throws -> NoticeFixture {
        let appliance = try await NoticeFixture(topics: [SampleTopic()])
        try await appliance.database.write("duels") { db throws(SQLiteError) in
            try db.execute(SampleTopic.table)
        }
        return appliance
    }

    private func score(
        _ score: Int,
        against phone: DeviceRecord,
        in appliance: NoticeFixture,
        code: String = "AB"
    ) async throws {
        try await SampleTopic.score(
            score,
            in: code,
            against: phone.person,
            appliance.database,
            at: appliance.now
        )
    }

    private func heard(_ appliance: NoticeFixture) async throws -> [String?] {
        try await appliance.database.read("heard") { db throws(SQLiteError) in
            try db.rows("SELECT heard FROM duels ORDER BY code") { row throws(SQLiteError) in
                try row.optionalText(0)
            }
        }
    }

    @Test("its words reach the phone in its language, with its link and its place on the screen")
    func words() async throws {
        let appliance = try await appliance()
        let english = try await appliance.phone(1, watching: [])
        let polish = try await appliance.phone(2, watching: [], locale: "pl-PL")
        try await score(7, against: english, in: appliance)
        try await score(8, against: polish, in: appliance, code: "CD")
        let sent = try await appliance.send().map(\.notice)
        #expect(sent.map(\.title).sorted() == ["Ann is ahead", "Ann prowadzi"])
        #expect(sent.map(\.body).sorted() == ["7", "8"])
        #expect(sent.map(\.link).sorted() == ["/app#duels/AB", "/app#duels/CD"])
        #expect(sent.map(\.collapseID).sorted() == ["AB", "CD"])
        #expect(sent.map(\.badge) == [1, 1])
        #expect(try await heard(appliance) == ["accepted", "accepted"])
    }

    @Test("its condition is asked when the notice leaves, not when it was written")
    func condition() async throws {
        let appliance = try await appliance()
        let phone = try await appliance.phone(1, watching: [])
        try await score(7, against: phone, in: appliance)
        try await appliance.database.write("over") { db throws(SQLiteError) in
            try db.execute("UPDATE duels SET running = 0")
        }
        #expect(try await appliance.send().isEmpty)
        let record = try #require(try await appliance.notices.recent(device: phone.id, most: 1).first)
        #expect(record.state == .dropped)
        #expect(record.reason == "the duel is over")
        #expect(record.title == "duel with Ann")
    }

    @Test("of rows with one place only one is under way to a phone, and an answer that never came is told")
    func place() async throws {
        let appliance = try await appliance()
        let phone = try await appliance.phone(1, watching: [])
        try await score(7, against: phone, in: appliance)
        try await score(8, against: phone, in: appliance)
        let first = try await appliance.lease(9)
        #expect(first.map(\.notice.body) == ["7"])
        #expect(try await appliance.lease(9).isEmpty)
        appliance.now = appliance.now.advanced(by: 301)
        let again = try await appliance.lease(9)
        #expect(again.map(\.id) == first.map(\.id))
        #expect(again.map(\.isRepeat) == [true])
        #expect(try await heard(appliance) == ["doubted"])
    }

    @Test("what waits is taken back")
    func withdrawn() async throws {
        let appliance = try await appliance()
        let phone = try await appliance.phone(1, watching: [])
        try await score(7, against: phone, in: appliance)
        let now = appliance.now
        try await appliance.database.write("withdraw") { db throws(SQLiteError) in
            try NewNotice.withdraw("AB", aspect: "duel", of: phone.person, at: now, db)
        }
        #expect(try await appliance.send().isEmpty)
        #expect(
            try await appliance.notices.recent(device: phone.id, most: 1).first?.reason == "no longer wanted"
        )
    }

    @Test("rows of a topic that is gone are dropped, and named by what they were about")
    func gone() async throws {
        let appliance = try await appliance()
        let phone = try await appliance.phone(1, watching: [])
        try await score(7, against: phone, in: appliance)
        let without = NoticeStore(
            database: appliance.database,
            topics: NoticeTopics(NoticeTopics.core, in: try NoticeWordsFiles.languages())
        )
        let leased = try await without.lease(.any(9), channel: "webpush", merging: true, at: appliance.now)
        #expect(leased.isEmpty)
        let record = try #require(try await without.recent(device: phone.id, most: 1).first)
        #expect(record.reason == "not known to this release")
        #expect(record.title == "AB")
    }
}
