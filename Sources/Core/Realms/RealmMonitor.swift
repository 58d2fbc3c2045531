import WatchpostModel

/// Decides what is announced about every realm of every source.
///
/// The heart of the realm half of Watchpost.
///
/// Observations in, effects out; no clock, no lock, no I/O. The owner serialises the calls and performs the effects in
/// order. Every realm has a state machine of its own (`RealmTracker`); many that change together become one event; a
/// source without good answers turns stale; when our own connection is down nobody is blamed.
package struct RealmMonitor: Sendable {
    package let rules: RealmRules
    private var monitors: [RealmFeed: SourceMonitor]
    private let order: [RealmFeed]
    private var connectivity = Connectivity.online
    private var shown: [RealmFeed: SourceView] = [:]
    /// The last failure told to the log, by source: repeated ones are told once, and once again on recovery.
    private var loggedFailure: [RealmFeed: String] = [:]
    /// What cannot be read, as last told to the log, by source.
    private var loggedOddity: [RealmFeed: String] = [:]

    /// A monitor for these sources, in the order in which they are shown.
    package init(sources: [RealmFeed], rules: RealmRules) {
        self.rules = rules
        order = sources
        monitors = Dictionary(
            sources.map { ($0, SourceMonitor(source: $0, rules: rules.of($0))) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Takes up what was announced before the restart; call it before the first event.
    package mutating func restore(_ source: RealmFeed, realms: [RealmView], outages: [OngoingOutage]) {
        monitors[source]?.restore(realms: realms, outages: outages)
    }

    /// Says who tells of the realms of a source; call it before the first event.
    package mutating func expect(_ source: RealmFeed, from origin: RealmOrigin) {
        monitors[source]?.origin = origin
    }

    /// Says why a source is asked by nobody until the box is set up; call it before the first event.
    package mutating func leaveOut(_ source: RealmFeed, because reason: String) {
        monitors[source]?.freshness.leftOut(because: reason)
    }

    /// Everything announced, in the order of the sources.
    package var views: [SourceView] {
        order.map { shown[$0] ?? .waiting($0) }
    }

    /// Whether our own connection works, as far as is known.
    package var isOffline: Bool { connectivity == .offline }

    /// The one entry: takes an event, answers what is to be done, in order.
    package mutating func handle(_ event: RealmMonitorEvent, at now: Moment) -> [RealmMonitorEffect] {
        var effects: [RealmMonitorEffect] = []
        switch event {
        case .observed(let source, let document):
            effects += observe(source, document, at: now)
        case .unchanged(let source, let said):
            effects += affirm(source, said, at: now)
        case .failed(let source, let failure):
            effects += fail(source, failure, at: now)
        case .paced(let source, let interval):
            monitors[source]?.freshness.pace = interval
        case .connectivity(let found):
            effects += connect(found, at: now)
        case .tick: break
        }
        for source in order {
            monitors[source]?.tick(at: now)
            effects += settle(source, at: now)
        }
        return effects
    }

    private mutating func observe(
        _ source: RealmFeed,
        _ document: RegionDocument,
        at now: Moment
    ) -> [RealmMonitorEffect] {
        guard var monitor = monitors[source] else { return [] }
        monitors[source] = nil
        let disbelief = monitor.observe(document, at: now)
        monitors[source] = monitor
        if let disbelief { return refuse(source, disbelief, at: now) }
        return recovered(source) + logOddity(monitor) + recheck(monitor)
    }

    private mutating func affirm(
        _ source: RealmFeed,
        _ said: OriginTime?,
        at now: Moment
    ) -> [RealmMonitorEffect] {
        guard var monitor = monitors[source] else { return [] }
        monitors[source] = nil
        let disbelief = monitor.affirm(said, at: now)
        monitors[source] = monitor
        if let disbelief { return refuse(source, disbelief, at: now) }
        return recovered(source) + recheck(monitor)
    }

    /// A contradiction that was counted and is not confirmed yet is looked at again soon.
    private func recheck(_ monitor: SourceMonitor) -> [RealmMonitorEffect] {
        monitor.wantsRecheck ? [.recheck(monitor.source)] : []
    }

    private mutating func refuse(_ source: RealmFeed, _ reason: String, at now: Moment)
        -> [RealmMonitorEffect]
    {
        fail(source, SourceFailure(mayBeOurs: false, reason: "\(source) \(reason)"), at: now)
            + [.forget(source)]
    }

    private mutating func recovered(_ source: RealmFeed) -> [RealmMonitorEffect] {
        let back = connect(.online)
        guard loggedFailure.removeValue(forKey: source) != nil else { return back }
        return [.log("\(source) answers again")] + back
    }

    private mutating func fail(
        _ source: RealmFeed,
        _ failure: SourceFailure,
        at now: Moment
    ) -> [RealmMonitorEffect] {
        monitors[source]?.freshness.failed(failure, at: now)
        var effects: [RealmMonitorEffect] = []
        if loggedFailure[source] != failure.reason {
            loggedFailure[source] = failure.reason
            effects.append(.log(failure.reason))
        }
        guard failure.wasAsked else { return effects }
        return effects + (failure.mayBeOurs ? [.probe] : connect(.online))
    }

    /// Rows that cannot be read are told once, and once again when all can be.
    private mutating func logOddity(_ monitor: SourceMonitor) -> [RealmMonitorEffect] {
        guard monitor.oddity != loggedOddity[monitor.source] else { return [] }
        loggedOddity[monitor.source] = monitor.oddity
        return [.log("\(monitor.source) \(monitor.oddity ?? "lists nothing any more that cannot be read")")]
    }

    /// What the probes found; they may be blocked by an ad filter, so a source that answers outweighs them.
    ///
    /// Its last answer may be a minute old and the network gone since: it is asked again at once.
    private mutating func connect(_ found: Connectivity, at now: Moment) -> [RealmMonitorEffect] {
        guard found == .offline else { return connect(found) }
        let witnesses = order.compactMap { source in
            monitors[source].flatMap { monitor in
                monitor.freshness.lastHeard(at: now, rules: monitor.rules).map { (monitor: monitor, at: $0) }
            }
        }
        guard witnesses.isEmpty else {
            return witnesses.filter { now.monotonic - $0.at >= $0.monitor.rules.interval / 4 }
                .map { .poll($0.monitor.source) }
        }
        return connect(found)
    }

    private mutating func connect(_ found: Connectivity) -> [RealmMonitorEffect] {
        guard found != connectivity else { return [] }
        connectivity = found
        switch found {
        case .offline: return [.log("no network: every probe failed, nothing is announced until it is back")]
        case .online: return [.log("the network is back"), .pollAll]
        }
    }

    /// Decides the freshness of a source and collects what changed in it.
    private mutating func settle(_ source: RealmFeed, at now: Moment) -> [RealmMonitorEffect] {
        guard var monitor = monitors[source] else { return [] }
        monitors[source] = nil
        let freshness = monitor.freshness.body
        let neededSetUp = monitor.freshness.needsSetUp
        if monitor.freshness.evaluate(
            source: source,
            connectivity: connectivity,
            at: now,
            rules: monitor.rules
        ) {
            monitor.news.append(RealmNews(subject: .freshness(monitor.freshness.body), at: now.monotonic))
        }
        let announcement = monitor.takeAnnouncement(at: now)
        let mayDiffer =
            monitor.isDirty || monitor.freshness.body != freshness
            || monitor.freshness.needsSetUp != neededSetUp
        monitor.isDirty = false
        monitors[source] = monitor
        var effects: [RealmMonitorEffect] = []
        if mayDiffer {
            let view = monitor.view(at: now)
            if view != shown[source] { effects.append(.show(source)) }
            shown[source] = view
        }
        if let announcement { effects.append(.announce(announcement)) }
        return effects
    }
}

extension SourceMonitor {
    /// What has to be committed now; news that have no time yet stay behind.
    ///
    /// A state is never stored before its event: whoever is killed in between would have told nobody.
    mutating func takeAnnouncement(at now: Moment) -> RealmAnnouncement? {
        guard now.wall != nil || news.isEmpty else { return nil }
        let events = news.compactMap { $0.event(of: source, now: now) }
        news.removeAll()
        guard !touched.isEmpty || !removed.isEmpty || !events.isEmpty || outages != storedOutages else {
            return nil
        }
        storedOutages = outages
        let realms = touched.sorted().compactMap { entries[$0]?.announced(in: source) }
        let gone = removed.sorted().map { RealmKey(source: source, slug: $0) }
        touched.removeAll()
        removed.removeAll()
        return RealmAnnouncement(
            source: source,
            realms: realms,
            removed: gone,
            events: events,
            outages: outages
        )
    }
}
