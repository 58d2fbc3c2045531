import Core
import Testing
import WatchpostModel

@Suite("An outage is its members, and ends once")
struct RealmMonitorRecoveryTests {
    private static func world() -> [ObservedGroup] {
        RealmScript.groups(20, prefix: "us", category: "United States")
            + RealmScript.groups(6, prefix: "oce", category: "Oceanic", from: 100, realms: 2)
    }

    private func script() -> RealmScript {
        var script = RealmScript(groups: Self.world())
        script.poll()
        return script
    }

    private let oceanic = (1...6).map { "oce-\($0)" }
    private let all = (1...20).map { "us-\($0)" } + (1...6).map { "oce-\($0)" }

    private func outages(_ script: RealmScript) -> [OutageBody] { script.monitor.views.first?.outages ?? [] }

    @Test(
        "a realm that leaves the list during an outage does not keep it alive, nor lend its beginning to the next"
    )
    func ghost() {
        var script = script()
        script.set(oceanic, .down)
        script.poll(times: 3)
        let began = outages(script).first?.since
        script.edit { $0.removeAll { $0.realms[0].slug == "oce-6" } }
        let left = Set(script.poll(times: 3).map(\.short))
        #expect(left == ["vanished retail/oce-6", "vanished retail/oce-6-2"])
        #expect(outages(script).map(\.realms) == [10])
        script.set(oceanic, .up)
        #expect(script.poll(times: 2).map(\.short) == ["outage over Oceanic 10"])
        #expect(outages(script).isEmpty)
        script.pass(.seconds(3_600))
        script.poll()
        script.set(oceanic, .down)
        #expect(script.poll(times: 3).last?.short == "outage Oceanic 10")
        #expect(outages(script).first?.since == script.now.wall)
        #expect(outages(script).first?.since != began)
    }

    @Test("an outage whose last realms leave the list is over, once")
    func lastVanish() {
        var script = script()
        script.set(oceanic, .down)
        script.poll(times: 3)
        script.set(Array(oceanic[..<5]), .up)
        #expect(script.poll(times: 2).map(\.short) == ["recovery 10, 2 down"])
        script.edit { $0.removeAll { $0.realms[0].slug == "oce-6" } }
        let last = script.poll(times: 6).map(\.short)
        #expect(Set(last) == ["vanished retail/oce-6", "vanished retail/oce-6-2", "outage over Oceanic 0"])
        #expect(last.count == 3)
        #expect(outages(script).isEmpty)
    }

    @Test("a ghost that an earlier release stored is gone after the start, from the store as well")
    func storedGhost() throws {
        var script = script()
        script.set(oceanic, .down)
        script.poll(times: 3)
        let stored = try #require(script.announced.last?.outages.first)
        script.set(oceanic, .up)
        script.poll(times: 2)
        let realms = script.monitor.views.flatMap(\.realms)
        script.monitor = RealmMonitor(sources: [RealmScript.us], rules: RealmRules())
        var ghost = stored
        ghost.members = ["oce-6", "oce-9"]
        script.monitor.restore(RealmScript.us, realms: realms, outages: [ghost])
        #expect(script.send(.tick).isEmpty)
        #expect(script.announced.last?.outages == [])
        #expect(outages(script).isEmpty)
    }

