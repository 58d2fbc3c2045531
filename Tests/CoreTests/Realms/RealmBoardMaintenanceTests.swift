import Core
import Testing
import WatchpostModel

@Suite("Weekly maintenance")
struct RealmBoardMaintenanceTests {
    /// Tuesday 07:00-09:00 in Los Angeles; on 2026-11-24 that is 15:00Z-17:00Z.
    private func script() throws -> RealmScript {
        let zone = try #require(CivilZone(named: "America/Los_Angeles"))
        let window = MaintenanceWindow(weekday: .tuesday, from: 7 * 3_600, to: 9 * 3_600, zone: zone)
        let rules = RealmRules(maintenance: [.us: [window]])
        let start = try #require(UnixTime(rfc3339: "2026-11-24T14:50:00Z"))
        var script = RealmScript(
            groups: RealmScript.groups(8, prefix: "us", category: "United States"),
            rules: rules,
            wall: start
        )
        script.poll()
        return script
    }

    private let all = (1...8).map { "us-\($0)" }

    @Test("down inside the window is maintenance, one event, and its end is told")
    func inside() throws {
        var script = try script()
        script.poll(times: 15)
        script.set(all, .down)
        #expect(script.poll(times: 3).map(\.short) == ["maintenance region 8"])
        #expect(script.realm("us-1")?.state == .maintenance)
        #expect(script.board.views.first?.inMaintenanceWindow == true)
        script.set(all, .up)
        #expect(script.poll(times: 2).map(\.short) == ["maintenance over region 8"])
        #expect(script.realm("us-1")?.state == .up)
    }

    @Test("realms that are still down when the window ends are down in earnest, told once")
    func overrun() throws {
        var script = try script()
        script.poll(times: 15)
        script.set(all, .down)
        script.poll(times: 3)
        let events = script.poll(times: 120)
        #expect(events.map(\.short) == ["outage region 8"])
        #expect(script.realm("us-1")?.state == .down)
        #expect(script.realm("us-1")?.since?.rfc3339 == "2026-11-24T17:00:00Z")
    }

    @Test("a realm that was down before the window stays down in it")
    func before() throws {
        var script = try script()
        script.set(["us-1"], .down)
        script.poll(times: 3)
        let events = script.poll(times: 60)
        #expect(events.isEmpty)
        #expect(script.realm("us-1")?.state == .down)
    }

    @Test("a single realm down inside the window is told as maintenance")
    func single() throws {
        var script = try script()
        script.poll(times: 15)
        script.set(["us-2"], .down)
        #expect(script.poll(times: 3).map(\.short) == ["maintenance retail/us-2"])
    }
}
