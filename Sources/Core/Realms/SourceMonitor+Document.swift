import WatchpostModel

/// What one document changed, by slug.
struct Changes {
    var wentDown: [String] = []
    var cameUp: [String] = []
}

extension RealmEntry {
    /// Whether what is known of it was told by another kind of origin than this document: one tells which realms share
    /// a server, the other does not.
    func isFromElsewhere(than document: RegionDocument) -> Bool {
        LoneRealm.isLone(connectedRealm) != document.isOfLoneRealms
    }

    /// Takes over what a new origin tells in ways of its own: that two origins differ is no news about a realm.
    fileprivate mutating func adopt(_ group: ObservedGroup) {
        connectedRealm = group.connectedRealm
        queue = Debounced(group.hasQueue)
        locked = Debounced(group.population == .locked)
        population = Debounced(group.population)
    }
}

extension ObservedRealm {
    fileprivate func isStoredLike(_ other: ObservedRealm) -> Bool {
        name.standard == other.name.standard && category.standard == other.category.standard
            && timezone == other.timezone && type == other.type
    }
}

/// How a document is worked into the entries.
extension SourceMonitor {
    /// `isSame`: it is the document before, and entries have counted it.
    mutating func apply(_ document: RegionDocument, isSame: Bool, at now: Moment) -> Changes {
        var changes = Changes()
        let isFirst =
            entries.isEmpty
            || entries.values.contains { $0.vanished == nil && $0.isFromElsewhere(than: document) }
        wantsRecheck = false
        for group in document.groups {
            for facts in group.realms where takesIn(facts) {
                let known = entries[facts.slug]
                var entry = known ?? RealmEntry(facts: facts, group: group)
                if known == nil || known?.vanished != nil {
                    if !isFirst { report(facts, .appeared, at: now) }
                    touched.insert(facts.slug)
                }
                take(facts, of: group, isSame: isSame, into: &entry, changes: &changes, at: now)
                entries[facts.slug] = entry
            }
        }
        return changes
    }

    /// Whether a realm of a document is one for people.
    func takesIn(_ facts: ObservedRealm) -> Bool {
        !facts.isInternal && (rules.includesTournamentRealms || !facts.isTournament)
    }

    /// A page that has not changed affirms what it said, and so does one that was counted for the same contradiction; when
    /// the origin proves that it has said it again, either counts as what it is.
    private mutating func take(
        _ facts: ObservedRealm,
        of group: ObservedGroup,
        isSame: Bool,
        into entry: inout RealmEntry,
        changes: inout Changes,
        at now: Moment
    ) {
        entry.failures = 0
        entry.isSaidDown = group.status == .down
        let word = group.said.map { OriginWord($0, heardAt: now.monotonic) }
        let isUnchanged = isSame || (group.generation != nil && group.generation == entry.generation)
        let isCounted = isUnchanged || entry.hasCounted(group.generation)
        let isObservation = !isCounted || entry.countsAgain(word, rules: rules)
        if isObservation { entry.count(word) }
        if !isUnchanged || isObservation { update(&entry, facts: facts, group: group, at: now) }
        if isObservation {
            observe(&entry, group: group, changes: &changes, at: now)
        } else {
            affirm(&entry, changes: &changes, at: now)
        }
    }

    /// Takes over what does not need thresholds.
    private mutating func update(
        _ entry: inout RealmEntry,
        facts: ObservedRealm,
        group: ObservedGroup,
        at now: Moment
    ) {
        entry.generation = group.generation
        entry.isSeen = true
        entry.absences = 0
        entry.absentSince = nil
        entry.isAbsenceDoubted = false
        if entry.vanished != nil { entry.reappear() }
        if entry.facts != facts {
            // The store keeps the standard names only; the others come back with each start and are no change to it.
            if !entry.facts.isStoredLike(facts) { touched.insert(facts.slug) }
            entry.facts = facts
        }
        guard LoneRealm.isLone(entry.connectedRealm) == LoneRealm.isLone(group.connectedRealm) else {
            entry.adopt(group)
            entry.isReportedUp = group.status == .up
            touched.insert(facts.slug)
            return
        }
        if entry.connectedRealm != group.connectedRealm {
            entry.connectedRealm = group.connectedRealm
            report(facts, .regrouped, at: now)
        }
        entry.isReportedUp = group.status == .up
        if entry.queue.observe(group.hasQueue, at: now.monotonic) { reportQueue(entry, at: now) }
        if entry.locked.observe(group.population == .locked, at: now.monotonic) { reportLock(entry, at: now) }
        let before = entry.population.value
        if entry.population.observe(group.population, at: now.monotonic) {
            reportPopulation(entry, before: before, at: now)
        }
    }

    mutating func reportQueue(_ entry: RealmEntry, at now: Moment) {
        report(entry.facts, entry.queue.value ? .queueStarted : .queueEnded, at: now)
    }

    mutating func reportLock(_ entry: RealmEntry, at now: Moment) {
        report(entry.facts, entry.locked.value ? .locked : .unlocked, at: now)
    }

    /// A realm that goes down counts as offline: that is no news of its own, nor is a lock, which has an event already.
    mutating func reportPopulation(_ entry: RealmEntry, before: Population, at now: Moment) {
        let silent: Set<Population> = [.offline, .unknown, .locked]
        guard entry.isReportedUp, !silent.contains(before), !silent.contains(entry.population.value) else {
            touched.insert(entry.facts.slug)
            return
        }
        report(entry.facts, .population, at: now)
    }

    private mutating func observe(
        _ entry: inout RealmEntry,
        group: ObservedGroup,
        changes: inout Changes,
        at now: Moment
    ) {
        let before = entry.tracker
        let transition = entry.tracker.observe(group.status, rules: rules)
        entry.unreadableSince = entry.tracker.isUnreadable ? entry.unreadableSince ?? StateStart(now) : nil
        if entry.tracker != before, entry.tracker.isPending { wantsRecheck = true }
        // Whoever is about to say that a realm is down asks the store whether the last look said otherwise.
        if before.isDown, entry.tracker.isDown, before.isPending != entry.tracker.isPending {
            touched.insert(entry.facts.slug)
        }
        entry.pendingSince = entry.tracker.isPending ? entry.pendingSince ?? now.monotonic : nil
        if !before.isPending { entry.counted = [] }
        if let generation = group.generation { entry.counted.insert(generation) }
        settle(&entry, transition, slug: entry.facts.slug, changes: &changes, at: now)
    }

    /// Writes down a confirmed transition.
    mutating func settle(
        _ entry: inout RealmEntry,
        _ transition: RealmTracker.Transition?,
        slug: String,
        changes: inout Changes,
        at now: Moment
    ) {
        guard let transition else { return }
        touched.insert(slug)
        switch transition {
        case .discovered:
            entry.began = .unseen
            if entry.tracker.isDown { judge(&entry, at: now) }
        case .wentDown:
            entry.began = StateStart(now)
            entry.wentDown = now.monotonic
            judge(&entry, at: now)
            changes.wentDown.append(slug)
        case .cameUp:
            entry.began = StateStart(now)
            entry.unjudgedSince = nil
            changes.cameUp.append(slug)
        }
    }

    mutating func report(_ facts: ObservedRealm, _ change: RealmEventBody.Change, at now: Moment) {
        touched.insert(facts.slug)
        let subject = RealmNews.Subject.realm(slug: facts.slug, name: facts.name.standard, change)
        news.append(RealmNews(subject: subject, at: now.monotonic))
    }
}
