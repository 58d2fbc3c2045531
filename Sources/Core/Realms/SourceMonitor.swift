import WatchpostModel

/// The realms of one source: takes its documents and failures, keeps the announced state, collects the news.
///
/// A value owned by `RealmMonitor`; see there for the effects.
struct SourceMonitor: Sendable {
    let source: RealmFeed
    let rules: RealmRules
    var entries: [String: RealmEntry] = [:]
    var outages: [OngoingOutage] = []
    var freshness = SourceFreshness()
    /// Who is asked; nil while nobody is.
    var origin: RealmOrigin?
    /// News that wait for the clock to be set, then for the caller to take them.
    var news: [RealmNews] = []
    /// Realms whose announced facts changed since the caller last asked.
    var touched: Set<String> = []
    var removed: Set<String> = []
    /// Whether the newest document brought evidence that is not confirmed yet.
    var wantsRecheck = false
    /// Whether the view has to be made again.
    var isDirty = true
    /// What the newest document has that cannot be read, for the log.
    var oddity: String?
    /// The newest document; nil after an answer that was not believed: the server's word that it has not changed says
    /// nothing then.
    private var believed: RegionDocument?
    /// Whether the newest document has rows that may be realms of which no entry is known.
    private var hidesRealms = false
    private var shrunken = 0
    /// Whether some state began before the clock was set.
    private var hasUnstampedStarts = false
    private var wasInMaintenance: Bool?
    /// The outages that the store knows of.
    var storedOutages: [OngoingOutage] = []

    init(source: RealmFeed, rules: RealmRules) {
        self.source = source
        self.rules = rules
    }

    /// Takes up the announced state of the last run.
    mutating func restore(realms: [RealmView], outages: [OngoingOutage]) {
        for view in realms { entries[view.key.slug] = RealmEntry(restored: view) }
        storedOutages = outages
        self.outages = outages
        leaveMembersDown()
        self.outages.removeAll(where: \.members.isEmpty)
        freshness.hasRestoredFacts = !realms.isEmpty
    }

    /// Takes a complete document; the reason when it cannot be believed.
    mutating func observe(_ document: RegionDocument, at now: Moment) -> String? {
        let isSame = document.generation != nil && document.generation == believed?.generation
        if !isSame {
            if let reason = disbelief(of: document) {
                believed = nil
                return reason
            }
            oddity = SourceMonitor.oddity(of: document)
            hidesRealms = document.mayHide(but: Set(entries.values.map(\.connectedRealm)))
        }
        work(document, isSame: isSame, at: now)
        return nil
    }

    /// Takes the server's word, said at `said`, that its document is the same as before; the reason when that says nothing.
    mutating func affirm(_ said: OriginTime?, at now: Moment) -> String? {
        guard let believed else {
            return "says that nothing has changed since an answer that was not believed"
        }
        work(believed.restated(said), isSame: true, at: now)
        return nil
    }

    /// Works a document that is believed into the entries; `isSame`: it is the one before.
    private mutating func work(_ document: RegionDocument, isSame: Bool, at now: Moment) {
        // After a gap it is not known that a document stood there all the time: what it says now is the first that is heard.
        let isDeaf = freshness.isStale(at: now, rules: rules)
        if isDeaf { forgetEvidence() }
        let isSame = isSame && !isDeaf
        believed = document
        isDirty = true
        if now.wall == nil { hasUnstampedStarts = true }
        let changes = apply(document, isSame: isSame, at: now)
        countAbsences(in: document, isSame: isSame, at: now)
        announce(changes, at: now)
        endMaintenance(at: now)
        freshness.succeeded(at: now)
    }

    /// Lets time pass: drops realms that vanished long ago, stamps and judges what waited for the clock.
    ///
    /// It brings no answer, so nothing goes down or comes up by it.
    mutating func tick(at now: Moment) {
        if hasUnstampedStarts { stampStarts(at: now) }
        let inMaintenance = rules.inMaintenance(source.region, at: now.wall)
        if inMaintenance != wasInMaintenance {
            wasInMaintenance = inMaintenance
            isDirty = true
        }
        dropVanished(at: now)
    }

    /// Answers most of whose rows make no sense are nonsense; those that lost most of the realms are until they insist.
    private mutating func disbelief(of document: RegionDocument) -> String? {
        if let reason = SourceMonitor.nonsense(in: document) { return reason }
        let blurred = entries.values.reduce(0) {
            $0 + (document.isSilent(about: $1.connectedRealm) && $1.vanished == nil ? 1 : 0)
        }
        let listed = document.groups.reduce(0) { $0 + $1.realms.count } + blurred
        let known = entries.values.reduce(0) { $0 + ($1.vanished == nil ? 1 : 0) }
        guard listed * 2 < known, shrunken < rules.shrunkenUntilBelieved else {
            shrunken = 0
            return nil
        }
        shrunken += 1
        return "listed only \(listed) of \(known) known realms"
    }

    private mutating func forgetEvidence() {
        for (slug, entry) in entries {
            if entry.tracker.isDown, entry.tracker.isPending { touched.insert(slug) }
            entries[slug]?.forgetEvidence()
            if entry.agreedSince != nil { entries[slug]?.agreedSince = nil }
            // What is known is as old as the gap: nothing of it is kept for a request that fails.
            entries[slug]?.failures = rules.failuresUntilUnknown
        }
    }

    private mutating func stampStarts(at now: Moment) {
        guard now.wall != nil else { return }
        hasUnstampedStarts = false
        isDirty = true
        for (slug, entry) in entries {
            let began = entry.began.stamped(now)
            let vanished = entry.vanished?.stamped(now)
            entries[slug]?.unreadableSince = entry.unreadableSince?.stamped(now)
            guard began != entry.began || vanished != entry.vanished else { continue }
            entries[slug]?.began = began
            entries[slug]?.vanished = vanished
            touched.insert(slug)
        }
        judgeWhatWaited(at: now)
        for index in outages.indices where outages[index].since == nil {
            outages[index].since = outages[index].members.compactMap { entries[$0]?.began.wallTime }.min()
        }
    }

    private mutating func dropVanished(at now: Moment) {
        guard let wall = now.wall else { return }
        for (slug, entry) in entries where entry.vanished != nil {
            guard let gone = entry.vanished?.wallTime, wall.since(gone) > rules.vanishedListedFor else {
                continue
            }
            entries[slug] = nil
            removed.insert(slug)
            isDirty = true
        }
    }

    func view(at now: Moment) -> SourceView {
        let live = entries.values.filter { $0.vanished == nil }
        return SourceView(
            source: source,
            freshness: freshness.body,
            realms: entries.values.map { $0.view(in: source) }.sorted { $0.key.slug < $1.key.slug },
            groups: Set(live.map(\.connectedRealm)).count,
            outages: outages.compactMap { body(of: $0) },
            inMaintenanceWindow: rules.inMaintenance(source.region, at: now.wall),
            origin: origin,
            needsSetUp: freshness.needsSetUp,
            hidesRealms: hidesRealms
        )
    }
}
