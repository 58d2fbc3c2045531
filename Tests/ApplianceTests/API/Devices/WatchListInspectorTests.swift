import Core
import Testing
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
