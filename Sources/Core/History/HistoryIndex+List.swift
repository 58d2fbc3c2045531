package import WatchpostModel

extension HistoryIndex.Source {
    /// Every realm of a list at once: what most had is said once, the others by name in the order of `slugs`.
    ///
    /// Of each track only the window's part is looked at; all realms without a change in it share one summary a state.
    func list(_ slugs: [String], of source: RealmFeed, from: UnixTime, to: UnixTime) -> RealmHistoryListBody {
        let availability = availability.part(from: from, to: to)
        var steady: [UInt8: [HistorySegmentBody]] = [:]
        var found: [RealmHistoryBody] = []
        var counts: [[HistorySegmentBody]: Int] = [:]
        for slug in slugs {
            let track = (realms[slug] ?? HistoryTrack()).part(from: from, to: to)
            let isSteady = track.lastTime.map { $0 <= from } ?? true
            let code = track.last ?? RealmState.unknown.historyCode
            let known = isSteady ? steady[code] : nil
            let segments = known ?? track.segments(availability, from: from, to: to)
            if isSteady { steady[code] = segments }
            found.append(RealmHistoryBody(slug: slug, segments: segments))
            counts[segments, default: 0] += 1
        }
        let most = counts.values.max() ?? 0
        let usual =
            found.first { counts[$0.segments] == most }?.segments
            ?? HistoryTrack().segments(availability, from: from, to: to)
        return RealmHistoryListBody(
            region: source.region,
            flavour: source.flavour.name,
            from: from,
            to: to,
            usual: usual,
            realms: found.filter { $0.segments != usual }
        )
    }
}

extension HistoryTrack {
    /// One realm's stretches in a window.
    fileprivate func segments(
        _ availability: HistoryTrack,
        from: UnixTime,
        to: UnixTime
    ) -> [HistorySegmentBody] {
        HistorySummary([self], availability: availability, counts: false).window(from: from, to: to).segments
    }
}

extension History {
    /// The histories of the realms of a list from `from` up to `to`, which is now at the latest.
    package func list(
        _ slugs: [String],
        of source: RealmFeed,
        from: UnixTime,
        to: UnixTime
    ) -> RealmHistoryListBody {
        index(of: source).list(slugs, of: source, from: from, to: to)
    }
}
