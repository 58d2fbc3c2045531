import Core
import WatchpostModel

/// Owns the realm board and performs what it decides; every observation, failure and tick passes through here, in order.
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
        var count: @Sendable (RealmSource, PollMetrics.Outcome) -> Void
    }

    private var board: RealmBoard
    private var schedules: [RealmSource: PollSchedule]
    private let clock: SystemClock
    private let outlets: Outlets
    private let probe: ConnectivityProbe
    private let log: Log
    private let jitter: @Sendable () -> Double
    private var probing: Task<Void, Never>?

    init(
        board: RealmBoard,
        sources: [RealmSource],
        pace: (interval: Duration, recheck: Duration),
        clock: SystemClock,
        probe: ConnectivityProbe,
        log: Log,
        outlets: Outlets,
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.board = board
        self.clock = clock
        self.probe = probe
        self.log = log
        self.outlets = outlets
        self.jitter = jitter
        let now = clock.now().monotonic
        schedules = Dictionary(
            sources.map { ($0, PollSchedule(interval: pace.interval, recheck: pace.recheck, now: now)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// When a source is to be polled next, on the monotonic clock.
    func due(_ source: RealmSource) -> Duration {
        schedules[source]?.due ?? clock.now().monotonic
    }

    /// Takes the outcome of a poll; `least` is the shortest interval that its cost allows.
    func polled(_ source: RealmSource, _ outcome: Result<PollAnswer, PollFault>, least: Duration) {
        let now = clock.now()
        switch outcome {
        case .success(.document(let document, _)):
            outlets.count(source, .document)
            schedules[source]?.succeeded(at: now.monotonic, least: least)
            perform(board.handle(.paced(source, least), at: now), at: now)
            perform(board.handle(.observed(source, document), at: now), at: now)
        case .success(.unchanged):
            outlets.count(source, .unchanged)
            schedules[source]?.succeeded(at: now.monotonic)
            perform(board.handle(.unchanged(source), at: now), at: now)
        case .failure(let fault):
            outlets.count(source, .failed)
            schedules[source]?.failed(at: now.monotonic, retryAfter: fault.retryAfter, jitter: jitter())
            perform(board.handle(.failed(source, fault.failure), at: now), at: now)
        }
    }

    /// Lets time pass: freshness, maintenance windows; while offline, asks again whether the network is back.
    func tick() {
        let now = clock.now()
        perform(board.handle(.tick, at: now), at: now)
        if board.isOffline { startProbe() }
    }

    private func perform(_ effects: [RealmBoardEffect], at now: Moment) {
        for effect in effects {
            switch effect {
            case .show: break
            case .announce(let announcement): outlets.announce(announcement)
            case .recheck(let source): schedules[source]?.contradicted(at: now.monotonic)
            case .pollAll: for source in schedules.keys { schedules[source]?.pollNow(at: now.monotonic) }
            case .probe: startProbe()
            case .log(let message): log.notice(message)
            }
        }
        if effects.contains(where: \.changesTheView) { outlets.show(board.views) }
    }

    /// One probe at a time.
    private func startProbe() {
        guard probing == nil else { return }
        probing = Task {
            let found = await probe.run()
            probing = nil
            guard !Task.isCancelled else { return }
            let now = clock.now()
            perform(board.handle(.connectivity(found), at: now), at: now)
        }
    }
}

extension RealmBoardEffect {
    fileprivate var changesTheView: Bool {
        if case .show = self { return true }
        return false
    }
}
