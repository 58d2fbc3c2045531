import Core
import Testing
import WatchpostModel

@Suite("Fresh, stale, or no network")
struct RealmMonitorFreshnessTests {
    private let us = RealmScript.us
    private let failure = SourceFailure(mayBeOurs: false, reason: "Battle.net us/retail answered HTTP 503")
    private let silence = SourceFailure(mayBeOurs: true, reason: "Battle.net us/retail: no connection")

    private func script() -> RealmScript {
        var script = RealmScript(groups: RealmScript.groups(4, prefix: "us", category: "United States"))
        script.poll()
        return script
    }

    @Test("a poller that stops is noticed within three intervals, without any failure")
    func stoppedPoller() {
        var script = script()
        let lastGood = script.now.wall
        script.pass(.seconds(150))
        #expect(script.send(.tick).isEmpty)
        script.pass(.seconds(29))
        #expect(script.send(.tick).map(\.short) == ["stale"])
        #expect(script.monitor.views.first?.freshness.since == lastGood)
        #expect(script.send(.tick).isEmpty)
    }

    @Test("an API that fails is stale with its name; realms keep their last state; recovery is told")
    func failingAPI() {
        var script = script()
        var events: [EventBody] = []
        for _ in 0..<3 {
            script.pass(.seconds(60))
            events += script.send(.failed(us, failure))
        }
        #expect(events.map(\.short) == ["stale"])
        #expect(script.monitor.views.first?.freshness.reason == failure.reason)
        #expect(script.monitor.views.first?.realms.allSatisfy { $0.state == .up } == true)
        #expect(script.poll().map(\.short) == ["fresh"])
    }

    @Test(
        "an event quotes no more of a reason than fits, whatever the source said",
        arguments: ["a", "ł", "\"", "\u{1}"]
    )
    func longReason(letter: String) throws {
        var script = script()
        let reason = String(repeating: letter, count: 100_000)
        var events: [EventBody] = []
        for _ in 0..<3 {
            script.pass(.seconds(60))
            events += script.send(.failed(us, SourceFailure(mayBeOurs: false, reason: reason)))
        }
        #expect(events.map(\.short) == ["stale"])
        let event = try #require(events.first).json()
        #expect(event.contains("…"))
        // An escape takes six bytes for one.
        #expect(event.utf8.count <= (letter == "\u{1}" ? 4_000 : 2_000))
        #expect(script.logged.allSatisfy { $0.utf8.count <= 500 })
    }

    @Test("the same failure is logged once, and recovery once")
    func logging() {
        var script = script()
        for _ in 0..<5 {
            script.pass(.seconds(60))
            script.send(.failed(us, failure))
        }
        script.poll()
        let logged = script.effects.compactMap { effect -> String? in
            if case .log(let line) = effect { line } else { nil }
        }
        #expect(logged == [failure.reason, "us/retail answers again"])
    }

    @Test("our own lost internet announces no realm, is shown at once, and its return polls at once")
    func lostInternet() {
        var script = script()
        script.set(["us-1", "us-2", "us-3"], .down)
        script.poll(times: 2)
        script.pass(.seconds(60))
        #expect(script.send(.failed(us, silence)).isEmpty)
        #expect(script.effects.last == .probe)
        #expect(script.send(.connectivity(.offline)).map(\.short) == ["noNetwork"])
        for _ in 0..<30 {
            script.pass(.seconds(60))
            #expect(script.send(.failed(us, silence)).isEmpty)
        }
        #expect(script.realm("us-1")?.state == .suspected)
        script.send(.connectivity(.online))
        #expect(script.effects.contains(.pollAll))
        #expect(script.poll().map(\.short) == ["fresh"])
        #expect(script.realm("us-1")?.state == .suspected)
        #expect(script.poll(times: 2).map(\.short) == ["outage region 3"])
    }

    @Test("one probe that answers puts the blame on the API, not on our network")
    func onlyTheAPI() {
        var script = script()
        for _ in 0..<3 {
            script.pass(.seconds(60))
            script.send(.failed(us, silence))
            script.send(.connectivity(.online))
        }
        #expect(script.monitor.views.first?.freshness.state == .stale)
    }

