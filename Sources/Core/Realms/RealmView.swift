package import WatchpostModel

/// One realm as the monitor has announced it: what lamps, display, API and history read.
package struct RealmView: Hashable, Sendable {
    package var key: RealmKey
    package var name: LocalizedName
    package var category: LocalizedName
    package var connectedRealm: Int64
    package var state: RealmState
    /// When `state` began; nil when nobody saw it begin.
    package var since: UnixTime?
    package var population: Population
    package var hasQueue: Bool
    package var isLocked: Bool
    package var timezone: String
    /// `normal`, `rp`…, lower case.
    package var type: String
    /// Whether upstream no longer lists it; it is shown as unknown for some days.
    package var isVanished: Bool
    /// Whether it is out of the list for so long that it counts for nobody any more who does not name it.
    package var isGone = false

    package init(
        key: RealmKey,
        name: LocalizedName,
        category: LocalizedName,
        connectedRealm: Int64,
        state: RealmState,
        since: UnixTime?,
        population: Population,
        hasQueue: Bool,
        isLocked: Bool,
        timezone: String,
        type: String,
        isVanished: Bool = false
    ) {
        self.isVanished = isVanished
        self.key = key
        self.name = name
        self.category = category
        self.connectedRealm = connectedRealm
        self.state = state
        self.since = since
        self.population = population
        self.hasQueue = hasQueue
        self.isLocked = isLocked
        self.timezone = timezone
        self.type = type
    }
}

/// How full a realm is, relative to the others: upstream's own word, in lower case, so that new words survive.
package struct Population: Hashable, Sendable {
    package let word: String

    package init(word: String) {
        self.word = TextBytes.clip(word, to: 64)
    }

    package static let unknown = Population(word: "unknown")
    /// Said of realms that are down.
    package static let offline = Population(word: "offline")
    /// Closed to new characters.
    package static let locked = Population(word: "locked")
}

/// Everything announced about one source, as an immutable value that may be read from any thread.
package struct SourceView: Hashable, Sendable {
    package var source: RealmFeed
    package var freshness: FreshnessBody
    /// Ordered by slug.
    package var realms: [RealmView]
    /// The number of connected realms.
    package var groups: Int
    package var outages: [OutageBody]
    /// Whether it is a maintenance window of the region now.
    package var inMaintenanceWindow: Bool
    /// Who tells of these realms; nil while nobody is asked.
    package var origin: RealmOrigin?
    /// Whether nothing is known because the box is not set up.
    package var needsSetUp: Bool
    /// Whether the newest document has rows that cannot be read and may be realms that are not listed here.
    package var hidesRealms: Bool

    package init(
        source: RealmFeed,
        freshness: FreshnessBody,
        realms: [RealmView],
        groups: Int,
        outages: [OutageBody],
        inMaintenanceWindow: Bool,
        origin: RealmOrigin? = nil,
        needsSetUp: Bool = false,
        hidesRealms: Bool = false
    ) {
        self.hidesRealms = hidesRealms
        self.origin = origin
        self.needsSetUp = needsSetUp
        self.source = source
        self.freshness = freshness
        self.realms = realms
        self.groups = groups
        self.outages = outages
        self.inMaintenanceWindow = inMaintenanceWindow
    }

    /// A source of which nothing is known yet.
    package static func waiting(_ source: RealmFeed) -> SourceView {
        SourceView(
            source: source,
            freshness: FreshnessBody(state: .waiting),
            realms: [],
            groups: 0,
            outages: [],
            inMaintenanceWindow: false
        )
    }
}
