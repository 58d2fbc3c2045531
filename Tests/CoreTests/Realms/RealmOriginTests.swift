import Core
import Testing
import WatchpostModel

/// A box that gets a Battle.net client, or loses it: another upstream tells of the same realms in ways of its own.
@Suite("When another origin tells of the realms")
struct RealmOriginTests {
    private static let us = RealmScript.us

    /// What the status page says where the Game Data API says `groups`: each realm for itself, and no queues.
    private static func lone(_ groups: [ObservedGroup]) -> [ObservedGroup] {
        groups.flatMap { group in
            group.realms.map { realm in
                ObservedGroup(
                    connectedRealm: LoneRealm.number(of: realm.slug),
                    status: group.status,
                    hasQueue: false,
                    population: Population(word: "medium"),
                    realms: [realm]
                )
            }
        }
    }

    private static func announced(_ effects: [RealmMonitorEffect]) -> [RealmAnnouncement] {
        effects.compactMap { effect in
            guard case .announce(let announcement) = effect else { return nil }
            return announcement
        }
    }

    /// A monitor that has heard `groups` often enough, as it is restored by the next run.
    private static func restarted(after groups: [ObservedGroup]) -> (RealmMonitor, [RealmView]) {
        var monitor = RealmMonitor(sources: [us], rules: RealmRules())
        for poll in 0..<4 {
            let now = Moment(wall: RealmScript.noon, monotonic: .seconds(60 * poll))
            _ = monitor.handle(.observed(us, RegionDocument(groups: groups, generation: nil)), at: now)
        }
        let realms = monitor.views.flatMap(\.realms)
        var next = RealmMonitor(sources: [us], rules: RealmRules())
        next.restore(us, realms: realms, outages: [])
        return (next, realms)
    }

    private static func hear(_ groups: [ObservedGroup], polls: Int, _ monitor: inout RealmMonitor)
        -> [EventBody]
    {
        (0..<polls).flatMap { poll -> [EventBody] in
            let now = Moment(wall: RealmScript.noon, monotonic: .seconds(10_000 + 60 * poll))
            let document = RegionDocument(groups: groups, generation: nil)
            return announced(monitor.handle(.observed(us, document), at: now)).flatMap(\.events)
        }
    }

    private static func world() -> [ObservedGroup] {
        var groups = RealmScript.groups(6, prefix: "a", category: "United States", realms: 3)
        groups[0].hasQueue = true
        groups[1].population = .locked
        return groups
    }

    private static let ways = [true, false]

    @Test(
        "the same realms under the same slugs are no news, whichever of the two comes first",
        arguments: ways
    )
    func silent(toLone: Bool) {
        let (official, lone) = (RealmOriginTests.world(), RealmOriginTests.lone(RealmOriginTests.world()))
        var (monitor, before) = RealmOriginTests.restarted(after: toLone ? official : lone)
        let events = RealmOriginTests.hear(toLone ? lone : official, polls: 6, &monitor)
        #expect(events.isEmpty, "\(events)")
        let after = monitor.views.flatMap(\.realms)
        #expect(after.map(\.key) == before.map(\.key))
        #expect(after.allSatisfy { $0.state == .up })
        #expect(after.allSatisfy { LoneRealm.isLone($0.connectedRealm) == toLone })
        before = []
    }

    @Test("a realm that only one of them lists neither appears nor vanishes in the news", arguments: ways)
    func listedByOne(toLone: Bool) {
        let official = RealmOriginTests.world()
        let lone = RealmOriginTests.lone(official)
        let less = Array(lone.dropFirst())
        var (monitor, _) = RealmOriginTests.restarted(after: toLone ? official : less)
        let events = RealmOriginTests.hear(toLone ? less : official, polls: 6, &monitor)
        #expect(events.isEmpty, "\(events)")
        let missing = monitor.views.flatMap(\.realms).first { $0.key.slug == lone[0].realms[0].slug }
        #expect(missing?.state == (toLone ? .unknown : .up))
    }

