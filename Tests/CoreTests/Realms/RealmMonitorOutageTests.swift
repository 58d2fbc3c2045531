import Core
import Testing
import WatchpostModel

@Suite("Many realms at once are one event")
struct RealmMonitorOutageTests {
    private func script() -> RealmScript {
        var script = RealmScript(
            groups: RealmScript.groups(20, prefix: "us", category: "United States")
                + RealmScript.groups(6, prefix: "oce", category: "Oceanic", from: 100, realms: 2)
        )
        script.poll()
        return script
    }

    private let oceanic = (1...6).map { "oce-\($0)" }

    @Test("a category that goes down is one event for all its realms, and one when it comes back")
    func category() {
        var script = script()
        script.set(oceanic, .down)
        #expect(script.poll(times: 3).map(\.short) == ["outage Oceanic 12"])
        #expect(script.monitor.views.first?.outages.map(\.realms) == [12])
        script.set(oceanic, .up)
        #expect(script.poll(times: 2).map(\.short) == ["outage over Oceanic 12"])
        #expect(script.monitor.views.first?.outages.isEmpty == true)
    }

    @Test("exactly half of a category's groups is an outage, fewer are realms of their own")
    func half() {
        var three = script()
        three.set(Array(oceanic[..<3]), .down)
        #expect(three.poll(times: 3).map(\.short) == ["outage Oceanic 6"])
        var two = script()
        two.set(Array(oceanic[..<2]), .down)
        #expect(two.poll(times: 3).count == 4)
        #expect(two.monitor.views.first?.outages.isEmpty == true)
    }

    @Test("half of the region is one event for the region, not one for each category")
    func region() {
        var script = script()
        script.set((1...20).map { "us-\($0)" } + oceanic, .down)
        #expect(script.poll(times: 3).map(\.short) == ["outage region 32"])
    }

    @Test("realms that join within the window make the outage grow; each is told exactly once")
    func growing() {
        var script = script()
        script.set(Array(oceanic[..<4]), .down)
        var told = script.poll(times: 3)
        script.set(Array(oceanic[4...]), .down)
        told += script.poll(times: 3)
        #expect(told.map(\.short) == ["outage Oceanic 8", "outage Oceanic 4"])
        #expect(script.monitor.views.first?.outages.map(\.realms) == [12])
    }

    @Test("a group that is confirmed while the others are suspected already tells the outage")
    func suspectedNeighbours() {
        var script = script()
        script.set([oceanic[0]], .down)
        script.poll()
        script.set(oceanic, .down)
        #expect(script.poll(times: 3).map(\.short) == ["outage Oceanic 2", "outage Oceanic 10"])
    }

    @Test(
        "a group that comes back alone is told by itself, several together, and the end of the outage last and once"
    )
    func stragglers() {
        var script = script()
        script.set(oceanic, .down)
        script.poll(times: 3)
        script.set([oceanic[0]], .up)
        #expect(script.poll(times: 2).map(\.short) == ["up retail/oce-1", "up retail/oce-1-2"])
        script.set(Array(oceanic[1...4]), .up)
        #expect(script.poll(times: 2).map(\.short) == ["recovery 8, 2 down"])
        #expect(script.monitor.views.first?.outages.map(\.realms) == [2])
        script.set([oceanic[5]], .up)
        #expect(script.poll(times: 2).map(\.short) == ["outage over Oceanic 2"])
        #expect(script.poll(times: 5).isEmpty)
    }

    @Test("a rolling restart, one group a poll, tells each realm and no outage")
    func rollingRestart() {
        var script = script()
        var told: [String] = []
        for number in 1...20 {
            script.set(["us-\(number)"], .down)
            told += script.poll(times: 3).map(\.short)
            script.set(["us-\(number)"], .up)
            told += script.poll(times: 2).map(\.short)
        }
        #expect(told.count == 40)
        #expect(!told.contains { $0.hasPrefix("outage") })
    }

    @Test("an outage survives a restart: nothing is told again, and its end is")
    func restart() {
        var before = script()
        before.set(oceanic, .down)
        before.poll(times: 3)
        var after = RealmScript(groups: RealmScript.groups(20, prefix: "us", category: "United States"))
        after.edit { groups in
            groups += RealmScript.groups(6, prefix: "oce", category: "Oceanic", from: 100, realms: 2)
        }
        let announced = before.effects.compactMap { effect -> RealmAnnouncement? in
            if case .announce(let announcement) = effect { announcement } else { nil }
        }
        after.monitor.restore(
            RealmScript.us,
            realms: before.monitor.views.flatMap(\.realms),
            outages: announced.last?.outages ?? []
        )
        after.set(oceanic, .down)
        #expect(after.poll(times: 5).isEmpty)
        #expect(after.monitor.views.first?.outages.map(\.realms) == [12])
        after.set(oceanic, .up)
        #expect(after.poll(times: 2).map(\.short) == ["outage over Oceanic 12"])
    }
}
