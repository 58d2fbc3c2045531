package import WatchpostModel

/// The bodies that the API serves.
extension HistoryIndex {
    /// The history of a realm from `from` up to `to`; what lies in the future counts as it is now.
    package func history(of realm: RealmKey, from: UnixTime, to: UnixTime) -> HistoryBody {
        source(realm.source).summary(ofRealm: realm.slug)
            .body(of: realm.source, slug: realm.slug, from: from, to: to)
    }

    /// The history of a whole source: the worst state of its realms, and their common uptime.
    package func history(of source: RealmFeed, from: UnixTime, to: UnixTime) -> HistoryBody {
        self.source(source).summary().body(of: source, slug: nil, from: from, to: to)
    }
}

extension HistoryIndex.Source {
    /// One realm; one that was never seen is unknown throughout.
    func summary(ofRealm slug: String) -> HistorySummary {
        HistorySummary([realms[slug] ?? HistoryTrack()], availability: availability, counts: false)
    }

    /// All realms together.
    func summary() -> HistorySummary {
        HistorySummary(Array(realms.values), availability: availability, counts: true)
    }
}

extension HistorySummary {
    /// One window as the API serves it.
    func body(of source: RealmFeed, slug: String?, from: UnixTime, to: UnixTime) -> HistoryBody {
        let window = window(from: from, to: to)
        return HistoryBody(
            region: source.region,
            flavour: source.flavour.name,
            slug: slug,
            from: from,
            to: to,
            uptime: window.uptime,
            segments: window.segments
        )
    }
}
