/// What one complete answer of upstream says about one source: the input of the board.
package struct RegionDocument: Hashable, Sendable {
    package var groups: [ObservedGroup]
    /// Tells documents apart when the server does (its validator or the second of generation): two answers
    /// with the same generation are the same document and count once.
    ///
    /// Nil: each answer counts.
    package var generation: String?

    package init(groups: [ObservedGroup], generation: String?) {
        self.groups = groups
        self.generation = generation
    }
}

/// A connected realm: one or more realms that share a server, a status and a population.
package struct ObservedGroup: Hashable, Sendable {
    /// Upstream's number; not necessarily the number of one of its realms.
    package var connectedRealm: Int64
    package var status: ObservedStatus
    package var hasQueue: Bool
    package var population: Population
    package var realms: [ObservedRealm]

    package init(
        connectedRealm: Int64,
        status: ObservedStatus,
        hasQueue: Bool,
        population: Population,
        realms: [ObservedRealm]
    ) {
        self.connectedRealm = connectedRealm
        self.status = status
        self.hasQueue = hasQueue
        self.population = population
        self.realms = realms
    }
}

/// `status.type`: words that nobody has seen yet are neither up nor down.
package enum ObservedStatus: Hashable, Sendable {
    case up
    case down
    case unknown(String)
}

/// The facts of a realm that do not change from poll to poll.
package struct ObservedRealm: Hashable, Sendable {
    package var slug: String
    package var name: LocalizedName
    package var category: LocalizedName
    package var timezone: String
    package var type: String
    package var isTournament: Bool

    package init(
        slug: String,
        name: LocalizedName,
        category: LocalizedName,
        timezone: String,
        type: String,
        isTournament: Bool
    ) {
        self.slug = slug
        self.name = name
        self.category = category
        self.timezone = timezone
        self.type = type
        self.isTournament = isTournament
    }
}
