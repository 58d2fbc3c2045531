package import WatchpostModel

/// The whole history in memory: every read is answered from here, never from SQL.
package struct HistoryIndex: Hashable, Sendable {
    /// The history of one source.
    struct Source: Hashable, Sendable {
        var availability = HistoryTrack()
        /// By slug.
        var realms: [String: HistoryTrack] = [:]
    }

    private var bySource: [RealmFeed: Source] = [:]

    package init() {}

    package var sources: [RealmFeed] { bySource.keys.sorted() }

    /// The date of the newest change; the appliance ran at that time.
    package var newest: UnixTime? {
        bySource.values.flatMap { source in
            [source.availability.lastTime] + source.realms.values.map(\.lastTime)
        }.compactMap { $0 }.max()
    }

    /// Bytes that the changes take.
    package var bytes: Int {
        bySource.values.reduce(0) { sum, source in
            sum + source.availability.bytes + source.realms.values.reduce(0) { $0 + $1.bytes }
        }
    }

    package mutating func append(_ entry: HistoryEntry) {
        switch entry.subject {
        case .source(let source):
            bySource[source, default: Source()].availability.append(entry.code, at: entry.at)
        case .realm(let key):
            bySource[key.source, default: Source()].realms[key.slug, default: HistoryTrack()]
                .append(entry.code, at: entry.at)
        }
    }

    /// Forgets what happened before `time`, but not the states in force then.
    package mutating func prune(before time: UnixTime) {
        for source in bySource.keys {
            bySource[source]?.availability.prune(before: time)
            for slug in bySource[source, default: Source()].realms.keys {
                bySource[source]?.realms[slug]?.prune(before: time)
                if bySource[source]?.realms[slug]?.isGone(since: time) == true {
                    bySource[source]?.realms[slug] = nil
                }
            }
        }
    }

    /// What ends for a source when the appliance stops, or was found to have stopped, at `time`.
    package func endings(at time: UnixTime) -> [HistoryEntry] {
        sources.filter { bySource[$0]?.availability.last != Availability.off.rawValue }.map {
            HistoryEntry(subject: .source($0), code: Availability.off.rawValue, at: time)
        }
    }

    /// What a view tells that is not known yet.
    ///
    /// A view that still waits says nothing about realms.
    func changes(in view: SourceView) -> [HistoryChange] {
        let known = bySource[view.source] ?? Source()
        var found: [HistoryChange] = []
        let availability = Availability(view.freshness.state)
        if known.availability.last != availability.rawValue {
            found.append(
                HistoryChange(subject: .source(view.source), code: availability.rawValue, since: nil)
            )
        }
        guard availability != .waiting else { return found }
        for realm in view.realms where known.realms[realm.key.slug]?.last != realm.state.historyCode {
            // The state may have begun before we were told, but not before the state that preceded it.
            let last = known.realms[realm.key.slug]?.lastTime
            let since = realm.since.flatMap { since in last.map { since > $0 } ?? true ? since : nil }
            let code = realm.state.historyCode
            found.append(HistoryChange(subject: .realm(realm.key), code: code, since: since))
        }
        let listed = Set(view.realms.map(\.key.slug))
        for (slug, track) in known.realms where !listed.contains(slug) && track.last != 0 {
            let key = RealmKey(source: view.source, slug: slug)
            found.append(HistoryChange(subject: .realm(key), code: 0, since: nil))
        }
        return found
    }

    func source(_ source: RealmFeed) -> Source { bySource[source] ?? Source() }
}

/// A change of state that was just seen.
struct HistoryChange: Hashable, Sendable {
    var subject: HistorySubject
    var code: UInt8
    /// When the state began, where that is known better than by when it was seen.
    var since: UnixTime?
}
