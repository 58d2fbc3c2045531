import WatchpostModel

/// When maps are on in a mode: slot by slot, as far as an instant, a number of slots and a number of lookups.
///
/// Strangers may ask for any map: one that never comes must not cost more than one that does.
struct MapSearch {
    /// What ends a search.
    struct Bounds {
        /// The first instant that is not looked at.
        var until: UnixTime
        /// The most slots.
        var slots: Int
        /// The most lookups.
        var lookups: Int
    }

    /// What was found, in order.
    private(set) var slots: [RotationSlot] = []
    /// Whatever begins before this instant was looked at.
    private(set) var until: UnixTime
    /// The stretches before `until` of which nothing is known, in order; `end` is nil when nobody knows how it goes on.
    private(set) var unknown: [(start: UnixTime, end: UnixTime?)] = []
    /// Lookups: what the question cost.
    private(set) var steps = 0

    /// `since`: where a stretch starts that has no beginning of its own.
    init(
        _ mode: RotationMode,
        from time: UnixTime,
        since: UnixTime,
        within bounds: Bounds,
        where isWanted: (GameMap) -> Bool
    ) {
        until = bounds.until
        var cursor = time
        while cursor < bounds.until {
            guard steps < bounds.lookups else {
                until = cursor
                return
            }
            steps += 1
            let lookup = mode.lookup(at: cursor)
            if let slot = lookup.slot {
                if isWanted(slot.map) { slots.append(slot) }
            } else {
                unknown.append((lookup.start ?? since, lookup.end))
            }
            if slots.count >= bounds.slots, let last = slots.last {
                until = last.end
                return
            }
            guard let next = lookup.end, next > cursor else { return }
            cursor = next
        }
    }
}
