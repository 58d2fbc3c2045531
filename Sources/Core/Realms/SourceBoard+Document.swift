import WatchpostModel

/// What one document changed, by slug.
struct Changes {
    var wentDown: [String] = []
    var cameUp: [String] = []
}

extension ObservedRealm {
    fileprivate func isStoredLike(_ other: ObservedRealm) -> Bool {
        name.standard == other.name.standard && category.standard == other.category.standard
            && timezone == other.timezone && type == other.type
    }
}

/// How a document is worked into the entries.
extension SourceBoard {
    mutating func apply(_ document: RegionDocument, at now: Moment) -> Changes {
        var changes = Changes()
        let firstDocument = entries.isEmpty
        wantsRecheck = false
        for group in document.groups {
            for facts in group.realms where rules.includesTournamentRealms || !facts.isTournament {
                let known = entries[facts.slug]
                var entry = known ?? RealmEntry(facts: facts, group: group)
                if known == nil || known?.vanished != nil {
                    if !firstDocument { report(facts, .appeared, at: now) }
                    touched.insert(facts.slug)
                }
                update(&entry, facts: facts, group: group, at: now)
                observe(&entry, group: group, changes: &changes, at: now)
                entries[facts.slug] = entry
            }
        }
        return changes
    }

    /// Takes over what does not need thresholds.
    private mutating func update(
        _ entry: inout RealmEntry,
        facts: ObservedRealm,
        group: ObservedGroup,
        at now: Moment
    ) {
        entry.absences = 0
        entry.vanished = nil
        if entry.facts != facts {
            // The store keeps the standard names only; the others come back with each start and are no change to it.
            if !entry.facts.isStoredLike(facts) { touched.insert(facts.slug) }
            entry.facts = facts
        }
        if entry.connectedRealm != group.connectedRealm {
            entry.connectedRealm = group.connectedRealm
            report(facts, .regrouped, at: now)
        }
        if entry.queue.observe(group.hasQueue) {
            report(facts, group.hasQueue ? .queueStarted : .queueEnded, at: now)
        }
        let isLocked = group.population == .locked
        if entry.locked.observe(isLocked) { report(facts, isLocked ? .locked : .unlocked, at: now) }
        observePopulation(&entry, group: group, at: now)
    }

    /// A realm that goes down counts as offline: that is no news of its own, nor is a lock, which has an event already.
    private mutating func observePopulation(_ entry: inout RealmEntry, group: ObservedGroup, at now: Moment) {
        let before = entry.population.value
        guard entry.population.observe(group.population) else { return }
        let silent: Set<Population> = [.offline, .unknown, .locked]
        guard group.status == .up, !silent.contains(before), !silent.contains(group.population) else {
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
        entry.isSaidDown = group.status == .down
        let transition = entry.tracker.observe(group.status, rules: rules)
        if entry.tracker != before, entry.tracker.isPending { wantsRecheck = true }
        // Whoever is about to say that a realm is down asks the store whether the last look said otherwise.
        if before.isDown, entry.tracker.isDown, before.isPending != entry.tracker.isPending {
            touched.insert(entry.facts.slug)
        }
        entry.pendingSince = entry.tracker.isPending ? entry.pendingSince ?? now.monotonic : nil
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
        let listed = Set(document.groups.flatMap { $0.realms.map(\.slug) })
        for (slug, entry) in entries where !listed.contains(slug) && entry.vanished == nil {
            var entry = entry
            entry.absences += 1
            entry.isSaidDown = false
            if entry.absences >= rules.absencesUntilVanished {
                entry.vanish(at: now)
                report(entry.facts, .vanished, at: now)
            }
            entries[slug] = entry
        }
    }

    mutating func report(_ facts: ObservedRealm, _ change: RealmEventBody.Change, at now: Moment) {
        touched.insert(facts.slug)
        let subject = RealmNews.Subject.realm(slug: facts.slug, name: facts.name.standard, change)
        news.append(RealmNews(subject: subject, at: now.monotonic))
    }
}
