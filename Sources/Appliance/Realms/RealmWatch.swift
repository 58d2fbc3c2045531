import Core
import SystemSupport
import WatchpostModel

/// Owns the realm monitor and performs what it decides; every observation, failure and tick passes through here, in order.
actor RealmWatch {
    /// Where the effects go.
    ///
    /// All are called in order, from this actor, and must not block.
    struct Outlets: Sendable {
        /// The present changed: lamps, display and snapshots.
        var show: @Sendable ([SourceView]) -> Void
        /// To be committed, and told only after that.
        var announce: @Sendable (RealmAnnouncement) -> Void
        /// A poll ended.
        var count: @Sendable (RealmFeed, PollMetrics.Outcome) -> Void
        /// An upstream has a lasting fault, by its code, or none any more.
        var fault: @Sendable (_ code: String, _ words: String?) -> Void
    }

    private var monitor: RealmMonitor
    private var schedules: [RealmFeed: PollSchedule]
    private let clock: SystemClock
    private let outlets: Outlets
    private let probe: ConnectivityProbe
    private let log: Log
    private let jitter: @Sendable () -> Double
    private var probing: Task<Void, Never>?
    /// Sources whose search is refused, which the log has been told.
    private var withoutSearch: Set<RealmFeed> = []

    init(
        monitor: RealmMonitor,
        paces: [RealmFeed: PollPace],
        clock: SystemClock,
        probe: ConnectivityProbe,
        log: Log,
        outlets: Outlets,
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.monitor = monitor
        self.clock = clock
        self.probe = probe
        self.log = log
        self.outlets = outlets
        self.jitter = jitter
        let now = clock.now().monotonic
        schedules = paces.mapValues { PollSchedule(pace: $0, now: now) }
    }

    /// When a source is to be polled next, on the monotonic clock.
    func due(_ source: RealmFeed) -> Duration {
        schedules[source]?.due ?? clock.now().monotonic
    }

    /// Takes the outcome of a poll; `least` is the shortest interval that its cost allows.
    ///
    /// False when the answer is not believed.
    @discardableResult
    func polled(_ source: RealmFeed, _ outcome: Result<PollAnswer, PollFault>, least: Duration) -> Bool {
        let now = clock.now()
        var effects: [RealmMonitorEffect] = []
        switch outcome {
        case .success(.document(let document, _)):
            outlets.count(source, .document)
            schedules[source]?.succeeded(at: now.monotonic, least: least, jitter: jitter())
            tellWay(of: source, because: nil)
            effects += monitor.handle(.paced(source, least), at: now)
            effects += monitor.handle(.observed(source, document), at: now)
        case .success(.walked(let document, _, let reason)):
            outlets.count(source, .document)
            // The search is asked at the usual interval whether it is back; the walk has a pace of its own.
            schedules[source]?.succeeded(at: now.monotonic)
            tellWay(
                of: source,
                because: "\(reason); until it is back each connected realm is asked by its number"
            )
            effects += monitor.handle(.paced(source, least), at: now)
            effects += monitor.handle(.observed(source, document), at: now)
        case .success(.waiting):
            outlets.count(source, .failed)
            schedules[source]?.succeeded(at: now.monotonic)
        case .success(.unchanged(_, let said)):
            outlets.count(source, .unchanged)
            schedules[source]?.succeeded(at: now.monotonic, least: least, jitter: jitter())
            effects += monitor.handle(.unchanged(source, said: said), at: now)
        case .failure(let fault):
            outlets.count(source, .failed)
            schedules[source]?.failed(at: now.monotonic, retryAfter: fault.retryAfter, jitter: jitter())
            effects += monitor.handle(.failed(source, fault.failure), at: now)
        }
        // An answer of any source is better proof than what a probe may find.
        if !outcome.isSilence { endProbe() }
        perform(effects, at: now)
        return !effects.contains(.forget(source))
    }

    /// Lets time pass: freshness, maintenance windows; while offline, asks again whether the network is back.
    func tick() {
        let now = clock.now()
        perform(monitor.handle(.tick, at: now), at: now)
        if monitor.isOffline { startProbe() }
    }

    /// Tells the log once that a source is asked in the dear way, and once that it no longer is.
    private func tellWay(of source: RealmFeed, because reason: String?) {
        guard withoutSearch.contains(source) != (reason != nil) else { return }
        if let reason {
            withoutSearch.insert(source)
            log.notice(reason)
        } else {
            withoutSearch.remove(source)
            log.notice("the search of \(source) answers again")
        }
    }

    private func perform(_ effects: [RealmMonitorEffect], at now: Moment) {
        for effect in effects {
            switch effect {
            case .show, .forget: break
            case .announce(let announcement): outlets.announce(announcement)
            case .recheck(let source): schedules[source]?.contradicted(at: now.monotonic)
            case .poll(let source): schedules[source]?.pollNow(at: now.monotonic)
            case .pollAll: for source in schedules.keys { schedules[source]?.pollNow(at: now.monotonic) }
            case .probe: startProbe()
            case .log(let message): log.notice(message)
            }
        }
        if effects.contains(where: \.changesTheView) { outlets.show(monitor.views) }
    }

    /// One probe at a time.
    private func startProbe() {
        guard probing == nil else { return }
        probing = Task {
            let found = await probe.run()
            guard !Task.isCancelled else { return }
            probing = nil
            let now = clock.now()
            perform(monitor.handle(.connectivity(found), at: now), at: now)
        }
    }

    private func endProbe() {
        probing?.cancel()
        probing = nil
    }
}

extension Result<PollAnswer, PollFault> {
    /// Whether nobody answered, so that our own connection may be the reason, or nobody was asked.
    fileprivate var isSilence: Bool {
        guard case .failure(let fault) = self else { return false }
        return fault.mayBeOurs || !fault.wasAsked
    }
}

extension RealmMonitorEffect {
    fileprivate var changesTheView: Bool {
        if case .show = self { return true }
        return false
    }
}