    @Test("a region that comes back in parts is one event for each answer, and one end")
    func parts() {
        var script = script()
        script.set(all, .down)
        #expect(script.poll(times: 3).map(\.short) == ["outage region 32"])
        var told: [String] = []
        for start in stride(from: 0, to: 26, by: 4) {
            script.set(Array(all[start..<min(start + 4, 26)]), .up)
            told += script.poll(times: 2).map(\.short)
        }
        #expect(
            told == [
                "recovery 4, 28 down", "recovery 4, 24 down", "recovery 4, 20 down", "recovery 4, 16 down",
                "recovery 4, 12 down", "recovery 8, 4 down", "outage over region 4",
            ]
        )
    }

    @Test("realms that went down one by one and come back together are one event")
    func rolling() {
        var script = script()
        for slug in all[..<8] {
            script.set([slug], .down)
            script.poll(times: 3)
            script.pass(.seconds(120))
        }
        #expect(outages(script).isEmpty)
        script.set(Array(all[..<8]), .up)
        #expect(script.poll(times: 2).map(\.short) == ["recovery 8, 0 down"])
    }

    @Test("what was found down at the start comes back as one event")
    func foundDown() {
        var script = RealmScript(groups: Self.world())
        script.set(all, .down)
        #expect(script.poll(times: 3).isEmpty)
        script.set(all, .up)
        #expect(script.poll(times: 2).map(\.short) == ["recovery 32, 0 down"])
    }

    @Test("stragglers of an outage stay in the one that follows, which has its own beginning")
    func stragglers() {
        var script = script()
        script.set(oceanic, .down)
        script.poll(times: 3)
        script.set(Array(oceanic[..<5]), .up)
        script.poll(times: 2)
        script.pass(.seconds(86_400))
        script.poll()
        script.set(oceanic, .down)
        #expect(script.poll(times: 3).last?.short == "outage Oceanic 10")
        #expect(outages(script).map(\.realms) == [12])
        #expect(outages(script).first?.since == script.now.wall)
    }

    @Test("a region's outage takes all members of a category's in, also those from before its window")
    func absorbed() {
        var script = script()
        script.set(oceanic, .down)
        script.poll(times: 3)
        script.pass(.seconds(1_200))
        script.poll()
        script.set(all, .down)
        #expect(script.poll(times: 3).last?.short == "outage region 20")
        #expect(outages(script).map(\.realms) == [32])
        script.set(all, .up)
        #expect(script.poll(times: 2).map(\.short) == ["outage over region 32"])
    }

    @Test(
        "what was told of a realm stays told while it is not listed: it comes back to that, over a restart as well",
        arguments: [
            (.up, .up, []), (.up, .down, ["down retail/us-1"]),
            (.down, .up, ["up retail/us-1"]), (.down, .down, []),
        ] as [(ObservedStatus, ObservedStatus, [String])],
        [false, true]
    )
    func reappears(story: (left: ObservedStatus, back: ObservedStatus, news: [String]), restarted: Bool)
        throws
    {
        var script = script()
        script.poll()
        script.set(["us-1"], story.left)
        script.poll(times: 3)
        var group = try #require(script.listed.first)
        script.edit { $0.removeFirst() }
        #expect(script.poll(times: 3).map(\.short) == ["vanished retail/us-1"])
        #expect(script.realm("us-1")?.state == .unknown)
        if restarted {
            script.restart(after: .seconds(60))
            script.poll()
            #expect(script.realm("us-1")?.state == .unknown)
        }
        group.status = story.back
        script.edit { $0.insert(group, at: 0) }
        #expect(script.poll().map(\.short) == ["appeared retail/us-1"])
        #expect(script.poll(times: 3).map(\.short) == story.news)
        #expect(script.realm("us-1")?.state == (story.back == .up ? .up : .down))
    }

    @Test(
        "a realm of which the last release kept only that it left the list is told down when it comes back so"
    )
    func leftUnderTheLastRelease() throws {
        var script = script()
        script.poll()
        var group = try #require(script.listed.first)
        script.edit { $0.removeFirst() }
        script.poll(times: 3)
        var kept = script.monitor.views.first?.realms ?? []
        #expect(kept.first { $0.isVanished }?.state == .unknown)
        for index in kept.indices where !kept[index].isVanished { kept[index].state = .up }
        script.monitor = RealmMonitor(sources: [RealmScript.us], rules: RealmRules())
        script.monitor.restore(RealmScript.us, realms: kept, outages: [])
        group.status = .down
        script.edit { $0.insert(group, at: 0) }
        #expect(script.poll(times: 4).map(\.short) == ["appeared retail/us-1", "down retail/us-1"])
    }

    @Test("an outage is shown with the realms that are shown as down: one that cannot be read is not counted")
    func unreadableMembers() {
        var script = script()
        script.set(oceanic, .down)
        script.poll(times: 3)
        #expect(outages(script).map(\.realms) == [12])
        script.set(["oce-1"], .unknown("MIGRATING"))
        #expect(script.poll().isEmpty)
        #expect(outages(script).map(\.realms) == [10])
        script.set(oceanic, .unknown("MIGRATING"))
        #expect(script.poll().isEmpty)
        #expect(outages(script).isEmpty)
        script.set(oceanic, .down)
        #expect(script.poll().isEmpty)
        #expect(outages(script).map(\.realms) == [12])
    }
}
