import WatchpostModel

/// What a document is worth that comes again without a proof that it is more than a copy, and what makes one unworthy of
/// belief.
extension SourceMonitor {
    /// Takes an answer that brings a document again, and may be a copy that a cache has kept: what it has said of one realm
    /// for so long is confirmed without a second observation.
    mutating func affirm(_ entry: inout RealmEntry, changes: inout Changes, at now: Moment) {
        let patience = rules.unchangedConfirmation
        if let since = entry.pendingSince, now.monotonic - since >= patience {
            entry.pendingSince = nil
            settle(&entry, entry.tracker.confirm(), slug: entry.facts.slug, changes: &changes, at: now)
        }
        if entry.queue.affirm(at: now.monotonic, after: patience) { reportQueue(entry, at: now) }
        if entry.locked.affirm(at: now.monotonic, after: patience) { reportLock(entry, at: now) }
        let before = entry.population.value
        if entry.population.affirm(at: now.monotonic, after: patience) {
            reportPopulation(entry, before: before, at: now)
        }
    }

    /// Why a document is nonsense as a whole: more of its rows cannot be read than can.
    static func nonsense(in document: RegionDocument) -> String? {
        let odd = document.oddRows
        let rows = odd + document.groups.count
        guard odd * 2 > rows || document.groups.isEmpty else { return nil }
        guard let reason = oddReason(in: document) else { return "listed no realms" }
        return "listed \(odd) of \(rows) connected realms in a way that makes no sense (\(reason))"
    }

    /// One line about what a document that is believed otherwise says nothing of.
    static func oddity(of document: RegionDocument) -> String? {
        let parts = [unreadable(in: document), unanswered(in: document)].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private static func unanswered(in document: RegionDocument) -> String? {
        guard let reason = firstReason(document.unanswered) else { return nil }
        return "gives no answer about some connected realms, their realms are unknown when it goes on: "
            + "\(document.unanswered.count) (\(reason))"
    }

    /// Words for a status that nobody knows, rows that make no sense.
    private static func unreadable(in document: RegionDocument) -> String? {
        var parts: [String] = []
        let odd = document.unreadable.count + document.nameless.count
        if odd > 0, let reason = firstReason(document.unreadable) ?? document.nameless.first {
            parts.append("\(odd) odd (\(reason))")
        }
        let words = document.groups.compactMap { group -> String? in
            guard case .unknown(let word) = group.status else { return nil }
            return word
        }
        if let word = words.min() { parts.append("\(words.count) with a status nobody knows (“\(word)”)") }
        guard !parts.isEmpty else { return nil }
        return "lists connected realms that cannot be read, their realms are unknown: "
            + parts.joined(separator: ", ")
    }

    private static func oddReason(in document: RegionDocument) -> String? {
        firstReason(document.unreadable) ?? document.nameless.first ?? firstReason(document.unanswered)
    }

    private static func firstReason(_ reasons: [Int64: String]) -> String? {
        reasons.min { $0.key < $1.key }?.value
    }
}
