package import WatchpostModel

/// One rotation mode as the panel needs it.
package struct PanelRotation: Hashable, Sendable {
    /// A map and the time during which it is on.
    package struct Slot: Hashable, Sendable {
        package var map: String
        package var start: UnixTime
        package var end: UnixTime

        package init(map: String, start: UnixTime, end: UnixTime) {
            self.map = map
            self.start = start
            self.end = end
        }

        init(_ body: MapSlotBody) {
            self.init(map: body.map, start: body.start, end: body.end)
        }
    }

    /// The mode's key: `pubs`.
    package var mode: String
    /// The mode's name for people: `Casual`.
    package var name: String
    package var state: RotationBody.State
    package var current: Slot?
    package var next: Slot?
    package var takeover: String?

    package init(
        mode: String,
        name: String,
        state: RotationBody.State,
        current: Slot? = nil,
        next: Slot? = nil,
        takeover: String? = nil
    ) {
        self.mode = mode
        self.name = name
        self.state = state
        self.current = current
        self.next = next
        self.takeover = takeover
    }

    /// Takes it from what the API serves.
    package init(_ body: RotationBody) {
        self.init(
            mode: body.mode,
            name: body.name,
            state: body.state,
            current: body.current.map(Slot.init),
            next: body.next.map(Slot.init),
            takeover: body.takeover
        )
    }
}
