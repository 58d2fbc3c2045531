import Core
import Testing
import WatchpostModel

@Suite("What the realm monitor announces")
struct RealmMonitorTests {
    private func script(_ count: Int = 10, rules: RealmRules = RealmRules()) -> RealmScript {
        var script = RealmScript(
            groups: RealmScript.groups(count, prefix: "us", category: "United States"),
            rules: rules
        )
        script.poll()
        return script
    }

    @Test("the first poll of a new appliance lights the lamps and announces nothing")
    func firstPoll() {
        var script = RealmScript(groups: RealmScript.groups(3, prefix: "us", category: "United States"))
        #expect(script.poll().isEmpty)
        #expect(script.realm("us-1")?.state == .up)
        #expect(script.realm("us-1")?.since == nil)
        #expect(script.monitor.views.first?.freshness.state == .fresh)
    }

    @Test(
        "a realm that is down when the appliance is new is shown down after three polls, and announced only when up"
    )
    func downFromTheStart() {
        var script = RealmScript(groups: RealmScript.groups(5, prefix: "us", category: "United States"))
        script.set(["us-1"], .down)
        #expect(script.poll(times: 2).isEmpty)
        #expect(script.realm("us-1")?.state == .unknown)
        #expect(script.poll().isEmpty)
        #expect(script.realm("us-1")?.state == .down)
        script.set(["us-1"], .up)
        #expect(script.poll(times: 2).map(\.short) == ["up retail/us-1"])
    }

    @Test("down is announced at the third observation and up at the second")
    func thresholds() {
        var script = script()
        script.set(["us-3"], .down)
        #expect(script.poll(times: 2).isEmpty)
        #expect(script.realm("us-3")?.state == .suspected)
        #expect(script.poll().map(\.short) == ["down retail/us-3"])
        #expect(script.realm("us-3")?.since == script.now.wall)
        #expect(script.poll(times: 5).isEmpty)
        script.set(["us-3"], .up)
        #expect(script.poll().isEmpty)
        #expect(script.realm("us-3")?.state == .recovering)
        #expect(script.poll().map(\.short) == ["up retail/us-3"])
    }

    @Test("the first contradiction asks for another poll soon, agreement does not")
    func recheck() {
        var script = script()
        script.set(["us-3"], .down)
        script.poll()
        #expect(script.effects.contains(.recheck(RealmScript.us)))
        let before = script.effects.count
        script.set(["us-3"], .up)
        script.poll()
        #expect(!script.effects[before...].contains(.recheck(RealmScript.us)))
    }

    @Test("an unchanged document without a date counts once, however it shows that it is unchanged")
    func unchangedDocument() {
        var script = script()
        script.set(["us-3"], .down)
        script.poll(generation: "a")
        script.poll(times: 3, generation: "a")
        for _ in 0..<3 {
            script.pass(.seconds(60))
            script.send(.unchanged(RealmScript.us))
        }
        #expect(script.realm("us-3")?.state == .suspected)
        #expect(script.poll(generation: "b").isEmpty)
        #expect(script.poll(generation: "c").map(\.short) == ["down retail/us-3"])
    }

    @Test("a contradiction that the server affirms for ten intervals without a date is confirmed")
    func affirmedDocument() {
        var script = script()
        script.set(["us-3"], .down)
        script.poll(generation: "a")
        var events: [EventBody] = []
        for _ in 0..<10 {
            script.pass(.seconds(60))
            events += script.send(.unchanged(RealmScript.us))
        }
        #expect(events.map(\.short) == ["down retail/us-3"])
    }

    @Test("evidence from before a gap in the data does not count")
    func gap() {
        var script = script()
        script.set(["us-3"], .down)
        script.poll(times: 2)
        script.pass(.seconds(600))
        let events = script.poll()
        #expect(events.filter { $0.short.contains("down") }.isEmpty)
        #expect(script.realm("us-3")?.state == .suspected)
    }

    @Test("queue, lock and population change after two observations")
    func attributes() {
        var script = script()
        script.change(["us-2"]) { $0.hasQueue = true }
        #expect(script.poll().isEmpty)
        #expect(script.poll().map(\.short) == ["queueStarted retail/us-2"])
        script.change(["us-2"]) { $0.population = .locked }
        #expect(script.poll(times: 2).map(\.short) == ["locked retail/us-2"])
        #expect(script.realm("us-2")?.isLocked == true)
        script.change(["us-2"]) {
            $0.population = Population(word: "full")
            $0.hasQueue = false
        }
        #expect(
            script.poll(times: 2).map(\.short)
                == ["queueEnded retail/us-2", "unlocked retail/us-2"]
        )
        script.change(["us-2"]) { $0.population = Population(word: "low") }
        #expect(script.poll(times: 2).map(\.short) == ["population retail/us-2"])
    }

    @Test("the population of a realm that goes down and comes back is shown, not told")
    func offlinePopulation() {
        var script = script()
        script.change(["us-2"]) {
            $0.status = .down
            $0.population = .offline
        }
        #expect(script.poll(times: 3).map(\.short) == ["down retail/us-2"])
        #expect(script.realm("us-2")?.population == .offline)
        script.change(["us-2"]) {
            $0.status = .up
            $0.population = Population(word: "high")
        }
        #expect(script.poll(times: 3).map(\.short) == ["up retail/us-2"])
    }

    @Test("a realm that one answer leaves out stays as it is; after three it is unknown, never down")
    func vanishing() {
        var script = script()
        script.edit { $0.removeFirst() }
        #expect(script.poll(times: 2).isEmpty)
        #expect(script.realm("us-1")?.state == .up)
        #expect(script.poll().map(\.short) == ["vanished retail/us-1"])
        #expect(script.realm("us-1")?.state == .unknown)
        script.pass(.seconds(8 * 86_400))
        script.poll()
        #expect(script.realm("us-1") == nil)
    }

    @Test("new realms and changed groups are told once")
    func appearing() {
        var script = script()
        script.edit { $0 += RealmScript.groups(1, prefix: "new", category: "United States", from: 900) }
        #expect(script.poll(times: 2).map(\.short) == ["appeared retail/new-1"])
        script.change(["us-2"]) { $0.connectedRealm = 77 }
        #expect(script.poll(times: 2).map(\.short) == ["regrouped retail/us-2"])
    }

    @Test("an answer that lost most realms is not believed, and changes nothing")
    func shrunken() {
        var script = script()
        script.edit { $0 = [$0[0]] }
        #expect(script.poll(times: 3).map(\.short) == ["stale"])
        #expect(script.monitor.views.first?.freshness.reason == "us/retail listed only 1 of 10 known realms")
        #expect(script.monitor.views.first?.realms.filter { $0.state == .up }.count == 10)
    }

    @Test("tournament realms are left out unless asked for", arguments: [(false, 10), (true, 11)])
    func tournament(included: Bool, count: Int) {
        var script = script(rules: RealmRules(includesTournamentRealms: included))
        script.edit { groups in
            var group = RealmScript.groups(1, prefix: "cup", category: "United States", from: 500)[0]
            group.realms[0].isTournament = true
            groups.append(group)
        }
        script.poll()
        #expect(script.monitor.views.first?.realms.count == count)
    }
}
