/// A stretch of time in one state.
public struct HistorySegmentBody: Codable, Hashable, Sendable {
    /// The announced state of a realm; for a region the gravest state of it.
    ///
    /// `unknown` also covers times without data.
    public var state: RealmState
    /// Where the stretch begins.
    public var from: UnixTime
    /// Where it ends; the last one ends at the end of the window.
    public var to: UnixTime
    /// For a region: how many realms were down at most; absent for a realm.
    public var down: Int?

    /// Makes a segment.
    public init(state: RealmState, from: UnixTime, to: UnixTime, down: Int? = nil) {
        self.state = state
        self.from = from
        self.to = to
        self.down = down
    }
}

/// `GET …/history`: what happened in the last hours, of a realm or of a region.
public struct HistoryBody: Codable, Hashable, Sendable {
    /// The region.
    public var region: Region
    /// The game flavour.
    public var flavour: String
    /// The realm; absent for a region.
    public var slug: String?
    /// The window.
    public var from: UnixTime
    /// The end of the window.
    public var to: UnixTime
    /// The share of known time that was up, 0...1, maintenance left out; absent when nothing is known.
    public var uptime: Double?
    /// The stretches, oldest first, without gaps.
    public var segments: [HistorySegmentBody]
    /// Who tells of the realms now; absent while nobody is asked.
    public var source: RealmSourceBody?

    /// Makes a history.
    public init(
        region: Region,
        flavour: String,
        slug: String?,
        from: UnixTime,
        to: UnixTime,
        uptime: Double?,
        segments: [HistorySegmentBody],
        source: RealmSourceBody? = nil
    ) {
        self.region = region
        self.flavour = flavour
        self.slug = slug
        self.from = from
        self.to = to
        self.uptime = uptime
        self.segments = segments
        self.source = source
    }
}

/// `GET /v1/history`: the last 24 hours of every region and game flavour that is followed, in the order of `/v1/regions`.
public struct RegionHistoryListBody: Codable, Hashable, Sendable {
    /// One of each.
    public var histories: [HistoryBody]

    /// Makes the list.
    public init(histories: [HistoryBody]) {
        self.histories = histories
    }
}

/// `GET /v1/regions/{region}/realms/history`: the last 24 hours of every realm of a list, for the bars of its rows.
///
/// What most realms had is said once.
public struct RealmHistoryListBody: Codable, Hashable, Sendable {
    /// The region.
    public var region: Region
    /// The game flavour.
    public var flavour: String
    /// The window.
    public var from: UnixTime
    /// The end of the window.
    public var to: UnixTime
    /// The stretches of every realm that is not named below, oldest first, without gaps.
    public var usual: [HistorySegmentBody]
    /// The realms that had other ones, by slug.
    public var realms: [RealmHistoryBody]
    /// Who tells of the realms now; absent while nobody is asked.
    public var source: RealmSourceBody?

    /// Makes the list.
    public init(
        region: Region,
        flavour: String,
        from: UnixTime,
        to: UnixTime,
        usual: [HistorySegmentBody],
        realms: [RealmHistoryBody],
        source: RealmSourceBody? = nil
    ) {
        self.region = region
        self.flavour = flavour
        self.from = from
        self.to = to
        self.usual = usual
        self.realms = realms
        self.source = source
    }
}

/// What happened to one realm of a list.
public struct RealmHistoryBody: Codable, Hashable, Sendable {
    /// The realm.
    public var slug: String
    /// The stretches, oldest first, without gaps.
    public var segments: [HistorySegmentBody]

    /// Makes an entry.
    public init(slug: String, segments: [HistorySegmentBody]) {
        self.slug = slug
        self.segments = segments
    }
}
