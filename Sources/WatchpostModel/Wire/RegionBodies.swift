/// How many realms are in each state; the states sum to `total`, queue and locked are counted beside them.
public struct RealmCountsBody: Codable, Hashable, Sendable {
    /// All realms.
    public var total = 0
    /// Realms that are up.
    public var up = 0
    /// Realms that are up with a first contradiction.
    public var suspected = 0
    /// Realms that are confirmed down.
    public var down = 0
    /// Realms that are down with a first sign of life.
    public var recovering = 0
    /// Realms that are down inside their maintenance window.
    public var maintenance = 0
    /// Realms of which nothing is known.
    public var unknown = 0
    /// Realms with a queue.
    public var queue = 0
    /// Realms closed to new characters.
    public var locked = 0

    /// All zero.
    public init() {}
}

/// Many realms that went down together: one event, not one for each realm.
public struct OutageBody: Codable, Hashable, Sendable {
    /// What went down: the whole region or one category (data centre) of it.
    public enum Scope: String, Codable, Sendable {
        /// The region.
        case region
        /// One category of it.
        case category
    }

    /// What went down.
    public var scope: Scope
    /// The category (en_US), for that scope.
    public var category: String?
    /// When the first of its realms went down.
    public var since: UnixTime?
    /// How many realms are affected now.
    public var realms: Int

    /// Makes an outage.
    public init(scope: Scope, category: String?, since: UnixTime?, realms: Int) {
        self.scope = scope
        self.category = category
        self.since = since
        self.realms = realms
    }
}

/// One game flavour of a region in `GET /v1/regions`.
public struct FlavourBody: Codable, Hashable, Sendable {
    /// The game flavour, such as `retail` or `classic`.
    public var flavour: String
    /// Whether its facts are current.
    public var freshness: FreshnessBody
    /// Who tells of its realms; absent while nobody is asked.
    public var source: RealmSourceBody?
    /// The number of connected realms; of realms, where the source does not tell which are connected.
    public var groups: Int
    /// The realms by state.
    public var counts: RealmCountsBody
    /// Outages that go on.
    public var outages: [OutageBody]

    /// Makes a flavour.
    public init(
        flavour: String,
        freshness: FreshnessBody,
        source: RealmSourceBody? = nil,
        groups: Int,
        counts: RealmCountsBody,
        outages: [OutageBody]
    ) {
        self.flavour = flavour
        self.freshness = freshness
        self.source = source
        self.groups = groups
        self.counts = counts
        self.outages = outages
    }
}

/// One region in `GET /v1/regions`.
public struct RegionBody: Codable, Hashable, Sendable {
    /// The region.
    public var region: Region
    /// Its name for people.
    public var name: String
    /// Blizzard's own status page of the region.
    public var statusPage: String
    /// Whether it is a maintenance window of the region now.
    public var maintenanceWindow: Bool
    /// Its game flavours, in the order of the configuration.
    public var flavours: [FlavourBody]

    /// Makes a region.
    public init(
        region: Region,
        name: String,
        statusPage: String,
        maintenanceWindow: Bool,
        flavours: [FlavourBody]
    ) {
        self.region = region
        self.name = name
        self.statusPage = statusPage
        self.maintenanceWindow = maintenanceWindow
        self.flavours = flavours
    }
}

/// `GET /v1/regions`: the configured regions.
public struct RegionListBody: Codable, Hashable, Sendable {
    /// The regions, in the order of the configuration.
    public var regions: [RegionBody]

    /// Makes a list.
    public init(regions: [RegionBody]) {
        self.regions = regions
    }
}
