import WatchpostModel

/// Decides whether the data of one source can be trusted: a light that is steady is a promise that it is fresh.
struct SourceFreshness: Hashable, Sendable {
    /// What is shown.
    private(set) var body = FreshnessBody(state: .waiting)
    /// Whether facts of an earlier run are shown, which are stale until the first answer.
    var hasRestoredFacts = false
    /// The interval at which the source is really polled, when that is longer than the configured one.
    var pace = Duration.zero
    private var lastGood: StateStart?
    private var lastGoodMonotonic: Duration?
    private var firstSeen: Duration?
    private var failure: SourceFailure?
    /// When the source last answered anything at all, an error or nonsense included; monotonic.
    private var heard: Duration?
    /// The state that the last event told.
    private var announced: FreshnessBody.State?

    mutating func succeeded(at now: Moment) {
        lastGood = StateStart(now)
        lastGoodMonotonic = now.monotonic
        heard = now.monotonic
        failure = nil
    }

    mutating func failed(_ failure: SourceFailure, at now: Moment) {
        self.failure = failure
        if failure.wasAsked, !failure.mayBeOurs { heard = now.monotonic }
    }

    /// The source is never asked.
    mutating func leftOut(because reason: String) {
        failure = SourceFailure(mayBeOurs: false, wasAsked: false, needsSetUp: .whileRefused, reason: reason)
    }

    /// Whether it is not fresh because the box is not set up.
    var needsSetUp: Bool {
        guard body.state != .fresh, body.state != .noNetwork else { return false }
        switch failure?.needsSetUp {
        case .whileRefused: return true
        case .withoutFacts: return lastGoodMonotonic == nil && !hasRestoredFacts
        case .wouldNotHelp, nil: return false
        }
    }

    /// When the source last answered; nil when its last poll met silence, or that answer is too old to prove anything.
    func lastHeard(at now: Moment, rules: RealmRules) -> Duration? {
        guard failure?.mayBeOurs != true, let heard, now.monotonic - heard < staleAfter(rules) else {
            return nil
        }
        return heard
    }

    private func staleAfter(_ rules: RealmRules) -> Duration {
        max(rules.staleAfter, pace * 11 / 4)
    }

    func isStale(at now: Moment, rules: RealmRules) -> Bool {
        guard let lastGoodMonotonic else { return false }
        return now.monotonic - lastGoodMonotonic >= staleAfter(rules)
    }

    /// Decides again; true when the state is worth an event.
    mutating func evaluate(
        source: RealmFeed,
        connectivity: Connectivity,
        at now: Moment,
        rules: RealmRules
    ) -> Bool {
        let firstSeen = self.firstSeen ?? now.monotonic
        self.firstSeen = firstSeen
        lastGood = lastGood?.stamped(now)
        let overdue = now.monotonic - firstSeen >= staleAfter(rules)
        let state = state(connectivity: connectivity, overdue: overdue, at: now, rules: rules)
        let since = state == body.state ? body.since : nil
        body = FreshnessBody(
            state: state,
            since: since ?? start(of: state, at: now),
            reason: reason(of: state, source: source)
        )
        return isNews(state, overdue: overdue)
    }

    private func state(
        connectivity: Connectivity,
        overdue: Bool,
        at now: Moment,
        rules: RealmRules
    ) -> FreshnessBody.State {
        if connectivity == .offline, failure != nil { return .noNetwork }
        if lastGoodMonotonic != nil { return isStale(at: now, rules: rules) ? .stale : .fresh }
        return hasRestoredFacts || overdue ? .stale : .waiting
    }

    private func reason(of state: FreshnessBody.State, source: RealmFeed) -> String? {
        switch state {
        case .fresh: return nil
        case .noNetwork: return "the box has no internet connection"
        case .waiting: return failure?.reason
        case .stale:
            if let failure { return failure.reason }
            guard lastGood != nil else { return "\(source) has not been polled since the start" }
            return "no poll of \(source) has finished since then"
        }
    }

    /// Stale data is as old as the last good answer.
    private func start(of state: FreshnessBody.State, at now: Moment) -> UnixTime? {
        state == .stale ? lastGood?.wallTime ?? now.wall : now.wall
    }

    /// Each change is news, but not the first good answer, nor the moment after a restart in which the facts of
    /// the last run wait for it.
    private mutating func isNews(_ state: FreshnessBody.State, overdue: Bool) -> Bool {
        let isShadowOfRestart = state == .stale && lastGoodMonotonic == nil && !overdue
        guard state != .waiting, state != announced, !isShadowOfRestart else { return false }
        defer { announced = state }
        return announced != nil || state != .fresh
    }
}
