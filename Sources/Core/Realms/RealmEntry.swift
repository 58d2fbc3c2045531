import WatchpostModel

/// Everything the monitor keeps about one realm.
struct RealmEntry: Hashable, Sendable {
    var facts: ObservedRealm
    var connectedRealm: Int64
    var tracker: RealmTracker
    var began: StateStart
    var queue: Debounced<Bool>
    var locked: Debounced<Bool>
    var population: Debounced<Population>
    /// Documents in a row that missed the realm.
    var absences = 0
    /// When it was declared gone; it is shown as unknown until it is dropped.
    var vanished: StateStart?
    /// Since when answers that were believed agree that it is not there, without a gap, once it has vanished.
    var agreedSince: Duration?
    /// Whether an outage may have taken it out of the list, as far as the answers say that miss it.
    var isAbsenceDoubted = false
    /// Whether they have agreed for so long that it counts no more.
    var isGone = false
    /// When it was last confirmed down, for the outage window.
    var wentDown: Duration?
    /// When the pending contradiction began.
    var pendingSince: Duration?
    /// Whether the newest document that was believed says that it is down.
    var isSaidDown = false
    /// When it was confirmed down while the clock was not set: only that will tell whether it is maintenance.
    var unjudgedSince: Duration?
    /// When the first of the documents that miss it arrived.
    var absentSince: Duration?
    /// Since when the newest observation says neither up nor down.
    var unreadableSince: StateStart?
    /// Whether upstream said up when it was counted last: the population of a realm that is not is no news.
    var isReportedUp = true
    /// Whether an answer of this run has named it; until then nothing but the store says what it is like.
    var isSeen = false
    /// Requests in a row for its connected realm that failed; after a gap in the data as many as it takes.
    var failures = 0
    /// The generation of the page that was counted last; see `ObservedGroup.generation`.
    var generation: String?
    /// The generations that were counted for the contradiction that is pending; as many as observations at most.
    var counted: Set<String> = []
    /// What the origin said of the time with the answer that was counted last, or with all that were counted for what is
    /// pending; nil when one of them told no time.
    var word: OriginWord?

    init(facts: ObservedRealm, group: ObservedGroup) {
        self.facts = facts
        connectedRealm = group.connectedRealm
        tracker = RealmTracker()
        began = .unseen
        queue = Debounced(group.hasQueue)
        locked = Debounced(group.population == .locked)
        population = Debounced(group.population)
    }

    /// A realm as it was announced before the restart.
    init(restored view: RealmView) {
        facts = ObservedRealm(
            slug: view.key.slug,
            name: view.name,
            category: view.category,
            timezone: view.timezone,
            type: view.type,
            isTournament: false
        )
        connectedRealm = view.connectedRealm
        switch view.state {
        // The last release kept nothing of one that left the list: its return down shall be news all the same.
        case .unknown: tracker = RealmTracker(phase: view.isVanished ? .up : .unknown(downs: 0))
        case .up, .suspected: tracker = RealmTracker(phase: .up)
        case .down, .recovering, .maintenance: tracker = RealmTracker(phase: .down)
        }
        tracker.inMaintenance = view.state == .maintenance
        began = view.since.map(StateStart.wall) ?? .unseen
        vanished = view.isVanished ? began : nil
        queue = Debounced(view.hasQueue)
        locked = Debounced(view.isLocked)
        population = Debounced(view.population)
    }

    /// Whether it counts as down for everybody who asks: confirmed, and still listed.
    var isAway: Bool { vanished == nil && tracker.isDown }

    /// No answer lists it any more: nobody knows how it is.
    ///
    /// What was announced of it stays announced, so that its return is counted against that like any other answer.
    mutating func vanish(at now: Moment) {
        vanished = StateStart(now)
        agreedSince = now.monotonic
        tracker.forgetEvidence()
        wentDown = nil
        pendingSince = nil
        unjudgedSince = nil
        absences = 0
        absentSince = nil
        unreadableSince = nil
        word = nil
    }

    /// As it is stored: a realm that comes back from maintenance is in maintenance until it is back, also over a
    /// restart; a word that nobody can read takes nothing back.
    func announced(in source: RealmFeed) -> RealmView {
        var view = settledView(in: source)
        if view.state == .recovering, tracker.inMaintenance { view.state = .maintenance }
        return view
    }

    /// Whether a document was counted already for the contradiction that is pending: caches that take turns serve the
    /// same few again and again.
    func hasCounted(_ generation: String?) -> Bool {
        tracker.isPending && generation.map(counted.contains) == true
    }

    /// After a gap in the data counting starts again, on a page that has not changed as well.
    mutating func forgetEvidence() {
        tracker.forgetEvidence()
        queue.forgetEvidence()
        locked.forgetEvidence()
        population.forgetEvidence()
        pendingSince = nil
        absences = 0
        absentSince = nil
        generation = nil
        word = nil
    }

    /// It is listed again: since when it is how it is nobody saw.
    mutating func reappear() {
        vanished = nil
        agreedSince = nil
        isGone = false
        began = .unseen
    }

    /// Another answer leaves it out that has vanished.
    mutating func agree(at now: Moment, rules: RealmRules) {
        let since = agreedSince ?? now.monotonic
        agreedSince = since
        let patience = isAbsenceDoubted ? rules.absenceUntilGoneInDoubt : rules.absenceUntilGone
        if now.monotonic - since >= patience { isGone = true }
    }

    /// The realm as people are shown it.
    func view(in source: RealmFeed) -> RealmView {
        var view = settledView(in: source)
        if vanished != nil {
            view.state = .unknown
            view.isGone = isGone
        } else if tracker.isUnreadable {
            view.state = .unknown
            view.since = unreadableSince?.wallTime
        }
        return view
    }

    /// The realm as it was announced last, whether or not the newest answers name it and can be read.
    private func settledView(in source: RealmFeed) -> RealmView {
        RealmView(
            key: RealmKey(source: source, slug: facts.slug),
            name: facts.name,
            category: facts.category,
            connectedRealm: connectedRealm,
            state: tracker.announcedState,
            since: (vanished ?? began).wallTime,
            population: population.value,
            hasQueue: queue.value,
            isLocked: locked.value,
            timezone: facts.timezone,
            type: facts.type,
            isVanished: vanished != nil
        )
    }
}

/// When a state began: on the wall clock, or, until that is set, on the monotonic one.
enum StateStart: Hashable, Sendable {
    case wall(UnixTime)
    case monotonic(Duration)
    /// Before anybody looked.
    case unseen

    init(_ now: Moment) {
        self = now.wall.map(StateStart.wall) ?? .monotonic(now.monotonic)
    }

    var wallTime: UnixTime? {
        guard case .wall(let time) = self else { return nil }
        return time
    }

    /// The same start on the wall clock, once that is set.
    func stamped(_ now: Moment) -> StateStart {
        guard case .monotonic(let start) = self, let time = now.wall(at: start) else { return self }
        return .wall(time)
    }
}

extension Moment {
    /// What the wall clock, set by now, would have shown at an earlier monotonic time.
    func wall(at earlier: Duration) -> UnixTime? {
        wall?.advanced(by: -(monotonic - earlier).components.seconds)
    }
}
