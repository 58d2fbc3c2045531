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
    private var boards: [RealmFeed: SourceMonitor]
    private let order: [RealmFeed]
    private var connectivity = Connectivity.online
    private var shown: [RealmFeed: SourceView] = [:]
    /// The last failure told to the log, by source: repeated ones are told once, and once again on recovery.
    private var loggedFailure: [RealmFeed: String] = [:]
    /// What cannot be read, as last told to the log, by source.
    private var loggedOddity: [RealmFeed: String] = [:]

    /// A board for these sources, in the order in which they are shown.
    package init(sources: [RealmFeed], rules: RealmRules) {
        self.rules = rules
        order = sources
        boards = Dictionary(
            sources.map { ($0, SourceMonitor(source: $0, rules: rules.of($0))) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Takes up what was announced before the restart; call it before the first event.
    package mutating func restore(_ source: RealmFeed, realms: [RealmView], outages: [OngoingOutage]) {
        boards[source]?.restore(realms: realms, outages: outages)
    }

    /// Says who tells of the realms of a source; call it before the first event.
    package mutating func expect(_ source: RealmFeed, from origin: RealmOrigin) {
        boards[source]?.origin = origin
    }

    /// Says why a source is asked by nobody until the box is set up; call it before the first event.
    package mutating func leaveOut(_ source: RealmFeed, because reason: String) {
        boards[source]?.freshness.leftOut(because: reason)
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
        case .unchanged(let source):
            effects += affirm(source, at: now)
        case .failed(let source, let failure):
            effects += fail(source, failure, at: now)
        case .paced(let source, let interval):
            boards[source]?.freshness.pace = interval
        case .connectivity(let found):
            effects += connect(found, at: now)
        case .tick: break
        }
        for source in order {
            boards[source]?.tick(at: now)
            effects += settle(source, at: now)
        }
        return effects
    }

    private mutating func observe(
        _ source: RealmFeed,
        _ document: RegionDocument,
        at now: Moment
    ) -> [RealmMonitorEffect] {
        guard var board = boards[source] else { return [] }
        boards[source] = nil
        let disbelief = board.observe(document, at: now)
        boards[source] = board
        if let disbelief { return refuse(source, disbelief, at: now) }
        return recovered(source) + logOddity(board) + (board.wantsRecheck ? [.recheck(source)] : [])
    }

    private mutating func affirm(_ source: RealmFeed, at now: Moment) -> [RealmMonitorEffect] {
        guard var board = boards[source] else { return [] }
        boards[source] = nil
        let disbelief = board.affirm(at: now)
        boards[source] = board
        return disbelief.map { refuse(source, $0, at: now) } ?? recovered(source)
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
        boards[source]?.freshness.failed(failure, at: now)
        var effects: [RealmMonitorEffect] = []
        if loggedFailure[source] != failure.reason {
            loggedFailure[source] = failure.reason
            effects.append(.log(failure.reason))
        }
        guard failure.wasAsked else { return effects }
        return effects + (failure.mayBeOurs ? [.probe] : connect(.online))
    }

    /// Rows that cannot be read are told once, and once again when all can be.
    private mutating func logOddity(_ board: SourceMonitor) -> [RealmMonitorEffect] {
        guard board.oddity != loggedOddity[board.source] else { return [] }
        loggedOddity[board.source] = board.oddity
        return [.log("\(board.source) \(board.oddity ?? "lists nothing any more that cannot be read")")]
    }

    /// What the probes found; they may be blocked by an ad filter, so a source that answers outweighs them.
    ///
    /// Its last answer may be a minute old and the network gone since: it is asked again at once.
    private mutating func connect(_ found: Connectivity, at now: Moment) -> [RealmMonitorEffect] {
        guard found == .offline else { return connect(found) }
        let witnesses = order.compactMap { source in
            boards[source].flatMap { board in
                board.freshness.lastHeard(at: now, rules: board.rules).map { (board: board, at: $0) }
            }
        }
        guard witnesses.isEmpty else {
            return witnesses.filter { now.monotonic - $0.at >= $0.board.rules.interval / 4 }
                .map { .poll($0.board.source) }
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
        guard var board = boards[source] else { return [] }
        boards[source] = nil
        let freshness = board.freshness.body
        let neededSetUp = board.freshness.needsSetUp
        if board.freshness.evaluate(source: source, connectivity: connectivity, at: now, rules: board.rules) {
            board.news.append(RealmNews(subject: .freshness(board.freshness.body), at: now.monotonic))
        }
        let announcement = board.takeAnnouncement(at: now)
        let mayDiffer =
            board.isDirty || board.freshness.body != freshness || board.freshness.needsSetUp != neededSetUp
        board.isDirty = false
        boards[source] = board
        var effects: [RealmMonitorEffect] = []
        if mayDiffer {
            let view = board.view(at: now)
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
