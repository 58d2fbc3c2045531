package import WatchpostModel

/// When maps are on next.
extension RotationSnapshot {
    /// So often at most in each mode.
    package static let mostOccurrences = 10
    /// So far ahead of the next border, in hours.
    static let searchedHours = maximumHours
    /// Lookups of one question, of all its modes together: 336 hours of six modes that change every quarter of an hour.
    ///
    /// With more of them each is searched less far, and says so.
    static let mostLookups = 8_192

    /// Every map that any schedule in force names, each code once, by code.
    package var maps: [GameMap] { GameMap.each(inForce.modes.lazy.flatMap(\.maps)) }

    /// Those of each mode, by its key.
    package var mapsByMode: [String: [GameMap]] {
        Dictionary(inForce.modes.map { ($0.key, GameMap.each($0.maps)) }) { first, _ in first }
    }

    /// The body of `GET /v1/maps/{code}/next`: when a map is on in some modes, what is on now first; no modes means all.
    ///
    /// Steady until the next change, as a timeline is.
    package func next(
        _ map: GameMap,
        modes keys: [String] = [],
        count: Int
    ) throws(TimelineRefusal) -> NextMapBody {
        let modes = try requested(keys)
        let border = nextBorder(modes)
        return NextMapBody(
            code: map.code,
            map: map.name,
            generatedAt: newestStart(modes),
            reloadAfter: reload(after: border, modes: modes, hours: Self.searchedHours),
            source: schedules.source,
            stale: isDoubtful(modes) ? true : nil,
            modes: search(modes, count: count) { $0.code == map.code }
        )
    }

    /// By mode the first slot of a liked map that has not begun; none for an empty list.
    package func nextGood(_ liked: Set<String>) -> [String: MapSlotBody] {
        guard !liked.isEmpty else { return [:] }
        let known = maps
        let liked = Set(liked.map { MapCode.find($0, among: known, code: \.code)?.code ?? $0 })
        // Of two one may be on.
        let found = search(inForce.modes, count: 2) { liked.contains($0.code) }
        var good: [String: MapSlotBody] = [:]
        for mode in found {
            guard let slot = mode.slots.first(where: { $0.start > at }), let code = slot.code,
                let map = slot.map, let end = slot.end
            else { continue }
            good[mode.mode] = MapSlotBody(
                code: code,
                map: map,
                gameMode: slot.gameMode,
                start: slot.start,
                end: end,
                source: slot.source
            )
        }
        return good
    }

    /// When maps are on in some modes, `count` times at most in each.
    func search(
        _ modes: [RotationMode],
        count: Int,
        where isWanted: (GameMap) -> Bool
    ) -> [NextInModeBody] {
        let bounds = MapSearch.Bounds(
            until: end(of: Self.searchedHours, after: nextBorder(modes)),
            slots: count,
            lookups: Self.mostLookups / max(1, modes.count)
        )
        return modes.map { mode in
            let found = MapSearch(mode, from: at, since: startOfDay, within: bounds, where: isWanted)
            return NextInModeBody(
                mode: mode.key,
                name: mode.name,
                slots: found.slots.map { marked(TimelineEntryBody($0, mode: mode.key)) },
                until: found.until,
                knownUntil: found.unknown.first?.start
            )
        }
    }
}

extension RotationMode {
    /// Every map that a schedule of the mode names, in the order of the schedules; one may come several times.
    var maps: some Sequence<GameMap> {
        schedules.lazy.flatMap { $0.cycle.entries.lazy.map(\.map) }
    }
}

extension TimelineEntryBody {
    /// A slot of a mode.
    init(_ slot: RotationSlot, mode: String) {
        self.init(
            mode: mode,
            start: slot.start,
            end: slot.end,
            code: slot.map.code,
            map: slot.map.name,
            gameMode: slot.gameMode,
            takeover: slot.takeover
        )
    }
}

extension GameMap {
    /// Each code once, by code; of several names the first.
    fileprivate static func each(_ maps: some Sequence<GameMap>) -> [GameMap] {
        var found: [String: GameMap] = [:]
        for map in maps where found[map.code] == nil { found[map.code] = map }
        return found.values.sorted { $0.code < $1.code }
    }
}
