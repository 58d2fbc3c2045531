/// The data of a server-sent event; the event's name (`event:`) is the case.
public enum EventBody: Hashable, Sendable {
    /// A realm's announced state, queue, lock or population changed.
    case realm(RealmEventBody)
    /// At least half of a region or a category went down together, or the last of them came back.
    case outage(OutageEventBody)
    /// Several connected realms came back together, and no outage ended by it.
    case recovery(RecoveryEventBody)
    /// Data of a source became stale, or fresh again.
    case freshness(FreshnessEventBody)
    /// Another map is on.
    case rotation(RotationEventBody)
    /// The schedule file was read again or refused.
    case schedule(ScheduleEventBody)
}

/// A change of one realm.
public struct RealmEventBody: Codable, Hashable, Sendable {
    /// What changed.
    public enum Change: String, Codable, Sendable {
        /// It went down.
        case down
        /// It came up.
        case up
        /// It went down inside its maintenance window.
        case maintenance
        /// Players wait in a queue now.
        case queueStarted
        /// The queue is gone.
        case queueEnded
        /// It was closed to new characters.
        case locked
        /// It was opened to new characters.
        case unlocked
        /// Its population changed.
        case population
        /// It was listed for the first time.
        case appeared
        /// It is no longer listed.
        case vanished
        /// It belongs to another connected realm now.
        case regrouped
    }

    /// The region.
    public var region: Region
    /// `flavour/slug`.
    public var id: String
    /// The name in en_US.
    public var name: String
    /// What changed.
    public var change: Change
    /// When it was decided.
    public var at: UnixTime

    /// Makes an event.
    public init(region: Region, id: String, name: String, change: Change, at: UnixTime) {
        self.region = region
        self.id = id
        self.name = name
        self.change = change
        self.at = at
    }
}

/// A region-wide or category-wide outage begins, grows, or ends: once, with the last of its realms.
public struct OutageEventBody: Codable, Hashable, Sendable {
    /// The region.
    public var region: Region
    /// The game flavour.
    public var flavour: String
    /// What went down.
    public var scope: OutageBody.Scope
    /// The category (en_US), for that scope.
    public var category: String?
    /// Whether it is over.
    public var over: Bool
    /// Whether it falls into the maintenance window.
    public var maintenance: Bool
    /// `flavour/slug` of the realms that this event speaks for.
    public var realms: [String]
    /// When it was decided.
    public var at: UnixTime

    /// Makes an event.
    public init(
        region: Region,
        flavour: String,
        scope: OutageBody.Scope,
        category: String?,
        over: Bool,
        maintenance: Bool,
        realms: [String],
        at: UnixTime
    ) {
        self.region = region
        self.flavour = flavour
        self.scope = scope
        self.category = category
        self.over = over
        self.maintenance = maintenance
        self.realms = realms
        self.at = at
    }
}

/// Realms that came back together: a part of an outage, or some that went down one by one or before anybody looked.
public struct RecoveryEventBody: Codable, Hashable, Sendable {
    /// The region.
    public var region: Region
    /// The game flavour.
    public var flavour: String
    /// `flavour/slug` of the realms that are up again.
    public var realms: [String]
    /// How many realms of the region and flavour are still down.
    public var stillDown: Int
    /// When it was decided.
    public var at: UnixTime

    /// Makes an event.
    public init(region: Region, flavour: String, realms: [String], stillDown: Int, at: UnixTime) {
        self.region = region
        self.flavour = flavour
        self.realms = realms
        self.stillDown = stillDown
        self.at = at
    }
}

/// A source became stale, lost its network, or is fresh again.
public struct FreshnessEventBody: Codable, Hashable, Sendable {
    /// The region.
    public var region: Region
    /// The game flavour.
    public var flavour: String
    /// The new state.
    public var freshness: FreshnessBody
    /// When it was decided.
    public var at: UnixTime

    /// Makes an event.
    public init(region: Region, flavour: String, freshness: FreshnessBody, at: UnixTime) {
        self.region = region
        self.flavour = flavour
        self.freshness = freshness
        self.at = at
    }
}

/// Another map is on in a mode, or none is known any more.
public struct RotationEventBody: Codable, Hashable, Sendable {
    /// The mode's key.
    public var mode: String
    /// Whether a map is known.
    public var state: RotationBody.State
    /// The map that is on.
    public var current: MapSlotBody?
    /// When it changed.
    public var at: UnixTime

    /// Makes an event.
    public init(mode: String, state: RotationBody.State, current: MapSlotBody?, at: UnixTime) {
        self.mode = mode
        self.state = state
        self.current = current
        self.at = at
    }
}

/// The schedule file was read again, or refused while the old one stays in force.
public struct ScheduleEventBody: Codable, Hashable, Sendable {
    /// Whether the new file is in force.
    public var accepted: Bool
    /// Why not, one line for each problem with line, key and reason, at most 20 and then a count; empty when accepted.
    public var problems: [String]
    /// When it happened.
    public var at: UnixTime

    /// Makes an event.
    public init(accepted: Bool, problems: [String], at: UnixTime) {
        self.accepted = accepted
        self.problems = problems
        self.at = at
    }
}
