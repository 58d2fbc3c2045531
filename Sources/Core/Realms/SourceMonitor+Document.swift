import WatchpostModel

/// What one document changed, by slug.
struct Changes {
    var wentDown: [String] = []
    var cameUp: [String] = []
}

extension RegionDocument {
    /// Whether the realm may stand in a row that cannot be read.
    fileprivate func mayHold(_ entry: RealmEntry) -> Bool {
        unreadable[entry.connectedRealm] != nil || !nameless.isEmpty
            || isOfLoneRealms && unreadable[LoneRealm.number(of: entry.facts.slug)] != nil
    }
}

extension RealmEntry {
    /// Whether what is known of it was told by another kind of origin than this document: one tells which realms share
    /// a server, the other does not.
    fileprivate func isFromElsewhere(than document: RegionDocument) -> Bool {
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
    mutating func apply(_ document: RegionDocument, at now: Moment) -> Changes {
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
                take(facts, of: group, into: &entry, changes: &changes, at: now)
                entries[facts.slug] = entry
            }
        }
        return changes
    }

    /// Whether a realm of a document is one for people.
    private func takesIn(_ facts: ObservedRealm) -> Bool {
        !facts.isInternal && (rules.includesTournamentRealms || !facts.isTournament)
    }

    /// A page that has not changed affirms what it said; one that was counted for the same contradiction does not count
    /// for it again.
    private mutating func take(
        _ facts: ObservedRealm,
        of group: ObservedGroup,
        into entry: inout RealmEntry,
        changes: inout Changes,
        at now: Moment
    ) {
        entry.failures = 0
        entry.isSaidDown = group.status == .down
        let isUnchanged = group.generation != nil && group.generation == entry.generation
        let isCounted = entry.hasCounted(group.generation)
        if !isUnchanged { update(&entry, facts: facts, group: group, at: now) }
        if isUnchanged || isCounted {
            affirm(&entry, changes: &changes, at: now)
        } else {
            observe(&entry, group: group, changes: &changes, at: now)
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

    /// A realm that one answer leaves out is not down: it is unknown once several answers in a row do.
    mutating func countAbsences(in document: RegionDocument, at now: Moment) {
        let listed = Set(document.groups.flatMap { $0.realms.filter(takesIn).map(\.slug) })
        doubtAbsences(listed)
        for (slug, entry) in entries where !listed.contains(slug) {
            var entry = entry
            guard entry.vanished == nil else {
                if document.unanswered[entry.connectedRealm] != nil || document.mayHold(entry) {
                    entry.agreedSince = nil
                } else {
                    entry.agree(at: now, rules: rules)
                }
                entries[slug] = entry
                continue
            }
            entry.isSaidDown = false
            // What was known before would be shown as fresh from this answer on, which did not name it.
            if !entry.isSeen { blur(&entry, at: now) }
            if document.unanswered[entry.connectedRealm] != nil {
                entry.failures += 1
                if entry.failures >= rules.failuresUntilUnknown { blur(&entry, at: now) }
            } else if document.mayHold(entry) {
                blur(&entry, at: now)
            } else {
                entry.generation = nil
                entry.absences += 1
                entry.absentSince = entry.absentSince ?? now.monotonic
                if entry.absences >= rules.absencesUntilVanished {
                    vanish(&entry, at: now, isNews: !entry.isFromElsewhere(than: document))
                }
            }
            entries[slug] = entry
        }
    }

    /// A realm that leaves the list alone was renamed, joined or closed; one that was said to be down, or that leaves while
    /// others are missing or down, may be a row that an outage took away.
    private mutating func doubtAbsences(_ listed: Set<String>) {
        let missing = entries.filter { !listed.contains($0.key) && !$0.value.isGone }
        guard !missing.isEmpty else { return }
        let down = entries.values.count { $0.isAway && listed.contains($0.facts.slug) }
        let troubled = missing.count + down
        let isInNumber = troubled > rules.fewInTrouble || (troubled > 1 && troubled * 10 > entries.count)
        for (slug, entry) in missing where isInNumber || entry.tracker.isDown || entry.isSaidDown {
            entries[slug]?.isAbsenceDoubted = true
        }
    }

    /// Nobody knows how the realm is: it is shown as unknown, and what was announced of it stays announced.
    private mutating func blur(_ entry: inout RealmEntry, at now: Moment) {
        if entry.tracker.isDown, entry.tracker.isPending { touched.insert(entry.facts.slug) }
        _ = entry.tracker.observe(.unknown(""), rules: rules)
        entry.unreadableSince = entry.unreadableSince ?? StateStart(now)
        entry.pendingSince = nil
        entry.generation = nil
    }

    /// `isNews` is false for a realm that a new origin of the facts has never listed: it may be listed elsewhere still.
    mutating func vanish(_ entry: inout RealmEntry, at now: Moment, isNews: Bool = true) {
        entry.vanish(at: now)
        touched.insert(entry.facts.slug)
        if isNews { report(entry.facts, .vanished, at: now) }
    }

    mutating func report(_ facts: ObservedRealm, _ change: RealmEventBody.Change, at now: Moment) {
        touched.insert(facts.slug)
        let subject = RealmNews.Subject.realm(slug: facts.slug, name: facts.name.standard, change)
        news.append(RealmNews(subject: subject, at: now.monotonic))
    }
}
