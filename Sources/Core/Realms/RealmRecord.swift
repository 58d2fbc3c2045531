package import WatchpostModel

/// What is kept of one realm over a restart: everything announced, names in en_US only.
package struct RealmRecord: Hashable, Sendable {
    package var key: RealmKey
    package var name: String
    package var category: String
    package var connectedRealm: Int64
    package var state: RealmState
    /// When `state` began; nil when nobody saw it begin.
    package var since: UnixTime?
    package var population: Population
    package var hasQueue: Bool
    package var isLocked: Bool
    package var timezone: String
    package var type: String
    /// Whether upstream no longer lists it; kept because people may still watch it.
    package var isVanished: Bool

    package init(
        key: RealmKey,
        name: String,
        category: String,
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
        self.isVanished = isVanished
    }

    package init(_ view: RealmView) {
        self.init(
            key: view.key,
            name: view.name.standard,
            category: view.category.standard,
            connectedRealm: view.connectedRealm,
            state: view.state,
            since: view.since,
            population: view.population,
            hasQueue: view.hasQueue,
            isLocked: view.isLocked,
            timezone: view.timezone,
            type: view.type,
            isVanished: view.isVanished
        )
    }

    /// The realm as it is shown until the first observation after a restart brings its other names.
    package var view: RealmView {
        RealmView(
            key: key,
            name: LocalizedName(["en_US": name]),
            category: LocalizedName(["en_US": category]),
            connectedRealm: connectedRealm,
            state: state,
            since: since,
            population: population,
            hasQueue: hasQueue,
            isLocked: isLocked,
            timezone: timezone,
            type: type,
            isVanished: isVanished
        )
    }
}

/// An announced outage that goes on.
package struct OutageRecord: Hashable, Sendable {
    /// What tells outages apart: one for a region and one for each category can go on at a time.
    package struct Key: Hashable, Sendable {
        package var source: RealmFeed
        package var scope: OutageBody.Scope
        /// In en_US, for the scope `category`.
        package var category: String?

        package init(source: RealmFeed, scope: OutageBody.Scope, category: String? = nil) {
            self.source = source
            self.scope = scope
            self.category = category
        }
    }

    package var key: Key
    package var since: UnixTime?
    package var isMaintenance: Bool
    /// Slugs of the realms for which it was announced.
    package var slugs: [String]
    /// The number of connected realms at its height, against which a common recovery is measured.
    package var groups: Int

    package init(key: Key, since: UnixTime?, isMaintenance: Bool, slugs: [String], groups: Int) {
        self.key = key
        self.since = since
        self.isMaintenance = isMaintenance
        self.slugs = slugs
        self.groups = groups
    }
}

/// What is kept of one source over a restart: the freshness last announced.
package struct SourceRecord: Hashable, Sendable {
    package var source: RealmFeed
    package var freshness: FreshnessBody

    package init(source: RealmFeed, freshness: FreshnessBody) {
        self.source = source
        self.freshness = freshness
    }
}

/// What one decision of the monitor changes in the store; empty parts change nothing.
package struct RealmChanges: Hashable, Sendable {
    /// Added or replaced as a whole.
    package var realms: [RealmRecord] = []
    /// Removed, with everything known of them.
    package var forgotten: [RealmKey] = []
    /// Added or replaced as a whole.
    package var sources: [SourceRecord] = []
    /// Begun or changed.
    package var outages: [OutageRecord] = []
    /// Over.
    package var endedOutages: [OutageRecord.Key] = []

    package init() {}

    package var isEmpty: Bool {
        realms.isEmpty && forgotten.isEmpty && sources.isEmpty && outages.isEmpty && endedOutages.isEmpty
    }
}

/// Everything the store knows, as read at the start.
package struct RealmSnapshot: Hashable, Sendable {
    /// Ordered by key.
    package var realms: [RealmRecord] = []
    package var sources: [SourceRecord] = []
    package var outages: [OutageRecord] = []
    /// The number of the newest event, 0 before the first.
    package var lastEvent: Int64 = 0
    /// When the newest event was decided: the appliance ran at that time.
    package var lastEventAt: UnixTime?

    package init() {}
}

/// An event that is committed, so that it may be told.
package struct StoredEvent: Hashable, Sendable {
    /// Its number, the `id:` of the stream: rises by one, is never given twice.
    package var sequence: Int64
    package var at: UnixTime
    /// What it is about, the `event:` of the stream.
    package var name: String
    /// Its body, one line.
    package var json: String

    package init(sequence: Int64, at: UnixTime, name: String, json: String) {
        self.sequence = sequence
        self.at = at
        self.name = name
        self.json = json
    }
}

/// What can be told to somebody who comes back.
package enum EventReplay: Hashable, Sendable {
    /// Everything since then, oldest first.
    case events([StoredEvent])
    /// Events since then are no longer kept, or that number was never given: read everything again.
    case tooOld
}
