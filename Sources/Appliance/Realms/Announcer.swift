import Core
import SystemSupport
import WatchpostModel

/// Commits what is announced and tells it only then, one after the other, in the order in which it was decided.
///
/// Nothing is forgotten while the disk refuses: the announcement is kept and tried again, and the panel shows the fault.
actor Announcer {
    /// What one decision says: changes of the store and the events that go with them.
    struct Announcement: Sendable {
        var changes = RealmChanges()
        var events: [EventBody] = []
        /// Whose outages `changes` has all of; nil when it is about none.
        var source: RealmFeed?
    }

    private let store: RealmStore
    private let liveness: LivenessRegistry
    private let log: Log
    private let tell: @Sendable ([StoredEvent], [EventBody]) -> Void
    private let fault: @Sendable (String?) -> Void
    private let queue: AsyncStream<Announcement>
    private let entry: AsyncStream<Announcement>.Continuation
    private var outages: [RealmFeed: Set<OutageRecord.Key>] = [:]
    private var isFailing = false

    /// A commit that another process holds up for longer is a stuck loop.
    private static let budget = Duration.seconds(12)
    /// Announcements that wait at most; more would mean hours of a broken disk.
    private static let longestQueue = 10_000
    private static let name = "announcements"

    /// `tell` gets the events after their commit; `fault` what is wrong with the disk, or nil when it works again.
    init(
        store: RealmStore,
        liveness: LivenessRegistry,
        log: Log,
        restored: [OutageRecord],
        tell: @escaping @Sendable ([StoredEvent], [EventBody]) -> Void,
        fault: @escaping @Sendable (String?) -> Void
    ) {
        self.store = store
        self.liveness = liveness
        self.log = log
        self.tell = tell
        self.fault = fault
        (queue, entry) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Announcer.longestQueue))
        outages = Dictionary(grouping: restored.map(\.key), by: \.source).mapValues(Set.init)
    }

    /// Hands over what the realm monitor decided.
    ///
    /// Safe from anywhere, never blocks.
    nonisolated func announce(_ announcement: RealmAnnouncement) {
        var changes = RealmChanges()
        changes.realms = announcement.realms.map { RealmRecord($0) }
        changes.forgotten = announcement.removed
        changes.outages = announcement.outages.map { OutageRecord($0, source: announcement.source) }
        changes.sources = announcement.events.compactMap { event in
            guard case .freshness(let body) = event else { return nil }
            return SourceRecord(source: announcement.source, freshness: body.freshness)
        }
        entry.yield(
            Announcement(changes: changes, events: announcement.events, source: announcement.source)
        )
    }

    /// Hands over events without realm state.
    nonisolated func announce(_ events: [EventBody]) {
        entry.yield(Announcement(events: events))
    }

    /// Takes no more; `run` returns once everything handed over is committed.
    nonisolated func finish() {
        entry.finish()
    }

    /// The loop; it ends after `finish`.
    func run() async {
        for await announcement in queue {
            liveness.expect(Announcer.name, within: Announcer.budget)
            await commit(announcement)
            liveness.rest(Announcer.name)
        }
    }

    private func commit(_ announcement: Announcement) async {
        let changes = withEndedOutages(announcement)
        var wait = Duration.milliseconds(500)
        while true {
            do throws(SQLiteError) {
                let events = try await store.commit(changes, events: announcement.events)
                if isFailing { recovered() }
                if !events.isEmpty { tell(events, announcement.events) }
                return
            } catch {
                report(error)
            }
            do {
                try await Task.sleep(for: wait)
            } catch {
                return log.error(
                    "an announcement could not be stored before the end: \(announcement.events.count) events"
                )
            }
            wait = min(wait * 2, .seconds(30))
        }
    }

    /// A lock that somebody else holds is no excuse; a disk that says what is wrong is shown, and waited for.
    private func report(_ error: SQLiteError) {
        if error.code.primary != .busy { liveness.expect(Announcer.name, within: .seconds(60)) }
        guard !isFailing else { return }
        isFailing = true
        log.error("cannot store announcements: \(error); trying again")
        fault("the disk refuses: \(error.message)")
    }

    private func recovered() {
        isFailing = false
        log.notice("announcements are stored again")
        fault(nil)
    }

    /// The store is told which outages are over: those that went on in a source and are no longer among its own.
    private func withEndedOutages(_ announcement: Announcement) -> RealmChanges {
        var complete = announcement.changes
        guard let source = announcement.source else { return complete }
        let now = Set(complete.outages.map(\.key))
        complete.endedOutages = Array(outages[source, default: []].subtracting(now))
        outages[source] = now
        return complete
    }
}

extension OutageRecord {
    init(_ outage: OngoingOutage, source: RealmFeed) {
        self.init(
            key: Key(source: source, scope: outage.scope, category: outage.category),
            since: outage.since,
            isMaintenance: outage.maintenance,
            slugs: outage.members.sorted(),
            groups: outage.groups
        )
    }

    /// The outage as the monitor goes on with it.
    var ongoing: OngoingOutage {
        OngoingOutage(
            scope: key.scope,
            category: key.category,
            since: since,
            maintenance: isMaintenance,
            members: Set(slugs),
            groups: groups
        )
    }
}
