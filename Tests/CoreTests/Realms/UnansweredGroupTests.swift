import Core
import Testing
import WatchpostModel

@Suite("Connected realms that could not be asked for")
struct UnansweredGroupTests {
    @Test("what is known of their realms is kept for two failures, and unknown with the third")
    func threeInARow() {
        var script = RealmScript.tenUp()
        for _ in 0..<4 {
            #expect(script.pollFailing(["us-3"]).isEmpty)
            #expect(script.pollFailing(["us-3"]).isEmpty)
            #expect(script.realm("us-3")?.state == .up)
            script.poll()
        }
        for _ in 0..<2 { script.pollFailing(["us-3"]) }
        #expect(script.realm("us-3")?.state == .up)
        #expect(script.pollFailing(["us-3"]).isEmpty)
        let since = script.now.wall
        for _ in 0..<5 { #expect(script.pollFailing(["us-3"]).isEmpty) }
        #expect(script.realm("us-3")?.state == .unknown)
        #expect(script.realm("us-3")?.since == since)
        #expect(script.realm("us-3")?.isVanished == false)
        #expect(script.monitor.views.first?.realms.filter { $0.state == .up }.count == 9)
        #expect(script.monitor.views.first?.freshness.state == .fresh)
        #expect(script.poll().isEmpty)
        #expect(script.realm("us-3")?.state == .up)
    }

    @Test("the log tells it once, and that it is over")
    func told() {
        var script = RealmScript.tenUp()
        for _ in 0..<3 { script.pollFailing(["us-3"]) }
        #expect(script.logged.count == 1)
        #expect(script.logged.first?.contains("gives no answer") == true)
        #expect(script.logged.first?.contains("HTTP 500") == true)
        script.poll()
        #expect(script.logged.count == 2)
    }

    @Test("one that is down stays down, with its event and its start")
    func down() {
        var script = RealmScript.tenUp()
        script.set(["us-3"], .down)
        script.poll(times: 3)
        let since = script.realm("us-3")?.since
        #expect(script.pollFailing(["us-3"]).isEmpty)
        #expect(script.realm("us-3")?.state == .down)
        for _ in 0..<4 { #expect(script.pollFailing(["us-3"]).isEmpty) }
        #expect(script.realm("us-3")?.state == .unknown)
        #expect(script.poll(times: 3).isEmpty)
        #expect(script.realm("us-3")?.state == .down)
        #expect(script.realm("us-3")?.since == since)
    }

    @Test(
        "a failure is no observation: those before and after it are in a row, and the same document counts once"
    )
    func observations() {
        var script = RealmScript.tenUp()
        script.set(["us-3"], .down)
        script.poll(times: 2)
        #expect(script.pollFailing(["us-3"]).isEmpty)
        #expect(script.poll().map(\.short) == ["down retail/us-3"])
        script.change(["us-5"]) {
            $0.status = .down
            $0.generation = "a"
        }
        for _ in 0..<4 {
            #expect(script.poll().isEmpty)
            #expect(script.pollFailing(["us-5"]).isEmpty)
        }
        #expect(script.realm("us-5")?.state == .suspected)
    }

    @Test(
        "after a restart, or a gap in the data, nothing that is known of them is fresh",
        arguments: [true, false]
    )
    func afterSilence(restarts: Bool) {
        var script = RealmScript.tenUp()
        if restarts { script.restart(after: .seconds(600)) } else { script.pass(.seconds(3_600)) }
        #expect(script.pollFailing(["us-3"]).allSatisfy { !$0.short.contains("us-3") })
        #expect(script.monitor.views.first?.freshness.state == .fresh)
        #expect(script.realm("us-3")?.state == .unknown)
        #expect(script.realm("us-2")?.state == .up)
        script.poll()
        #expect(script.realm("us-3")?.state == .up)
    }

    @Test("the end of a window makes none of them down in earnest before an answer does")
    func endOfWindow() throws {
        let zone = try #require(CivilZone(named: "UTC"))
        // Saturday; the script begins at noon.
        let window = MaintenanceWindow(weekday: .saturday, from: 12 * 3_600, to: 13 * 3_600, zone: zone)
        var script = RealmScript(
            groups: RealmScript.groups(10, prefix: "us", category: "United States"),
            rules: RealmRules(maintenance: [.us: [window]])
        )
        script.poll()
        script.change(["us-3"]) {
            $0.status = .down
            $0.generation = "a"
        }
        script.poll()
        script.change(["us-3"]) { $0.generation = "b" }
        script.poll()
        script.change(["us-3"]) { $0.generation = "c" }
        #expect(script.poll().map(\.short) == ["maintenance retail/us-3"])
        for _ in 0..<54 { script.poll() }
        #expect(script.pollFailing(["us-3"]).isEmpty)
        #expect(script.pollFailing(["us-3"]).isEmpty)
        #expect(script.now.wall.map(script.monitor.rules.isAfterNoonWindow) == true)
        #expect(
            script.poll().map(\.short) == ["down retail/us-3"],
            "the same document, fetched after the window"
        )
    }

    @Test("a document that has an answer about less than half of them is not believed")
    func most() {
        var script = RealmScript.tenUp()
        let failing = (1...6).map { "us-\($0)" }
        for _ in 0..<3 { script.pollFailing(failing) }
        #expect(script.monitor.views.first?.freshness.state == .stale)
        #expect(script.monitor.views.first?.realms.filter { $0.state == .up }.count == 10)
    }
}

extension RealmRules {
    fileprivate func isAfterNoonWindow(_ time: UnixTime) -> Bool {
        time.since(RealmScript.noon) >= 3_600 && !inMaintenance(.us, at: time)
    }
}

extension RealmScript {
    /// One poll in which the requests for the groups of these realms fail.
    @discardableResult
    mutating func pollFailing(_ slugs: [String]) -> [EventBody] {
        pass(.seconds(60))
        let failing = listed.filter { $0.realms.contains { slugs.contains($0.slug) } }.map(\.connectedRealm)
        return send(
            .observed(
                Self.us,
                RegionDocument(
                    groups: listed.filter { !failing.contains($0.connectedRealm) },
                    generation: nil,
                    unanswered: Dictionary(uniqueKeysWithValues: failing.map { ($0, "HTTP 500") })
                )
            )
        )
    }
}
