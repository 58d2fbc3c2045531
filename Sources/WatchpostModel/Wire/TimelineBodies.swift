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
    /// What is played on it, as in a slot.
    public var gameMode: String?
    /// The takeover in force, if any.
    public var takeover: String?
    /// Who says so, where no schedule does: the name of an upstream; of an unknown stretch, whose word has ended there.
    public var source: String?

    /// Makes an entry.
    public init(
        mode: String,
        start: UnixTime,
        end: UnixTime?,
        code: String?,
        map: String?,
        gameMode: String? = nil,
        takeover: String?,
        source: String? = nil
    ) {
        self.source = source
        self.mode = mode
        self.start = start
        self.end = end
        self.code = code
        self.map = map
        self.gameMode = gameMode
        self.takeover = takeover
    }
}

/// `GET /v1/timeline`: the coming hours of some modes, ready to be drawn without arithmetic.
public struct TimelineBody: Codable, Hashable, Sendable {
    /// The instant for which it was made: the start of the newest slot among the modes, so that it is stable in between.
    public var generatedAt: UnixTime
    /// Until when everything here is known; absent: no known end, or only an upstream's word ends.
    public var validUntil: UnixTime?
    /// Where the entries stop before the hours that were asked for, because there would be more than 300; absent: they do not.
    public var until: UnixTime?
    /// When to fetch again.
    public var reloadAfter: UnixTime
    /// Where the schedule comes from, in words.
    public var source: String
    /// True while some of it may be out of date: the newest schedule file is refused, or an upstream says something else
    /// or is not heard where its word alone is shown; absent: it is not.
    public var stale: Bool?
    /// The entries, by mode and then by start; at most 300.
    public var entries: [TimelineEntryBody]

    /// Makes a timeline.
    public init(
        generatedAt: UnixTime,
        validUntil: UnixTime?,
        until: UnixTime? = nil,
        reloadAfter: UnixTime,
        source: String,
        stale: Bool? = nil,
        entries: [TimelineEntryBody]
    ) {
        self.generatedAt = generatedAt
        self.validUntil = validUntil
        self.until = until
        self.reloadAfter = reloadAfter
        self.source = source
        self.stale = stale
        self.entries = entries
    }
}
