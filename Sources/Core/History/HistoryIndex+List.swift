package import WatchpostModel

extension HistoryIndex.Source {
    /// Every realm of a list at once: what most had is said once, the others by name in the order of `slugs`.
    ///
    /// A realm without a change in the window costs two binary searches: all those share one sweep for each state.
    func list(_ slugs: [String], of source: RealmSource, from: UnixTime, to: UnixTime) -> RealmHistoryListBody
    {
        var steady: [UInt8: [HistorySegmentBody]] = [:]
        var found: [RealmHistoryBody] = []
        var counts: [[HistorySegmentBody]: Int] = [:]
        for slug in slugs {
            let track = realms[slug] ?? HistoryTrack()
            let isSteady = track.changes(after: from, before: to).isEmpty
            let code = track.code(at: from)
            let known = isSteady ? steady[code] : nil
            let segments = known ?? sweep(track, from: from, to: to)
            if isSteady { steady[code] = segments }
            found.append(RealmHistoryBody(slug: slug, segments: segments))
            counts[segments, default: 0] += 1
        }
        let most = counts.values.max() ?? 0
        let usual =
            found.first { counts[$0.segments] == most }?.segments ?? sweep(HistoryTrack(), from: from, to: to)
        return RealmHistoryListBody(
            region: source.region,
            flavour: source.flavour.name,
            from: from,
            to: to,
            usual: usual,
            realms: found.filter { $0.segments != usual }
        )
    }

    private func sweep(_ track: HistoryTrack, from: UnixTime, to: UnixTime) -> [HistorySegmentBody] {
        HistorySweep([track], availability: availability, from: from, to: to, counts: false).segments
    }
}

extension HistoryIndex {
    /// The histories of the realms of a list, in one body.
    package func list(
        _ slugs: [String],
        of source: RealmSource,
        from: UnixTime,
        to: UnixTime
    ) -> RealmHistoryListBody {
        self.source(source).list(slugs, of: source, from: from, to: to)
    }
}

extension History {
    /// The histories of the realms of a list from `from` up to `to`, which is now at the latest.
    package func list(
        _ slugs: [String],
        of source: RealmSource,
        from: UnixTime,
        to: UnixTime
    ) -> RealmHistoryListBody {
        index(of: source).list(slugs, of: source, from: from, to: to)
    }
}
