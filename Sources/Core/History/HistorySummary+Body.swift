import WatchpostModel

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