    /// Two sources, both polled a moment ago.
    private func twoSources() -> RealmScript {
        var script = RealmScript(
            groups: RealmScript.groups(4, prefix: "us", category: "United States"),
            sources: [us, kr]
        )
        script.poll()
        script.send(.observed(kr, koreans))
        return script
    }

    private let kr = RealmFeed(region: .kr, flavour: .retail)
    private let koreans = RegionDocument(
        groups: RealmScript.groups(2, prefix: "kr", category: "한국"),
        generation: nil
    )

    @Test(
        "another region that answers outweighs probes that fail, and is asked again when its answer has aged"
    )
    func witness() {
        var script = twoSources()
        script.pass(.seconds(5))
        script.send(.failed(us, silence))
        script.send(.connectivity(.offline))
        #expect(!script.monitor.isOffline)
        #expect(!script.effects.contains(.poll(kr)))
        script.pass(.seconds(40))
        script.send(.failed(us, silence))
        script.send(.connectivity(.offline))
        #expect(script.effects.last == .poll(kr))
        script.send(.failed(kr, silence))
        #expect(script.send(.connectivity(.offline)).map(\.short) == ["noNetwork", "noNetwork"])
    }

    @Test("an error is an answer as well: somebody is there")
    func errorIsAnswer() {
        var script = twoSources()
        script.send(.failed(kr, failure))
        script.send(.failed(us, silence))
        script.send(.connectivity(.offline))
        #expect(!script.monitor.isOffline)
    }

    @Test("any answer ends the time without network, whatever the probes say", arguments: [0, 1, 2])
    func answerEnds(kind: Int) {
        var script = twoSources()
        script.send(.failed(us, silence))
        script.send(.failed(kr, silence))
        script.send(.connectivity(.offline))
        #expect(script.monitor.isOffline)
        switch kind {
        case 0: script.send(.observed(kr, koreans))
        case 1: script.send(.unchanged(kr))
        default: script.send(.failed(kr, failure))
        }
        #expect(!script.monitor.isOffline)
        #expect(script.effects.contains(.pollAll))
        #expect(script.monitor.views.first?.freshness.state == .fresh)
    }

    @Test("sources grow stale one by one")
    func independentSources() {
        let kr = RealmFeed(region: .kr, flavour: .retail)
        var script = RealmScript(
            groups: RealmScript.groups(4, prefix: "us", category: "United States"),
            sources: [us, kr]
        )
        script.poll()
        script.send(
            .observed(
                kr,
                RegionDocument(groups: RealmScript.groups(2, prefix: "kr", category: "한국"), generation: nil)
            )
        )
        script.poll(times: 4)
        #expect(script.monitor.views.map(\.freshness.state) == [.fresh, .stale])
    }

    @Test("a restart shows the last facts as stale until the first answer, and tells neither")
    func restart() {
        let before = script()
        var after = RealmScript(groups: RealmScript.groups(4, prefix: "us", category: "United States"))
        after.monitor.restore(us, realms: before.monitor.views.flatMap(\.realms), outages: [])
        #expect(after.send(.tick).isEmpty)
        #expect(after.monitor.views.first?.freshness.state == .stale)
        #expect(after.monitor.views.first?.realms.count == 4)
        #expect(after.poll().isEmpty)
        #expect(after.monitor.views.first?.freshness.state == .fresh)
    }

    @Test("a source that is polled at a slower pace is measured by that pace")
    func slowPace() {
        var script = script()
        script.send(.paced(us, .seconds(300)))
        script.pass(.seconds(600))
        #expect(script.send(.tick).isEmpty)
        script.pass(.seconds(300))
        #expect(script.send(.tick).map(\.short) == ["stale"])
    }

    @Test(
        "until the clock is set nothing is stamped, and what happened is told with its true time afterwards"
    )
    func clockNotSet() throws {
        var script = RealmScript(
            groups: RealmScript.groups(5, prefix: "us", category: "United States"),
            wall: nil
        )
        script.poll()
        script.set(["us-1"], .down)
        #expect(script.poll(times: 3).isEmpty)
        #expect(script.realm("us-1")?.state == .down)
        #expect(script.realm("us-1")?.since == nil)
        script.pass(.seconds(100))
        script.setClock(RealmScript.noon)
        let events = script.send(.tick)
        #expect(events.map(\.short) == ["down retail/us-1"])
        #expect(script.realm("us-1")?.since == RealmScript.noon.advanced(by: -100))
    }
}
