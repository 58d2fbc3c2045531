import Core
import Testing
import WatchpostModel

@Suite("Realms of which upstream says nothing that can be read")
struct UnreadableRealmTests {
    @Test("a status that nobody knows is unknown, since then, and no event")
    func unknownWord() {
        var script = RealmScript.tenUp()
        script.set(["us-3"], .unknown("MIGRATING"))
        #expect(script.poll().isEmpty)
        let since = script.now.wall
        #expect(script.poll(times: 4).isEmpty)
        #expect(script.realm("us-3")?.state == .unknown)
        #expect(script.realm("us-3")?.since == since)
        #expect(script.realm("us-2")?.state == .up)
        #expect(script.monitor.views.first?.freshness.state == .fresh)
        #expect(script.logged.count == 1)
        #expect(script.logged.first?.contains("MIGRATING") == true)
        script.set(["us-3"], .up)
        #expect(script.poll().isEmpty)
        #expect(script.realm("us-3")?.state == .up)
        #expect(script.logged.count == 2)
    }

    @Test("a realm that is down, unknown and up again is told up; down again it is not told twice")
    func throughUnknown() {
        var script = RealmScript.tenUp()
        script.set(["us-3"], .down)
        script.poll(times: 3)
        let began = script.realm("us-3")?.since
        script.set(["us-3"], .unknown("MIGRATING"))
        #expect(script.poll(times: 3).isEmpty)
        #expect(script.realm("us-3")?.state == .unknown)
        script.set(["us-3"], .down)
        #expect(script.poll(times: 3).isEmpty)
        #expect(script.realm("us-3")?.state == .down)
        #expect(script.realm("us-3")?.since == began)
        script.set(["us-3"], .unknown("MIGRATING"))
        script.poll()
        script.set(["us-3"], .up)
        #expect(script.poll(times: 2).map(\.short) == ["up retail/us-3"])
    }

    @Test("observations on both sides of an unreadable one are not in a row")
    func notInARow() {
        var script = RealmScript.tenUp()
        script.set(["us-3"], .down)
        script.poll(times: 2)
        script.set(["us-3"], .unknown("MIGRATING"))
        script.poll(generation: "a")
        for _ in 0..<20 {
            script.pass(.seconds(60))
            #expect(script.send(.unchanged(RealmScript.us)).isEmpty)
        }
        #expect(script.realm("us-3")?.state == .unknown)
        script.set(["us-3"], .down)
        #expect(script.poll(times: 2).isEmpty)
        #expect(script.poll().map(\.short) == ["down retail/us-3"])
    }

    @Test("after a restart a realm that no answer has named is unknown, until one names it")
    func unnamed() {
        var script = RealmScript.tenUp()
        let listed = script.listed
        script.restart(after: .seconds(600))
        script.edit { $0.removeAll { group in group.realms.contains { $0.slug == "us-3" } } }
        #expect(script.poll().isEmpty)
        #expect(script.monitor.views.first?.freshness.state == .fresh)
        #expect(script.realm("us-3")?.state == .unknown)
        #expect(script.realm("us-2")?.state == .up)
        script.edit { $0 = listed }
        #expect(script.poll().isEmpty)
        #expect(script.realm("us-3")?.state == .up)
    }

    @Test("what is kept over a restart is what was announced, not that it cannot be read")
    func restart() throws {
        var script = RealmScript.tenUp()
        script.set(["us-3"], .down)
        script.poll(times: 3)
        script.change(["us-3"]) {
            $0.status = .unknown("MIGRATING")
            $0.connectedRealm = 77
        }
        script.poll()
        let announced = try #require(
            script.effects.reversed().compactMap { effect -> RealmAnnouncement? in
                if case .announce(let announcement) = effect { announcement } else { nil }
            }.first
        )
        #expect(script.realm("us-3")?.state == .unknown)
        #expect(announced.realms.map(\.state) == [.down])
    }

    @Test(
        "a row that makes no sense makes its own realms unknown and nobody else's, and nothing is lost by it"
    )
    func oddRow() {
        var script = RealmScript.tenUp()
        script.edit { $0.removeFirst() }
        for _ in 0..<5 {
            #expect(script.pollOdd(unreadable: [1: "connected realm 1 has no status"]).isEmpty)
        }
        #expect(script.realm("us-1")?.state == .unknown)
        #expect(script.realm("us-1")?.isVanished == false)
        #expect(script.monitor.views.first?.realms.filter { $0.state == .up }.count == 9)
        #expect(script.monitor.views.first?.freshness.state == .fresh)
        script.edit { $0 += RealmScript.groups(1, prefix: "us", category: "United States") }
        #expect(script.poll().isEmpty)
        #expect(script.realm("us-1")?.state == .up)
    }

    @Test("behind a row without a number any realm that is left out may stand")
    func nameless() {
        var script = RealmScript.tenUp()
        script.edit { $0.removeFirst(2) }
        #expect(script.pollOdd(nameless: ["a connected realm has no number"]).isEmpty)
        #expect(script.realm("us-1")?.state == .unknown)
        #expect(script.realm("us-2")?.state == .unknown)
        #expect(script.realm("us-3")?.state == .up)
    }

    @Test("a document of which most rows make no sense is not believed")
    func mostlyOdd() {
        var script = RealmScript.tenUp()
        let reasons = Dictionary(
            uniqueKeysWithValues: (1...6).map { (Int64($0), "connected realm \($0) is odd") }
        )
        script.edit { $0.removeFirst(6) }
        for _ in 0..<3 { script.pollOdd(unreadable: reasons) }
        #expect(script.monitor.views.first?.freshness.state == .stale)
        #expect(script.monitor.views.first?.freshness.reason?.contains("6 of 10") == true)
        #expect(script.monitor.views.first?.realms.filter { $0.state == .up }.count == 10)
    }

    @Test("a row that cannot be read may be a realm that nobody has heard of, unless its realms are known")
    func hidden() {
        var script = RealmScript.tenUp()
        script.pollOdd(unreadable: [1: "connected realm 1 has no status"])
        #expect(script.monitor.views.first?.hidesRealms == false)
        script.pollOdd(unreadable: [4_711: "connected realm 4711 has no status"])
        #expect(script.monitor.views.first?.hidesRealms == true)
        script.poll()
        #expect(script.monitor.views.first?.hidesRealms == false)
        script.pollOdd(nameless: ["a connected realm has no number"])
        #expect(script.monitor.views.first?.hidesRealms == true)
    }
}

extension RealmScript {
    /// One poll whose document has rows that cannot be read.
    @discardableResult
    mutating func pollOdd(unreadable: [Int64: String] = [:], nameless: [String] = []) -> [EventBody] {
        pass(.seconds(60))
        return send(
            .observed(
                Self.us,
                RegionDocument(groups: listed, generation: nil, unreadable: unreadable, nameless: nameless)
            )
        )
    }
}
