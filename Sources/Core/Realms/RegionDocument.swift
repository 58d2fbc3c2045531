/// What one complete answer of upstream says about one source: the input of the monitor.
package struct RegionDocument: Hashable, Sendable {
    package var groups: [ObservedGroup]
    /// Tells documents apart when the server does (its validator or the second of generation): two answers
    /// with the same generation are the same document and count once, unless the second is newer by `said`.
    ///
    /// Nil: each answer counts.
    package var generation: String?
    /// When the answer was made; nil when the origin does not say.
    package var said: OriginTime?
    /// Connected realms that it lists and of which it says nothing that makes sense, each with the reason: their
    /// realms are unknown, and nobody else's are.
    package var unreadable: [Int64: String]
    /// Connected realms that it lists and that could not be asked for this time, each with the reason: a request that
    /// fails says nothing of them, so what is known of their realms is kept for a while, as it is when the whole fails.
    package var unanswered: [Int64: String]
    /// Why it has rows of which not even the number can be read: any realm that it seems to leave out may stand there.
    package var nameless: [String]

    package init(
        groups: [ObservedGroup],
        generation: String?,
        unreadable: [Int64: String] = [:],
        unanswered: [Int64: String] = [:],
        nameless: [String] = [],
        said: OriginTime? = nil
    ) {
        self.groups = groups
        self.generation = generation
        self.said = said
        self.unreadable = unreadable
        self.unanswered = unanswered
        self.nameless = nameless
    }

    /// The same document in another answer.
    package func restated(_ said: OriginTime?) -> RegionDocument {
        var document = self
        document.said = said
        for index in document.groups.indices { document.groups[index].said = said }
        return document
    }

    /// Whether it lists a connected realm of which it says nothing.
    package func isSilent(about connectedRealm: Int64) -> Bool {
        unreadable[connectedRealm] != nil || unanswered[connectedRealm] != nil
    }

    /// Whether it comes from an origin that does not tell which realms share a server.
    ///
    /// All of its groups do or none does, so the first is asked.
    package var isOfLoneRealms: Bool { groups.first.map { LoneRealm.isLone($0.connectedRealm) } ?? false }

    /// How many of its connected realms it says nothing about.
    package var oddRows: Int { unreadable.count + unanswered.count + nameless.count }

    /// Whether a row that cannot be read may stand for realms that nobody has heard of.
    ///
    /// `known`: the connected realms whose realms are known.
    func mayHide(but known: Set<Int64>) -> Bool {
        !nameless.isEmpty || !known.isSuperset(of: unreadable.keys) || !known.isSuperset(of: unanswered.keys)
    }
}

/// A connected realm: one or more realms that share a server, a status and a population.
package struct ObservedGroup: Hashable, Sendable {
    /// Upstream's number, or one below zero (`LoneRealm`); not necessarily the number of one of its realms.
    package var connectedRealm: Int64
    package var status: ObservedStatus
    package var hasQueue: Bool
    package var population: Population
    package var realms: [ObservedRealm]
    /// Tells the page on which the row stood from the same page of another document, as `RegionDocument.generation`
    /// does for the whole: a row of a page that has not changed is no new observation, unless it is newer by `said`.
    ///
    /// Nil: each answer counts.
    package var generation: String?
    /// When the answer with the page was made; nil when the origin does not say.
    package var said: OriginTime?

    package init(
        connectedRealm: Int64,
        status: ObservedStatus,
        hasQueue: Bool,
        population: Population,
        realms: [ObservedRealm],
        generation: String? = nil
    ) {
        self.generation = generation
        self.connectedRealm = connectedRealm
        self.status = status.bounded
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

    /// The word no longer than one that could be shown.
    fileprivate var bounded: ObservedStatus {
        if case .unknown(let word) = self { .unknown(TextBytes.clip(word, to: 64)) } else { self }
    }
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
        // Here, where documents are made: whoever reads them need not ask how long an upstream's texts are.
        self.timezone = TextBytes.clip(timezone, to: 64)
        self.type = TextBytes.clip(type, to: 32)
        self.isTournament = isTournament
    }

    /// Whether it is one of Blizzard's own, on which nobody plays.
    ///
    /// Source: recorded lists of Europe's Classic realms, January 2026, have `EU4 CWOW Web` and `EU4 CWOW GMSS 1`.
    package var isInternal: Bool { name.standard.split(separator: " ").contains("CWOW") }
}