    @Test("a realm that went down while the box was given its client is announced like any other")
    func down() {
        var official = RealmOriginTests.world()
        var (monitor, _) = RealmOriginTests.restarted(after: RealmOriginTests.lone(official))
        official[3].status = .down
        let events = RealmOriginTests.hear(official, polls: 4, &monitor)
        #expect(events.count == 3)
        #expect(
            events.allSatisfy { event in
                guard case .realm(let body) = event else { return false }
                return body.change == .down
            }
        )
    }

    @Test("once it has told, its own changes are news: a lock, a realm that leaves the list")
    func newsOfItsOwn() {
        var lone = RealmOriginTests.lone(RealmOriginTests.world())
        var (monitor, _) = RealmOriginTests.restarted(after: RealmOriginTests.world())
        #expect(RealmOriginTests.hear(lone, polls: 3, &monitor).isEmpty)
        lone[5].population = .locked
        lone.removeLast()
        let changes = RealmOriginTests.hear(lone, polls: 4, &monitor).compactMap {
            event -> RealmEventBody.Change? in
            guard case .realm(let body) = event else { return nil }
            return body.change
        }
        #expect(Set(changes) == [.locked, .vanished])
    }

    @Test("a row that cannot be read makes its own realm unknown, also one that Battle.net told of before")
    func unreadable() {
        let official = RealmOriginTests.world()
        let lone = RealmOriginTests.lone(official)
        var (monitor, _) = RealmOriginTests.restarted(after: official)
        let slug = lone[4].realms[0].slug
        var document = RegionDocument(groups: lone.filter { $0.realms[0].slug != slug }, generation: nil)
        document.unreadable = [LoneRealm.number(of: slug): "odd"]
        let now = Moment(wall: RealmScript.noon, monotonic: .seconds(10_000))
        _ = monitor.handle(.observed(RealmOriginTests.us, document), at: now)
        let unknown = monitor.views.flatMap(\.realms).filter { $0.state == .unknown }
        #expect(unknown.map(\.key.slug) == [slug])
    }

    @Test("half of the realms down at once are one outage, though nobody says which of them are connected")
    func outage() {
        var lone = RealmOriginTests.lone(RealmOriginTests.world())
        var monitor = RealmMonitor(sources: [RealmOriginTests.us], rules: RealmRules())
        _ = RealmOriginTests.hear(lone, polls: 2, &monitor)
        for index in lone.indices { lone[index].status = .down }
        let events = RealmOriginTests.hear(lone, polls: 4, &monitor)
        guard events.count == 1, case .outage(let body) = events.first else {
            return #expect(Bool(false), "\(events)")
        }
        #expect(body.scope == .region)
        #expect(body.realms.count == 18)
    }

    @Test("numbers of realms on their own are below zero, small and all different")
    func numbers() {
        let numbers = (0..<4_000).map { LoneRealm.number(of: "realm-\($0)") }
        #expect(Set(numbers).count == 4_000)
        #expect(numbers.allSatisfy { (-(1 << 53)..<0).contains($0) })
        #expect(LoneRealm.number(of: "kazzak") == LoneRealm.number(of: "kazzak"))
    }

    @Test("a source that is left alone proves nothing about our connection, and asks nobody for it")
    func leftAlone() {
        var monitor = RealmMonitor(sources: [RealmOriginTests.us], rules: RealmRules())
        let failure = SourceFailure(
            mayBeOurs: false,
            wasAsked: false,
            needsSetUp: .whileRefused,
            reason: "not set up: no"
        )
        let effects = monitor.handle(
            .failed(RealmOriginTests.us, failure),
            at: Moment(wall: RealmScript.noon, monotonic: .seconds(1))
        )
        #expect(effects.contains(.log("not set up: no")))
        #expect(!effects.contains(.probe))
        #expect(monitor.views.map(\.needsSetUp) == [true])
        let offline = monitor.handle(
            .connectivity(.offline),
            at: Moment(wall: RealmScript.noon, monotonic: .seconds(2))
        )
        #expect(monitor.isOffline, "\(offline)")
        #expect(monitor.views.map(\.freshness.state) == [.noNetwork])
        #expect(monitor.views.map(\.needsSetUp) == [false])
    }

    @Test("what went wrong once is what the box lacks only while nothing is known")
    func withoutFacts() {
        let us = RealmOriginTests.us
        let failure = SourceFailure(mayBeOurs: false, needsSetUp: .withoutFacts, reason: "HTTP 503")
        var seconds: Int64 = 0
        func now() -> Moment {
            seconds += 600
            return Moment(wall: RealmScript.noon.advanced(by: seconds), monotonic: .seconds(seconds))
        }
        var empty = RealmMonitor(sources: [us], rules: RealmRules())
        _ = empty.handle(.failed(us, failure), at: now())
        _ = empty.handle(.failed(us, failure), at: now())
        #expect(empty.views.map(\.needsSetUp) == [true])
        var script = RealmScript.tenUp()
        for _ in 0..<20 {
            script.pass(.seconds(60))
            _ = script.send(.failed(us, failure))
        }
        #expect(script.monitor.views.map(\.freshness.state) == [.stale])
        #expect(script.monitor.views.map(\.needsSetUp) == [false])
    }

    @Test("feeds have intervals of their own: what is stale for one is fresh for the other")
    func intervals() {
        let eu = RealmFeed(region: .eu, flavour: .retail)
        let rules = RealmRules(interval: .seconds(60), intervals: [eu: .seconds(300)])
        var monitor = RealmMonitor(sources: [RealmOriginTests.us, eu], rules: rules)
        let start = Moment(wall: RealmScript.noon, monotonic: .seconds(1))
        for feed in [RealmOriginTests.us, eu] {
            let document = RegionDocument(groups: RealmOriginTests.world(), generation: nil)
            _ = monitor.handle(.observed(feed, document), at: start)
        }
        var later = start
        later.monotonic += .seconds(200)
        _ = monitor.handle(.tick, at: later)
        #expect(monitor.views.map(\.freshness.state) == [.stale, .fresh])
    }
}
