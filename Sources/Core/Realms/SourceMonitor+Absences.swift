import WatchpostModel

extension RegionDocument {
    /// Whether the realm may stand in a row that cannot be read.
    fileprivate func mayHold(_ entry: RealmEntry) -> Bool {
        unreadable[entry.connectedRealm] != nil || !nameless.isEmpty
            || isOfLoneRealms && unreadable[LoneRealm.number(of: entry.facts.slug)] != nil
    }
}

/// Realms that a document leaves out.
extension SourceMonitor {
    /// A realm that one answer leaves out is not down: it is unknown once several answers in a row do.
    ///
    /// `isSame`: it is the document before, and entries have counted it.
    mutating func countAbsences(in document: RegionDocument, isSame: Bool, at now: Moment) {
        let listed = Set(document.groups.flatMap { $0.realms.filter(takesIn).map(\.slug) })
        doubtAbsences(listed)
        for (slug, entry) in entries where !listed.contains(slug) {
            var entry = entry
            if entry.vanished == nil {
                miss(&entry, in: document, isSame: isSame, at: now)
            } else if document.unanswered[entry.connectedRealm] != nil || document.mayHold(entry) {
                entry.agreedSince = nil
            } else {
                entry.agree(at: now, rules: rules)
            }
            entries[slug] = entry
        }
    }

    private mutating func miss(
        _ entry: inout RealmEntry,
        in document: RegionDocument,
        isSame: Bool,
        at now: Moment
    ) {
        entry.isSaidDown = false
        // What was known before would be shown as fresh from this answer on, which did not name it.
        if !entry.isSeen { blur(&entry, at: now) }
        if document.unanswered[entry.connectedRealm] != nil {
            if !isSame { entry.failures += 1 }
            if entry.failures >= rules.failuresUntilUnknown { blur(&entry, at: now) }
        } else if document.mayHold(entry) {
            blur(&entry, at: now)
        } else if countAbsence(of: &entry, in: document, isSame: isSame, at: now) {
            vanish(&entry, at: now, isNews: !entry.isFromElsewhere(than: document))
        }
    }

    /// Whether answers have agreed on an absence often enough, or for so long as counts without another observation.
    private func countAbsence(
        of entry: inout RealmEntry,
        in document: RegionDocument,
        isSame: Bool,
        at now: Moment
    ) -> Bool {
        let word = document.said.map { OriginWord($0, heardAt: now.monotonic) }
        let since = entry.absentSince ?? now.monotonic
        guard !isSame || entry.countsAgain(word, rules: rules) else {
            return now.monotonic - since >= rules.unchangedConfirmation
        }
        entry.count(word)
        entry.generation = nil
        entry.absences += 1
        entry.absentSince = since
        return entry.absences >= rules.absencesUntilVanished
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
    private mutating func vanish(_ entry: inout RealmEntry, at now: Moment, isNews: Bool) {
        entry.vanish(at: now)
        touched.insert(entry.facts.slug)
        if isNews { report(entry.facts, .vanished, at: now) }
    }
}
