package import WatchpostModel

/// Why a timeline cannot be made: a request that asks for something else than there is.
package enum TimelineRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownMode(String, known: [String])
    case hours(Int)

    package var description: String {
        switch self {
        case .unknownMode(let key, let known):
            "there is no mode “\(key)”; the modes are \(known.joined(separator: ", "))"
        case .hours(let hours): "hours is \(hours); give a number from 1 to \(RotationSnapshot.maximumHours)"
        }
    }
}

extension RotationSnapshot {
    package static let maximumHours = 336
    /// Some widget systems fail beyond about 400 entries.
    package static let maximumEntries = 300

    /// The body of `GET /v1/timeline`: the slots of the coming hours; no modes means all.
    ///
    /// Each mode begins with what is on now, and
    /// a stretch of which nothing is known is an entry without a map.
    ///
    /// The window ends `hours` after the next border rather than after the very instant: so the answer covers
    /// all that was asked for as long as it is served, and does not change from one second to the next.
    ///
    /// It costs as many lookups as it has entries, whatever is asked for: strangers may ask.
    package func timeline(modes keys: [String] = [], hours: Int) throws(TimelineRefusal) -> TimelineBody {
        guard (1...Self.maximumHours).contains(hours) else { throw .hours(hours) }
        let modes = try requested(keys)
        let border = nextBorder(modes)
        let until = end(of: hours, after: border)
        var merge = TimelineMerge(modes, from: at, since: startOfDay)
        merge.run(until: until, most: Self.maximumEntries)
        return TimelineBody(
            generatedAt: newestStart(modes),
            validUntil: modes.compactMap(firstUnknown).min(),
            until: merge.cut,
            reloadAfter: reload(after: border, modes: modes, hours: hours),
            source: schedules.source,
            stale: isDoubtful(modes) ? true : nil,
            entries: merge.entries.map(marked)
        )
    }

    /// When the newest slot among some modes began.
    func newestStart(_ modes: [RotationMode]) -> UnixTime {
        modes.compactMap { $0.lookup(at: at).start }.max() ?? startOfDay
    }

    /// The next instant at which another map is on in one of them; nil: none is known.
    func nextBorder(_ modes: [RotationMode]) -> UnixTime? {
        modes.compactMap { $0.lookup(at: at).end }.min()
    }

    /// The end of a window of some hours, steady until the border is passed.
    func end(of hours: Int, after border: UnixTime?) -> UnixTime {
        (border ?? at.nextMultiple(of: 3_600)).advanced(by: Int64(hours) * 3_600)
    }

    /// Says who says so, where it is not the schedule; of a stretch without a map, whose word has ended there.
    func marked(_ entry: TimelineEntryBody) -> TimelineEntryBody {
        var entry = entry
        let known = entry.code == nil ? entry.start.advanced(by: -1) : entry.start
        entry.source = source(of: entry.mode, at: known)
        return entry
    }

    func requested(_ keys: [String]) throws(TimelineRefusal) -> [RotationMode] {
        guard !keys.isEmpty else { return inForce.modes }
        for key in keys where inForce.mode(key) == nil {
            throw .unknownMode(key, known: inForce.modes.map(\.key))
        }
        return inForce.modes.filter { keys.contains($0.key) }
    }

    /// What a stretch before the first schedule starts with: it has no beginning of its own, and this one is
    /// steady.
    var startOfDay: UnixTime { at.nextMultiple(of: 86_400).advanced(by: -86_400) }

    /// The start of the first stretch of a mode, from now on, of which nothing is known; nil when there is none, or when only
    /// an upstream's word ends there, which goes on with its next answer.
    private func firstUnknown(_ mode: RotationMode) -> UnixTime? {
        let lookup = mode.lookup(at: at)
        let unknown = lookup.slot == nil ? lookup.start ?? startOfDay : mode.knownEnd(from: at)
        return unknown.flatMap { source(of: mode.key, at: $0.advanced(by: -1)) == nil ? $0 : nil }
    }

    /// The next border, at the latest the next midnight (UTC), and a little.
    ///
    /// Without a border it is the next full hour, because a new schedule is due. To that come 5 to 304
    /// seconds that depend on question and border alone: not every widget in the world shall call at
    /// 17:00:00, and the answer shall stay the same for all who ask the same.
    func reload(after border: UnixTime?, modes: [RotationMode], hours: Int) -> UnixTime {
        let instant = border.map { min($0, at.nextMultiple(of: 86_400)) } ?? at.nextMultiple(of: 3_600)
        var spread = FNV1a()
        for mode in modes { spread.add(mode.key) }
        spread.add("\(hours) \(instant.seconds)")
        return instant.advanced(by: 5 + Int64(spread.value % 300))
    }
}
