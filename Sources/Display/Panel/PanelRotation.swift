package import WatchpostModel

/// One rotation mode as the panel needs it.
package struct PanelRotation: Hashable, Sendable {
    /// A map and the time during which it is on.
    package struct Slot: Hashable, Sendable {
        package var map: String
        /// Stands for a name that the display cannot show.
        package var code: String
        /// What is played on it where that changes with the map.
        package var gameMode: String?
        package var start: UnixTime
        package var end: UnixTime
        /// Whether no schedule says so, but an upstream does.
        package var isReported: Bool

        package init(
            map: String,
            code: String = "",
            gameMode: String? = nil,
            start: UnixTime,
            end: UnixTime,
            isReported: Bool = false
        ) {
            self.isReported = isReported
            self.map = map
            self.code = code
            self.gameMode = gameMode
            self.start = start
            self.end = end
        }

        init(_ body: MapSlotBody) {
            self.init(
                map: body.map,
                code: body.code,
                gameMode: body.gameMode,
                start: body.start,
                end: body.end,
                isReported: body.source != nil
            )
        }
    }

    /// The mode's key: `pubs`.
    package var mode: String
    /// The mode's name for people: `Casual`.
    package var name: String
    package var state: RotationBody.State
    package var current: Slot?
    /// What comes next; in a gap, and before the first schedule, the first map that is known.
    package var next: Slot?
    package var takeover: String?
    /// The next map that is liked; nil: none is known, or none is liked.
    package var good: Slot?
    /// After which nothing is published; nil: no end is known.
    package var lastEnd: UnixTime?

    package init(
        mode: String,
        name: String,
        state: RotationBody.State,
        current: Slot? = nil,
        next: Slot? = nil,
        takeover: String? = nil,
        good: Slot? = nil,
        lastEnd: UnixTime? = nil
    ) {
        self.good = good
        self.lastEnd = lastEnd
        self.mode = mode
        self.name = name
        self.state = state
        self.current = current
        self.next = next
        self.takeover = takeover
    }

    /// Takes it from what the API serves; `good`: the next slot of a liked map.
    package init(_ body: RotationBody, good: MapSlotBody? = nil) {
        self.init(
            mode: body.mode,
            name: body.name,
            state: body.state,
            current: body.current.map(Slot.init),
            next: body.next.map(Slot.init),
            takeover: body.takeover,
            good: good.map(Slot.init),
            lastEnd: body.schedules.last?.usableTo
        )
    }
}
