package import WatchpostModel

/// What the monitor is told.
package enum RealmMonitorEvent: Hashable, Sendable {
    /// A complete answer of a source.
    case observed(RealmFeed, RegionDocument)
    /// The source says that its document has not changed (304); `said`: when it said so, nil when it does not tell.
    case unchanged(RealmFeed, said: OriginTime? = nil)
    /// A poll failed or its answer made no sense.
    case failed(RealmFeed, SourceFailure)
    /// A poll of the source is so dear that it is repeated at this interval only; freshness is measured in it.
    case paced(RealmFeed, Duration)
    /// What the probes found about our own connection.
    case connectivity(Connectivity)
    /// Time has passed.
    case tick
}

/// What the monitor wants done.
///
/// The present is shown at once; announcements leave after they are committed.
package enum RealmMonitorEffect: Hashable, Sendable {
    /// The view of a source has changed: lamps, display and snapshots show it without waiting for a disk.
    case show(RealmFeed)
    /// Commit what is said of these realms together with the events, then tell the events.
    case announce(RealmAnnouncement)
    /// Poll this source again soon: it contradicts what is announced.
    case recheck(RealmFeed)
    /// The newest answer of this source is not believed: nothing of it may be sent back as a condition.
    case forget(RealmFeed)
    /// Poll this source now: it answered a while ago, and the probes say that nobody can.
    case poll(RealmFeed)
    /// Poll every source now: our connection is back.
    case pollAll
    /// Find out whether our own connection works.
    case probe
    /// Worth one line in the log.
    case log(String)
}

/// Realms whose announced facts changed, and the events that say so; both are committed in one transaction.
package struct RealmAnnouncement: Hashable, Sendable {
    package var source: RealmFeed
    /// The realms as they are announced now; one that cannot be read at the moment keeps what was announced of it.
    package var realms: [RealmView]
    /// Realms that left the list for good.
    package var removed: [RealmKey]
    package var events: [EventBody]
    /// The outages of the source that go on now.
    package var outages: [OngoingOutage]

    package init(
        source: RealmFeed,
        realms: [RealmView] = [],
        removed: [RealmKey] = [],
        events: [EventBody] = [],
        outages: [OngoingOutage] = []
    ) {
        self.source = source
        self.realms = realms
        self.removed = removed
        self.events = events
        self.outages = outages
    }
}

/// Why a poll gave nothing.
package struct SourceFailure: Hashable, Sendable {
    /// Whether the fault may be our own connection's; then the probes decide.
    package var mayBeOurs: Bool
    /// Whether anybody was asked: a source that is left alone for a while says nothing about our connection either.
    package var wasAsked: Bool
    /// When setting up the box would help.
    package enum SetUp: Hashable, Sendable {
        case wouldNotHelp
        /// Only while nothing is known yet: it may answer the next time.
        case withoutFacts
        /// Until somebody does it.
        case whileRefused
    }

    /// Whether setting up the box would help.
    package var needsSetUp: SetUp
    /// What happened, with the name of the source, for people.
    package var reason: String

    package init(mayBeOurs: Bool, wasAsked: Bool = true, needsSetUp: SetUp = .wouldNotHelp, reason: String) {
        self.mayBeOurs = mayBeOurs
        self.wasAsked = wasAsked
        self.needsSetUp = needsSetUp
        self.reason = TextBytes.cut(reason, to: 500)
    }
}

/// Whether the appliance reaches the internet at all.
package enum Connectivity: Hashable, Sendable {
    case online
    case offline
}
