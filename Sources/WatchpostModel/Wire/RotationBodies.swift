/// A map and the time during which it is on.
public struct MapSlotBody: Codable, Hashable, Sendable {
    /// The map's short code, for example `OL`.
    public var code: String
    /// The map's name, for example `Olympus`.
    public var map: String
    /// Start, included.
    public var start: UnixTime
    /// End, excluded: the next slot starts here.
    public var end: UnixTime

    /// Makes a slot.
    public init(code: String, map: String, start: UnixTime, end: UnixTime) {
        self.code = code
        self.map = map
        self.start = start
        self.end = end
    }
}

/// One entry of a cycle.
public struct CycleEntryBody: Codable, Hashable, Sendable {
    /// The map's short code.
    public var code: String
    /// The map's name.
    public var map: String
    /// How long it stays, in minutes.
    public var minutes: Int64

    /// Makes an entry.
    public init(code: String, map: String, minutes: Int64) {
        self.code = code
        self.map = map
        self.minutes = minutes
    }
}

/// One schedule of a mode: a cycle, where it is anchored, and when it may be used.
///
/// Enough to compute every slot.
public struct ScheduleBody: Codable, Hashable, Sendable {
    /// The cycle.
    public var cycle: [CycleEntryBody]
    /// An instant at which the first entry of the cycle starts.
    public var anchor: UnixTime
    /// From when it may be used; absent: always.
    public var usableFrom: UnixTime?
    /// Until when, excluded; absent: no known end.
    public var usableTo: UnixTime?
    /// The name of a takeover that this schedule is, if it is one.
    public var takeover: String?

    /// Makes a schedule.
    public init(
        cycle: [CycleEntryBody],
        anchor: UnixTime,
        usableFrom: UnixTime?,
        usableTo: UnixTime?,
        takeover: String?
    ) {
        self.cycle = cycle
        self.anchor = anchor
        self.usableFrom = usableFrom
        self.usableTo = usableTo
        self.takeover = takeover
    }
}

/// One mode in `GET /v1/rotations`, also `GET /v1/rotations/{mode}`.
public struct RotationBody: Codable, Hashable, Sendable {
    /// Whether a map is known now.
    public enum State: String, Codable, Sendable {
        /// A schedule is in force.
        case running
        /// Before the first schedule.
        case notStarted
        /// Between two schedules.
        case gap
        /// After the last schedule: nobody has published how it goes on.
        case ended
    }

    /// The mode's key, such as `pubs`, `ranked` or `ltm`.
    public var mode: String
    /// The mode's name for people.
    public var name: String
    /// Whether a map is known now.
    public var state: State
    /// The map that is on; absent unless running.
    public var current: MapSlotBody?
    /// The map after it; absent when it is not known.
    public var next: MapSlotBody?
    /// The takeover in force, if any.
    public var takeover: String?
    /// The known end of what is published: of the schedule in force, or of the last one when it has ended.
    public var validUntil: UnixTime?
    /// Every schedule of the mode, oldest first.
    public var schedules: [ScheduleBody]

    /// Makes a mode.
    public init(
        mode: String,
        name: String,
        state: State,
        current: MapSlotBody?,
        next: MapSlotBody?,
        takeover: String?,
        validUntil: UnixTime?,
        schedules: [ScheduleBody]
    ) {
        self.mode = mode
        self.name = name
        self.state = state
        self.current = current
        self.next = next
        self.takeover = takeover
        self.validUntil = validUntil
        self.schedules = schedules
    }
}

/// `GET /v1/rotations`: every mode; `/v1/hash` covers exactly this.
public struct RotationListBody: Codable, Hashable, Sendable {
    /// Where the schedule comes from, in words.
    public var source: String
    /// The modes, in the order of the schedule file.
    public var modes: [RotationBody]

    /// Makes a list.
    public init(source: String, modes: [RotationBody]) {
        self.source = source
        self.modes = modes
    }
}

/// `GET /v1/hash`: changes exactly when `/v1/rotations` does.
public struct HashBody: Codable, Hashable, Sendable {
    /// SHA-256 of the rotations' body, 64 lower-case hexadecimal digits.
    public var hash: String

    /// Makes a hash.
    public init(hash: String) {
        self.hash = hash
    }
}

/// One entry of `GET /v1/timeline`.
public struct TimelineEntryBody: Codable, Hashable, Sendable {
    /// The mode's key.
    public var mode: String
    /// Start, included; the first entry of a mode is the slot that is on.
    public var start: UnixTime
    /// End, excluded; absent for an unknown stretch without a known end.
    public var end: UnixTime?
    /// The map's code; absent in an unknown stretch.
    public var code: String?
    /// The map's name; absent in an unknown stretch.
    public var map: String?
    /// The takeover in force, if any.
    public var takeover: String?

    /// Makes an entry.
    public init(
        mode: String,
        start: UnixTime,
        end: UnixTime?,
        code: String?,
        map: String?,
        takeover: String?
    ) {
        self.mode = mode
        self.start = start
        self.end = end
        self.code = code
        self.map = map
        self.takeover = takeover
    }
}

/// `GET /v1/timeline`: the coming hours of some modes, ready to be drawn without arithmetic.
public struct TimelineBody: Codable, Hashable, Sendable {
    /// The instant for which it was made: the start of the newest slot among the modes, so that it is stable in between.
    public var generatedAt: UnixTime
    /// Until when everything here is known; absent: no known end.
    public var validUntil: UnixTime?
    /// When to fetch again.
    public var reloadAfter: UnixTime
    /// Where the schedule comes from, in words.
    public var source: String
    /// The entries, by mode and then by start; at most 300.
    public var entries: [TimelineEntryBody]

    /// Makes a timeline.
    public init(
        generatedAt: UnixTime,
        validUntil: UnixTime?,
        reloadAfter: UnixTime,
        source: String,
        entries: [TimelineEntryBody]
    ) {
        self.generatedAt = generatedAt
        self.validUntil = validUntil
        self.reloadAfter = reloadAfter
        self.source = source
        self.entries = entries
    }
}
