import Core
import Testing
import WatchpostModel

@Suite("Weekly maintenance")
struct RealmMonitorMaintenanceTests {
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
        #expect(script.monitor.views.first?.inMaintenanceWindow == true)
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

    @Test("what went down before the clock was set is maintenance if it happened in the window")
    func clockSetInside() throws {
        var script = try script()
        script.poll(times: 15)
        let time = script.now.wall
        script.setClock(nil)
        script.set(all, .down)
        #expect(script.poll(times: 3).isEmpty)
        script.setClock(time?.advanced(by: 180))
        #expect(script.send(.tick).map(\.short) == ["maintenance region 8"])
        #expect(script.realm("us-1")?.state == .maintenance)
        #expect(script.monitor.views.first?.outages.first?.since == time?.advanced(by: 180))
    }
}

/// What can come between the end of a window and the first answer after it.
enum WindowEnd: String, CaseIterable, Sendable {
    case apiSilent, noNetwork, refused, boxOff, killed, clockUnset, boxOffAndClockUnset
}

@Suite("The end of a window that nobody sees")
struct MaintenanceEndTests {
    private let all = (1...8).map { "us-\($0)" }
    private let rules: RealmRules
    private let inside = UnixTime(rfc3339: "2026-11-24T16:30:00Z")
    private let after = UnixTime(rfc3339: "2026-11-24T18:30:00Z")

    init() throws {
        let zone = try #require(CivilZone(named: "America/Los_Angeles"))
        let window = MaintenanceWindow(weekday: .tuesday, from: 7 * 3_600, to: 9 * 3_600, zone: zone)
        rules = RealmRules(maintenance: [.us: [window]])
    }

    /// Eight realms in maintenance at 16:33 of a window that ends at 17:00; what is told until 18:30, without an answer.
    private func overTheEnd(_ end: WindowEnd) -> (RealmScript, [EventBody]) {
        let groups = RealmScript.groups(8, prefix: "us", category: "United States")
        var script = RealmScript(groups: groups, rules: rules, wall: inside)
        script.poll()
        script.set(all, .down)
        script.poll(times: 3)
        var told: [EventBody] = []
        switch end {
        case .apiSilent, .noNetwork:
            let isOurs = end == .noNetwork
            if isOurs { told += script.send(.connectivity(.offline)) }
            for _ in 0..<120 {
                script.pass(.seconds(60))
                let failure = SourceFailure(mayBeOurs: isOurs, reason: "silence")
                told += script.send(.failed(RealmScript.us, failure)) + script.send(.tick)
            }
            if isOurs { told += script.send(.connectivity(.online)) }
        case .refused:
            for _ in 0..<15 {
                script.pass(.seconds(480))
                let document = RegionDocument(groups: Array(groups[..<2]), generation: nil)
                told += script.send(.observed(RealmScript.us, document)) + script.send(.tick)
            }
        case .boxOff: script.restart(after: .seconds(7_200), rules: rules)
        case .killed:
            for _ in 0..<24 { script.restart(after: .seconds(300), rules: rules) }
        case .clockUnset:
            script.pass(.seconds(7_200))
            script.setClock(nil)
            told += script.poll(times: 5)
            script.setClock(after)
        case .boxOffAndClockUnset:
            script.restart(after: .seconds(7_200), wall: .some(nil), rules: rules)
            told += script.poll(times: 5)
            script.setClock(after)
        }
        told += script.send(.tick)
        return (script, told.filter { $0.name != "freshness" })
    }

    @Test(
        "says nothing before the first good answer, and then that they are down",
        arguments: WindowEnd.allCases
    )
    func stillDown(end: WindowEnd) {
        var (script, told) = overTheEnd(end)
        #expect(told.isEmpty, "\(end)")
        #expect(script.realm("us-1")?.state == .maintenance, "\(end)")
        #expect(script.poll().map(\.short).filter { $0 != "fresh" } == ["outage region 8"], "\(end)")
        #expect(script.realm("us-1")?.state == .down)
        #expect(script.realm("us-1")?.since == script.now.wall)
        #expect(script.monitor.views.first?.outages.map(\.realms) == [8])
        #expect(script.poll(times: 5).isEmpty)
    }

    @Test("never says down of realms that the first answer finds up", arguments: WindowEnd.allCases)
    func upAgain(end: WindowEnd) {
        var (script, told) = overTheEnd(end)
        script.set(all, .up)
        told += script.poll(times: 3).filter { $0.name != "freshness" }
        #expect(told.map(\.short) == ["maintenance over region 8"], "\(end)")
    }

    @Test("is seen by a document that the server affirms, but not by one that left the realm out")
    func affirmed() {
        var (script, _) = overTheEnd(.apiSilent)
        script.edit { $0.removeFirst() }
        #expect(script.poll().map(\.short) == ["outage region 7", "fresh"])
        #expect(script.realm("us-1")?.state == .maintenance)
        script.pass(.seconds(60))
        #expect(script.send(.unchanged(RealmScript.us)).isEmpty)
        #expect(script.realm("us-1")?.state == .maintenance)
    }

    @Test("a realm that was coming back when the process was killed is still in maintenance for the next")
    func recovering() {
        let groups = RealmScript.groups(8, prefix: "us", category: "United States")
        var script = RealmScript(groups: groups, rules: rules, wall: inside)
        script.poll()
        script.set(["us-2"], .down)
        script.poll(times: 3)
        script.set(["us-2"], .up)
        script.change(["us-2"]) { $0.connectedRealm = 70 }
        script.poll()
        #expect(script.realm("us-2")?.state == .recovering)
        script.restart(after: .seconds(60), rules: rules)
        script.send(.tick)
        #expect(script.realm("us-2")?.state == .maintenance)
        script.set(["us-2"], .down)
        script.pass(.seconds(7_200))
        #expect(script.poll().map(\.short) == ["down retail/us-2"])
    }
}
