import Core
import WatchpostModel

/// A monitor, a clock and short words for what upstream says: the tests below read as transcripts.
struct RealmScript {
    static let us = RealmFeed(region: .us, flavour: .retail)
    /// Saturday 2026-11-21T12:00:00Z: outside every maintenance window.
    static let noon = UnixTime(seconds: 1_795_262_400)

    var monitor: RealmMonitor
    private(set) var now: Moment
    private var groups: [ObservedGroup]
    /// What the next document lists.
    var listed: [ObservedGroup] { groups }
    /// Every effect so far.
    private(set) var effects: [RealmMonitorEffect] = []

    init(
        groups: [ObservedGroup],
        rules: RealmRules = RealmRules(),
        wall: UnixTime? = RealmScript.noon,
        sources: [RealmFeed] = [RealmScript.us]
    ) {
        monitor = RealmMonitor(sources: sources, rules: rules)
        now = Moment(wall: wall, monotonic: .seconds(1_000))
        self.groups = groups
    }

    /// Ten realms of one category that a first poll found up.
    static func tenUp() -> RealmScript {
        var script = RealmScript(groups: groups(10, prefix: "us", category: "United States"))
        script.poll()
        return script
    }

    /// Every line of the log so far.
    var logged: [String] {
        effects.compactMap { effect in
            if case .log(let line) = effect { line } else { nil }
        }
    }

    /// `count` groups of one category, one realm each, called `prefix-1` and so on.
    static func groups(
        _ count: Int,
        prefix: String,
        category: String,
        from number: Int64 = 1,
        realms: Int = 1
    ) -> [ObservedGroup] {
        (0..<count).map { index in
            ObservedGroup(
                connectedRealm: number + Int64(index),
                status: .up,
                hasQueue: false,
                population: Population(word: "high"),
                realms: (0..<realms).map { realm in
                    let suffix = realm == 0 ? "\(index + 1)" : "\(index + 1)-\(realm + 1)"
                    return ObservedRealm(
                        slug: "\(prefix)-\(suffix)",
                        name: LocalizedName(plain: "\(prefix) \(suffix)"),
                        category: LocalizedName(plain: category),
                        timezone: "America/Chicago",
                        type: "normal",
                        isTournament: false
                    )
                }
            )
        }
    }

    /// Changes the groups that hold any of these slugs.
    mutating func change(_ slugs: [String], _ change: (inout ObservedGroup) -> Void) {
        for index in groups.indices where groups[index].realms.contains(where: { slugs.contains($0.slug) }) {
            change(&groups[index])
        }
    }

    mutating func set(_ slugs: [String], _ status: ObservedStatus) {
        change(slugs) { $0.status = status }
    }

    /// Changes the whole list.
    mutating func edit(_ change: (inout [ObservedGroup]) -> Void) {
        change(&groups)
    }

    mutating func pass(_ duration: Duration) {
        now.monotonic += duration
        now.wall = now.wall?.advanced(by: duration.components.seconds)
    }

    mutating func setClock(_ wall: UnixTime?) {
        now.wall = wall
    }

    /// Polls `times`, a minute apart; returns the events announced.
    @discardableResult
    mutating func poll(times: Int = 1, generation: String? = nil) -> [EventBody] {
        var events: [EventBody] = []
        for _ in 0..<times {
            pass(.seconds(60))
            events += send(.observed(Self.us, RegionDocument(groups: groups, generation: generation)))
        }
        return events
    }

    /// Hands one event to the monitor; returns the events announced.
    @discardableResult
    mutating func send(_ event: RealmMonitorEvent) -> [EventBody] {
        let effects = monitor.handle(event, at: now)
        self.effects += effects
        return effects.flatMap { effect -> [EventBody] in
            if case .announce(let announcement) = effect { announcement.events } else { [] }
        }
    }

    /// The process ends and another goes on with what was committed: the next moment is `pause` later.
    mutating func restart(after pause: Duration, wall: UnixTime?? = nil, rules: RealmRules = RealmRules()) {
        var realms: [RealmKey: RealmView] = [:]
        var outages: [OngoingOutage] = []
        for case .announce(let announcement) in effects {
            for realm in announcement.realms { realms[realm.key] = RealmRecord(realm).view }
            for key in announcement.removed { realms[key] = nil }
            outages = announcement.outages
        }
        monitor = RealmMonitor(sources: [Self.us], rules: rules)
        monitor.restore(Self.us, realms: Array(realms.values), outages: outages)
        pass(pause)
        if let wall { now.wall = wall }
    }

    /// Takes the newest announcement back if it has events, as if the process had died before its commit; those events.
    mutating func forgetLastAnnouncement() -> [EventBody] {
        for index in effects.indices.reversed() {
            guard case .announce(let announcement) = effects[index] else { continue }
            if !announcement.events.isEmpty { effects.remove(at: index) }
            return announcement.events
        }
        return []
    }

    /// Everything that was to be committed so far.
    var announced: [RealmAnnouncement] {
        effects.compactMap { effect in
            if case .announce(let announcement) = effect { announcement } else { nil }
        }
    }

    func realm(_ slug: String) -> RealmView? {
        monitor.views.first?.realms.first { $0.key.slug == slug }
    }
}

extension EventBody {
    /// `down us-1`, `outage Oceanic 12`, `outage over region 3`, `stale`: short forms to compare with.
    var short: String {
        switch self {
        case .realm(let event): "\(event.change.rawValue) \(event.id)"
        case .outage(let event):
            "\(event.maintenance ? "maintenance" : "outage")\(event.over ? " over" : "") "
                + "\(event.category ?? "region") \(event.realms.count)"
        case .recovery(let event): "recovery \(event.realms.count), \(event.stillDown) down"
        case .freshness(let event): event.freshness.state.rawValue
        case .rotation(let event): "rotation \(event.mode)"
        case .schedule(let event): "schedule \(event.accepted)"
        }
    }
}
