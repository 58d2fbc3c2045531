import WatchpostModel

/// What the weekly windows make of realms that are down: by plan while one is open, in earnest when a good answer after
/// its end still calls them down.
extension SourceMonitor {
    /// Decides of a realm that was just confirmed down whether that is maintenance.
    ///
    /// While the clock is not set, nobody knows; it is decided as soon as somebody does.
    func judge(_ entry: inout RealmEntry, at now: Moment) {
        entry.tracker.inMaintenance = rules.inMaintenance(source.region, at: now.wall)
        entry.unjudgedSince = now.wall == nil ? now.monotonic : nil
    }

    /// The clock is set: what went down before that, and what was to be said of it, are judged by when it happened.
    mutating func judgeWhatWaited(at now: Moment) {
        for (slug, entry) in entries {
            guard let since = entry.unjudgedSince else { continue }
            entries[slug]?.unjudgedSince = nil
            guard entry.isAway, isInMaintenance(at: since, now: now) else { continue }
            entries[slug]?.tracker.inMaintenance = true
            touched.insert(slug)
        }
        leaveMembersDown()
        for index in news.indices where isInMaintenance(at: news[index].at, now: now) {
            news[index].subject.becomeMaintenance()
        }
    }

    private func isInMaintenance(at time: Duration, now: Moment) -> Bool {
        rules.inMaintenance(source.region, at: now.wall(at: time))
    }

    /// Ends the maintenance of realms that a good answer calls down after the window; the caller has just believed it.
    ///
    /// Time alone ends nothing: while the API is silent, there is no network or the clock is not set, a realm stays
    /// as it was announced.
    mutating func endMaintenance(at now: Moment) {
        guard now.wall != nil, !rules.inMaintenance(source.region, at: now.wall) else { return }
        let overdue = entries.filter { _, entry in
            entry.isAway && entry.isSaidDown && entry.tracker.inMaintenance
        }
        guard !overdue.isEmpty else { return }
        for slug in overdue.keys {
            entries[slug]?.tracker.inMaintenance = false
            entries[slug]?.began = StateStart(now)
            entries[slug]?.wentDown = now.monotonic
            touched.insert(slug)
        }
        announceOverdue(Set(overdue.keys), at: now)
    }
}

extension RealmNews.Subject {
    /// What was to be told as an outage happened in a window.
    fileprivate mutating func becomeMaintenance() {
        switch self {
        case .realm(let slug, let name, .down): self = .realm(slug: slug, name: name, .maintenance)
        case .outage(var outage, let realms, over: false):
            outage.maintenance = true
            self = .outage(outage, realms: realms, over: false)
        case .realm, .outage, .recovery, .freshness: break
        }
    }
}
