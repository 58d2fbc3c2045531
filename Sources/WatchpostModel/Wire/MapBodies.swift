/// When a map is on next in one mode.
public struct NextInModeBody: Codable, Hashable, Sendable {
    /// The mode's key.
    public var mode: String
    /// The mode's name for people.
    public var name: String
    /// When the map is on, the slot that is on now first; empty: not before `until`, as far as is known.
    public var slots: [TimelineEntryBody]
    /// Whatever begins before this instant was looked at.
    public var until: UnixTime
    /// The start of the first stretch before `until` of which nothing is known; absent: all of it is known.
    public var knownUntil: UnixTime?

    /// Makes it.
    public init(
        mode: String,
        name: String,
        slots: [TimelineEntryBody],
        until: UnixTime,
        knownUntil: UnixTime?
    ) {
        self.mode = mode
        self.name = name
        self.slots = slots
        self.until = until
        self.knownUntil = knownUntil
    }
}

/// `GET /v1/maps/{code}/next`: when a map is on next in each mode.
public struct NextMapBody: Codable, Hashable, Sendable {
    /// The map's code.
    public var code: String
    /// The map's name.
    public var map: String
    /// The instant for which it was made, as that of a timeline.
    public var generatedAt: UnixTime
    /// When to fetch again.
    public var reloadAfter: UnixTime
    /// Where the schedule comes from, in words.
    public var source: String
    /// True while some of it may be out of date, as in a timeline; absent: it is not.
    public var stale: Bool?
    /// The modes that were asked for, in the order of the schedule file.
    public var modes: [NextInModeBody]

    /// Makes it.
    public init(
        code: String,
        map: String,
        generatedAt: UnixTime,
        reloadAfter: UnixTime,
        source: String,
        stale: Bool? = nil,
        modes: [NextInModeBody]
    ) {
        self.code = code
        self.map = map
        self.generatedAt = generatedAt
        self.reloadAfter = reloadAfter
        self.source = source
        self.stale = stale
        self.modes = modes
    }
}
