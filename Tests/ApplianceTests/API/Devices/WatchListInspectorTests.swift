import Core
import Testing
import TestSupport
import WatchpostModel

@testable import Appliance

@Suite("Looking for what lists name and no realm is called")
struct WatchListInspectorTests {
    /// An administrator whose list was stored before anybody knew the realms.
    private func fixture() async throws -> PersonalFixture {
        let fixture = try await PersonalFixture()
        await fixture.register(1)
        _ = await fixture.pair(1)
        fixture.heard.note { $0.europe.realms = [] }
        let list = #"{"version":0,"realms":["retail/кел'тузад","retail/draenor"]}"#
        let stored = await fixture.ask("PUT", PersonalFixture.path(1, "/watchlist/eu"), list, device: 1)
        #expect(stored?.json["realms"] as? [String] == ["retail/draenor", "retail/келтузад"])
        return fixture
    }

    @Test("begins with a fresh answer, tells the lamps, and comes back after an hour")
    func hourly() async throws {
        let fixture = try await fixture()
        let inspector = fixture.services.lists
        var source = PersonalFixture.europe
        source.freshness.state = .stale
        await inspector.inspect(source)
        #expect(fixture.heard.value.watched.last == [.eu: ["retail/draenor", "retail/келтузад"]])
        source.freshness.state = .fresh
        await inspector.inspect(source)
        #expect(fixture.heard.value.watched.last == [.eu: ["retail/draenor", "retail/kelthuzad"]])
        #expect(fixture.heard.value.lines.count == 1)
        try await fixture.database.write("as before") { db throws(SQLiteError) in
            try db.execute(
                "UPDATE watched_realms SET realm = 'retail/kel''thuzad' WHERE realm = 'retail/kelthuzad'"
            )
        }
        fixture.heard.note { $0.seconds += 3_599 }
        await inspector.inspect(source)
        #expect(fixture.heard.value.lines.count == 1)
        fixture.heard.note { $0.seconds += 1 }
        await inspector.inspect(source)
        #expect(fixture.heard.value.lines.count == 2)
    }

    @Test("finds flavours that are misspelt or can be none, once, and leaves those that may come")
    func flavours() async throws {
        let fixture = try await fixture()
        let push = #"{"locale":"en-GB","timeZone":"Europe/Warsaw","push":{"kind":"webpush"}}"#
        #expect(await fixture.ask("PUT", PersonalFixture.path(1), push, device: 1)?.status == 200)
        let endless = String(repeating: "x", count: 32)
        try await fixture.database.write("as an earlier release let it") { db throws(SQLiteError) in
            try db.execute(
                """
                INSERT INTO watched_realms (region, realm, person) SELECT 'eu', value, person
                FROM watch_lists, json_each(?1)
                """,
                .text(#"["retial/kazzak","tournament/kazzak","\#(endless)/kazzak"]"#)
            )
        }
        for _ in 0..<2 {
            await fixture.services.lists.inspectFlavours(of: .eu, [PersonalFixture.europe])
            fixture.heard.note { $0.seconds += 3_600 }
        }
        #expect(
            fixture.heard.value.lines == [
                "2 entries of watch lists name no flavour of eu; their phones are told"
            ]
        )
        let told = try await fixture.database.read("told") { db throws(SQLiteError) in
            try db.rows("SELECT realm FROM watched_realms WHERE told = 1 ORDER BY realm") {
                row throws(SQLiteError) in try row.text(0)
            }
        }
        #expect(told == ["retial/kazzak", "\(endless)/kazzak"])
    }

    /// Stores a list entry of each of so many flavours of 25 to 32 letters, as an earlier release let it.
    private func invent(_ count: Int, after letter: Character = "x", _ fixture: PersonalFixture) async throws
    {
        let names = (0..<count).map { number in
            let digits = String(10_000 + number)
            return "\"\(letter)\(digits)\(String(repeating: "y", count: 19 + number % 8))/a\""
        }
        try await fixture.database.write("as an earlier release let it") { db throws(SQLiteError) in
            try db.execute(
                """
                INSERT INTO watched_realms (region, realm, person) SELECT 'eu', value, person
                FROM watch_lists, json_each(?1)
                """,
                .text("[\(names.joined(separator: ","))]")
            )
        }
    }

    private func told(_ fixture: PersonalFixture) async throws -> Int64? {
        try await fixture.database.read("told") { db throws(SQLiteError) in
            try db.rows("SELECT count(*) FROM watched_realms WHERE told = 1") { row throws(SQLiteError) in
                try row.integer(0)
            }.first
        }
    }

    @Test("thousands of strange flavours of persons who cannot be reached cost no write, hour after hour")
    func unreachable() async throws {
        let fixture = try await fixture()
        try await invent(2_000, fixture)
        let before = fixture.database.groupCounts.writes
        for _ in 0..<3 {
            await fixture.services.lists.inspectFlavours(of: .eu, [PersonalFixture.europe])
            fixture.heard.note { $0.seconds += 3_600 }
        }
        #expect(fixture.database.groupCounts.writes == before)
        #expect(fixture.heard.value.lines.isEmpty)
    }

    @Test(
        "a run looks after fifty strange flavours, the next one goes on, and after the last it begins again"
    )
    func inParts() async throws {
        let fixture = try await fixture()
        let push = #"{"locale":"en-GB","timeZone":"Europe/Warsaw","push":{"kind":"webpush"}}"#
        #expect(await fixture.ask("PUT", PersonalFixture.path(1), push, device: 1)?.status == 200)
        try await invent(120, fixture)
        for expected: Int64 in [50, 100, 120] {
            let before = fixture.database.groupCounts.writes
            await fixture.services.lists.inspectFlavours(of: .eu, [PersonalFixture.europe])
            #expect(fixture.database.groupCounts.writes - before <= WatchListInspector.mostFlavours)
            #expect(try await told(fixture) == expected)
            fixture.heard.note { $0.seconds += 3_600 }
        }
        try await invent(1, after: "a", fixture)
        await fixture.services.lists.inspectFlavours(of: .eu, [PersonalFixture.europe])
        #expect(try await told(fixture) == 121)
    }

    @Test("a phone stores no flavour that can be none", arguments: [24, 25, 32])
    func invented(length: Int) async throws {
        let fixture = try await PersonalFixture()
        await fixture.register(1)
        let name = String(repeating: "x", count: length) + "/a"
        let answer = await fixture.ask(
            "PUT",
            PersonalFixture.path(1, "/watchlist/eu"),
            #"{"version":0,"realms":["\#(name)"]}"#,
            device: 1
        )
        #expect(answer?.status == (length <= 24 ? 200 : 400))
    }

    @Test("follows what is published")
    func loop() async throws {
        let fixture = try await fixture()
        let inspector = fixture.services.lists
        let work = Task { await inspector.run() }
        inspector.saw([PersonalFixture.europe])
        let heard = fixture.heard
        let isTold = await becomesTrue { !heard.value.lines.isEmpty }
        #expect(isTold)
        work.cancel()
        await work.value
    }
}
