/// A map and the time during which it is on.
public struct MapSlotBody: Codable, Hashable, Sendable {
    /// The map's short code, for example `OL`.
    public var code: String
    /// The map's name, for example `Olympus`.
    public var map: String
    /// What is played on it where that changes with the map, as in Mixtape: `Gun Run`; absent elsewhere.
    public var gameMode: String?
    /// Start, included.
    public var start: UnixTime
    /// End, excluded: the next slot starts here.
    public var end: UnixTime
    /// Who says so, where no schedule does: the name of an upstream.
    public var source: String?

    /// Makes a slot.
    public init(
        code: String,
        map: String,
        gameMode: String? = nil,
        start: UnixTime,
        end: UnixTime,
        source: String? = nil
    ) {
        self.source = source
        self.code = code
        self.map = map
        self.gameMode = gameMode
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
    /// What is played on it, as in a slot.
    public var gameMode: String?
    /// How long it stays, in minutes.
    public var minutes: Int64

    /// Makes an entry.
    public init(code: String, map: String, gameMode: String? = nil, minutes: Int64) {
        self.code = code
        self.map = map
        self.gameMode = gameMode
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
    /// The SF symbol that stands beside the takeover's name in the Map Timer app.
    public var symbol: String?

    /// Makes a schedule.
    public init(
        cycle: [CycleEntryBody],
        anchor: UnixTime,
        usableFrom: UnixTime?,
        usableTo: UnixTime?,
        takeover: String?,
        symbol: String? = nil
    ) {
        self.cycle = cycle
        self.anchor = anchor
        self.usableFrom = usableFrom
        self.usableTo = usableTo
        self.takeover = takeover
        self.symbol = symbol
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
    /// The map after it; before the first schedule and in a gap the first one that is known; absent when none is.
    public var next: MapSlotBody?
    /// The takeover in force, if any.
    public var takeover: String?
    /// The known end of what is published: of the schedule in force, or of the last one when it has ended.
    public var validUntil: UnixTime?
    /// Every schedule of the mode, oldest first.
    public var schedules: [ScheduleBody]
    /// Who says which map is on, where no schedule does: the name of an upstream.
    public var source: String?

    /// Makes a mode.
    public init(
        mode: String,
        name: String,
        state: State,
        current: MapSlotBody?,
        next: MapSlotBody?,
        takeover: String?,
        validUntil: UnixTime?,
        schedules: [ScheduleBody],
        source: String? = nil
    ) {
        self.source = source
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

/// That the newest schedule file cannot be used, and what is in force in its place.
public struct RefusedScheduleBody: Codable, Hashable, Sendable {
    /// What is in force in its place.
    public enum InForce: String, CaseIterable, Codable, Sendable {
        /// The file as it was before.
        case before
        /// The copy of the last good file that the appliance keeps over restarts.
        case kept
        /// The schedule that is part of the appliance.
        case builtIn
    }

    /// What is wrong, one line for each problem with line, key and reason; at most 20, then a count.
    public var problems: [String]
    /// What is in force in its place.
    public var inForce: InForce
    /// When it was refused.
    public var since: UnixTime

    /// Makes it.
    public init(problems: [String], inForce: InForce, since: UnixTime) {
        self.problems = problems
        self.inForce = inForce
        self.since = since
    }
}

/// `GET /v1/rotations`: every mode; `/v1/hash` covers exactly this.
public struct RotationListBody: Codable, Hashable, Sendable {
    /// Where the schedule comes from, in words.
    public var source: String
    /// Present while the newest schedule file is refused.
    public var refused: RefusedScheduleBody?
    /// The modes, in the order of the schedule file.
    public var modes: [RotationBody]
    /// What an upstream says of all that; absent where none is asked.
    public var upstream: RotationUpstreamBody?

    /// Makes a list.
    public init(
        source: String,
        refused: RefusedScheduleBody? = nil,
        modes: [RotationBody],
        upstream: RotationUpstreamBody? = nil
    ) {
        self.source = source
        self.refused = refused
        self.modes = modes
        self.upstream = upstream
    }
}

/// `GET /v1/hash`: whether what was fetched before still holds, 64 lower-case hexadecimal digits each.
public struct HashBody: Codable, Hashable, Sendable {
    /// SHA-256 of the body of `/v1/rotations`: changes exactly when that does, so with every slot.
    public var hash: String
    /// The hash of `/v1/schedules`: changes only when other schedules are published, and not within a split.
    public var schedules: String
    /// The hash of each mode's schedules, by the mode's key.
    public var modes: [String: String]

    /// Makes a hash.
    public init(hash: String, schedules: String, modes: [String: String]) {
        self.hash = hash
        self.schedules = schedules
        self.modes = modes
    }
}

/// The schedules of one mode in `GET /v1/schedules`.
public struct ModeSchedulesBody: Codable, Hashable, Sendable {
    /// The mode's key.
    public var mode: String
    /// The mode's name for people.
    public var name: String
    /// Another one exactly when something else in here is; 64 lower-case hexadecimal digits.
    public var hash: String
    /// Every schedule of the mode, oldest first; no two are in force at the same time.
    public var schedules: [ScheduleBody]

    /// Makes the schedules of a mode.
    public init(mode: String, name: String, hash: String, schedules: [ScheduleBody]) {
        self.mode = mode
        self.name = name
        self.hash = hash
        self.schedules = schedules
    }
}

/// `GET /v1/schedules`: all that is published and nothing of the present, to compute from for weeks.
public struct ScheduleListBody: Codable, Hashable, Sendable {
    /// Another one exactly when something else in here is; the same as `schedules` of `/v1/hash`.
    public var hash: String
    /// Where the schedule comes from, in words.
    public var source: String
    /// The modes, in the order of the schedule file.
    public var modes: [ModeSchedulesBody]

    /// Makes a list.
    public init(hash: String, source: String, modes: [ModeSchedulesBody]) {
        self.hash = hash
        self.source = source
        self.modes = modes
    }
}
