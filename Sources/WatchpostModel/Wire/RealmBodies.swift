/// The state of one realm as phones and panels see it.
public enum RealmState: String, Codable, CaseIterable, Sendable {
    /// No trustworthy observation yet, or the newest answer says nothing that can be read.
    case unknown
    /// Up.
    case up
    /// Up, but the newest observations say down; not confirmed yet.
    case suspected
    /// Confirmed down.
    case down
    /// Down, but the newest observations say up; not confirmed yet.
    case recovering
    /// Confirmed down inside the weekly maintenance window of its region.
    case maintenance
}

/// One realm in a list: one name, in the list's locale.
public struct RealmBody: Codable, Hashable, Sendable {
    /// `flavour/slug`, unique within the region.
    public var id: String
    /// The name for URLs, NFC, unique within region and flavour.
    public var slug: String
    /// The name in the list's locale, else in en_US, else whichever exists.
    public var name: String
    /// `United States`, `Oceanic`, `German`…, in the list's locale.
    public var category: String
    /// The number of the connected realm that this realm belongs to now; it changes over the years.
    ///
    /// Below zero where the source does not tell which realms are connected: then each realm has its own.
    public var connectedRealm: Int64
    /// The announced state.
    public var state: RealmState
    /// When the announced state began; absent when that was not seen.
    public var since: UnixTime?
    /// `low`, `medium`, `high`, `full`, `recommended` (shown as New Players), `locked`, `offline`, or what upstream said.
    public var population: String
    /// Whether players wait in a queue.
    public var queue: Bool
    /// Whether the realm is closed to new characters.
    public var locked: Bool
    /// IANA zone of the realm, as upstream names it.
    public var timezone: String
    /// `normal`, `rp`, `pvp`, `pvp_rp` or what upstream said, in lower case.
    public var type: String
    /// What it is called in other locales, for searching; absent when it is called the same everywhere.
    public var otherNames: [String]?
    /// True: upstream no longer lists it, and it is kept for a week; absent for every other one.
    public var gone: Bool?

    /// Makes a list item.
    public init(
        id: String,
        slug: String,
        name: String,
        category: String,
        connectedRealm: Int64,
        state: RealmState,
        since: UnixTime?,
        population: String,
        queue: Bool,
        locked: Bool,
        timezone: String,
        type: String,
        otherNames: [String]? = nil,
        gone: Bool? = nil
    ) {
        self.otherNames = otherNames
        self.gone = gone
        self.id = id
        self.slug = slug
        self.name = name
        self.category = category
        self.connectedRealm = connectedRealm
        self.state = state
        self.since = since
        self.population = population
        self.queue = queue
        self.locked = locked
        self.timezone = timezone
        self.type = type
    }
}

/// `GET /v1/regions/{region}/realms`: every realm of one region and game flavour.
public struct RealmListBody: Codable, Hashable, Sendable {
    /// The region.
    public var region: Region
    /// The game flavour, such as `retail` or `classic`.
    public var flavour: String
    /// The locale of names and categories, for example `en_US`.
    public var locale: String
    /// Whether the list is current.
    public var freshness: FreshnessBody
    /// Who tells of them; absent while nobody is asked.
    public var source: RealmSourceBody?
    /// The realms, ordered by slug.
    public var realms: [RealmBody]

    /// Makes a list.
    public init(
        region: Region,
        flavour: String,
        locale: String,
        freshness: FreshnessBody,
        source: RealmSourceBody? = nil,
        realms: [RealmBody]
    ) {
        self.region = region
        self.flavour = flavour
        self.locale = locale
        self.freshness = freshness
        self.source = source
        self.realms = realms
    }
}

/// `GET /v1/realms/{region}/{flavour}/{slug}`: one realm with its name in every locale.
public struct RealmDetailBody: Codable, Hashable, Sendable {
    /// The region.
    public var region: Region
    /// The game flavour.
    public var flavour: String
    /// Whether the facts are current.
    public var freshness: FreshnessBody
    /// Who tells of them; absent while nobody is asked.
    public var source: RealmSourceBody?
    /// The realm; its name is in en_US where that exists.
    public var realm: RealmBody
    /// The name by locale (`en_US`, `ru_RU`…).
    public var names: [String: String]
    /// The slugs of the other realms of the same connected realm.
    public var connectedWith: [String]
    /// Blizzard's own status page of the region.
    public var statusPage: String

    /// Makes a detail.
    public init(
        region: Region,
        flavour: String,
        freshness: FreshnessBody,
        source: RealmSourceBody? = nil,
        realm: RealmBody,
        names: [String: String],
        connectedWith: [String],
        statusPage: String
    ) {
        self.region = region
        self.flavour = flavour
        self.freshness = freshness
        self.source = source
        self.realm = realm
        self.names = names
        self.connectedWith = connectedWith
        self.statusPage = statusPage
    }
}
