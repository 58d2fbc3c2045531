package import WatchpostModel

/// One mode as the panel, the terminal and the page of the appliance show it.
package struct RotationPanelView: Hashable, Sendable {
    /// The mode's key.
    package var mode: String
    /// The mode's name for people.
    package var name: String
    /// What is known; nil while the clock is not set.
    package var state: RotationBody.State?
    /// Since when: start of the slot, end of the last schedule; nil before the first one.
    package var since: UnixTime?
    /// When that changes; nil when nothing is published.
    package var until: UnixTime?
    /// The map that is on; nil unless running.
    package var current: RotationSlot?
    /// The map after it; nil when that is not known.
    package var next: RotationSlot?
    /// All known slots after the current one that begin within the asked hours, across gaps too.
    package var coming: [RotationSlot]
    /// Until when everything from now on is known; nil when there is no known end, or when nothing is known
    /// now.
    package var knownEnd: UnixTime?
}

extension RotationPanelView {
    /// How many slots `coming` holds at most.
    package static let maximumComing = 100

    /// What is shown of a mode at an instant.
    init(_ mode: RotationMode, at time: UnixTime, hours: Int) {
        let lookup = mode.lookup(at: time)
        let until = time.advanced(by: Int64(hours) * 3_600)
        let slots = mode.slots(from: time, until: until, limit: Self.maximumComing + 1)
        self.init(
            mode: mode.key,
            name: mode.name,
            state: lookup.state,
            since: lookup.start,
            until: lookup.end,
            current: lookup.slot,
            next: lookup.slot.flatMap { mode.slot(after: $0) },
            coming: Array(slots.filter { $0.start > time }.prefix(Self.maximumComing)),
            knownEnd: mode.knownEnd(from: time)
        )
    }

    /// What is shown of a mode while the clock is not set.
    init(unknown mode: RotationMode) {
        self.init(
            mode: mode.key,
            name: mode.name,
            state: nil,
            since: nil,
            until: nil,
            current: nil,
            next: nil,
            coming: [],
            knownEnd: nil
        )
    }
}

extension RotationBook {
    /// Every mode as the panel shows it, in the order of the file; empty until a file was read.
    package func panel(at now: Moment, hours: Int = 24) -> [RotationPanelView] {
        guard let schedules else { return [] }
        return schedules.modes.map { mode in
            now.wall.map { RotationPanelView(mode, at: $0, hours: min(max(hours, 0), 168)) }
                ?? RotationPanelView(unknown: mode)
        }
    }
}
