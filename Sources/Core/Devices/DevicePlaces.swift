import WatchpostModel

/// How many devices there may be, and who makes room for a newcomer.
///
/// Whoever has many addresses could take all places that are not for phones at home, and so keep everybody else out: what
/// was registered, never came back on another occasion and never got a notice goes soon, no network has more than a small part of the places
/// once half of them are taken, and nothing that comes from outside ever evicts a phone of home.
package struct DevicePlaces: Hashable, Sendable {
    /// All places.
    package let most: Int

    /// A phone came back if it asks for something so many seconds after it registered, or later: one request more costs a
    /// stranger nothing, another visit in the evening does.
    package static let occasion: Int64 = 12 * 3_600
    /// A registration that nobody came back to makes room after so many seconds when all places are taken: an app that has
    /// just registered asks for the next thing at once, and may have a slow connection.
    static let grace: Int64 = 3_600
    /// And after so many when they run short.
    static let unusedLifetime: Int64 = 86_400
    /// Who was not seen for so long, in seconds, may have to make room.
    static let longestAbsence: Int64 = 30 * 86_400
    /// So many at most go for one newcomer: a request of a stranger has its bound.
    static let mostAtOnce = 8

    package init(most: Int) {
        self.most = most
    }

    /// What phones from outside may have; the rest is for phones at home.
    package var outside: Int { most - most / 10 }

    /// What phones of one network outside may have: a /48 of IPv6 is one customer at most (RFC 6177), or some of a mobile
    /// carrier's, and a /24 of IPv4 the smallest that is routed.
    package var ofNetwork: Int { max(outside / 20, 10) }

    /// From so many taken places on the bound of a network counts: a household may share its network with a whole town.
    var half: Int { outside / 2 }

    /// Where newcomers begin to push out what was never used.
    var short: Int { outside * PlaceAlarm.short / 100 }
}

extension DeviceStore {
    /// Whether newcomers from a network outside are counted with all others there: from half full on, and not where theirs has
    /// all that one may have, because such newcomers replace each other and take no place more.
    ///
    /// Before that two networks could spend what is for all, and nobody else would ever find a place that is free.
    package func isRationed(_ network: String?) async throws(SQLiteError) -> Bool {
        let places = places
        return try await database.read("count places") { db throws(SQLiteError) in
            guard try DeviceTable.count(db) >= places.half else { return false }
            guard let network else { return true }
            return try EvictionTable.count(of: network, db) < places.ofNetwork
        }
    }
}

/// The search of one newcomer for a place.
struct PlaceSearch {
    /// What it came to.
    enum Finding {
        case place
        case full
        case networkFull
    }

    let places: DevicePlaces
    let lifecycle: PersonLifecycle
    /// How many places are taken.
    private(set) var taken = 0
    /// Whom it concerns that others had to go.
    private(set) var evicted: [IdentityChange] = []

    init(_ places: DevicePlaces, _ lifecycle: PersonLifecycle) {
        self.places = places
        self.lifecycle = lifecycle
    }

    /// Looks for a place, and evicts for it who may have to go.
    mutating func find(
        for registration: DeviceRegistration,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Finding {
        let now = registration.at.seconds
        taken = try DeviceTable.count(db)
        if taken >= places.short { try sweep(before: now - DevicePlaces.unusedLifetime, db) }
        if taken >= places.half, let network = registration.network,
            try EvictionTable.count(of: network, db) >= places.ofNetwork,
            try !evict(try EvictionTable.first(of: network, at: now, db), db)
        {
            return .networkFull
        }
        if taken < (registration.isLocal ? places.most : places.outside) { return .place }
        // Nobody from outside ever pushes a phone of home out.
        for isOutside in registration.isLocal ? [true, false] : [true] {
            let first = try EvictionTable.first(isOutside: isOutside, at: now, db)
            if try evict(first, db) { return .place }
        }
        return .full
    }

    /// The oldest of those that nobody came back to go, some for each newcomer.
    private mutating func sweep(before limit: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        for _ in 0..<DevicePlaces.mostAtOnce {
            let oldest = try EvictionTable.unused(isOutside: true, before: limit, db)
            guard try evict(oldest, db) else { return }
        }
    }

    private mutating func evict(_ id: Int64?, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        guard let id else { return false }
        evicted += try DeviceTable.remove(id, lifecycle, db)
        taken -= 1
        return true
    }
}

extension DeviceRegistration {
    /// Registers a newcomer, if there is a place.
    func begin(
        among places: DevicePlaces,
        _ lifecycle: PersonLifecycle,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> StoredRegistration {
        var search = PlaceSearch(places, lifecycle)
        let outcome: RegistrationOutcome
        switch try search.find(for: self, db) {
        case .full: outcome = .full(places.most)
        case .networkFull: outcome = .networkFull(places.ofNetwork)
        case .place: outcome = .registered(try insert(db))
        }
        var taken = search.taken
        if case .registered = outcome { taken += 1 }
        return StoredRegistration(outcome: outcome, evicted: search.evicted, taken: taken)
    }
}

/// Who has to make room first: never an administrator.
///
/// Each question goes along an index, because a full appliance asks them for each stranger.
enum EvictionTable {
    /// Who makes room among the phones of home, or those from outside; nil: nobody has to.
    static func first(isOutside: Bool, at now: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> Int64?
    {
        if let id = try unused(isOutside: isOutside, before: now - DevicePlaces.grace, db) { return id }
        return try id(longestAbsent, .flag(isOutside), now - DevicePlaces.longestAbsence, db)
    }

    /// Who makes room among the phones of a network; nil: nobody has to.
    static func first(of network: String, at now: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> Int64?
    {
        if let id = try id(unusedOfNetwork, .text(network), now - DevicePlaces.grace, db) { return id }
        return try id(longestAbsentOfNetwork, .text(network), now - DevicePlaces.longestAbsence, db)
    }

    /// The oldest registration that nobody came back to.
    static func unused(isOutside: Bool, before limit: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> Int64?
    {
        try id(unused, .flag(isOutside), limit, db)
    }

    /// How many registered from a network.
    static func count(of network: String, _ db: borrowing Connection) throws(SQLiteError) -> Int {
        let count = try db.first("SELECT count(*) FROM devices WHERE network = ?1", .text(network)) {
            row throws(SQLiteError) in try row.integer(0)
        }
        return Int(count ?? 0)
    }

    private static func id(
        _ query: String,
        _ group: SQLiteValue,
        _ limit: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Int64? {
        try db.first(query, group, .integer(limit)) { row throws(SQLiteError) in try row.integer(0) }
    }

    /// A push address alone is no use, because anybody can make one up; one that its service took a notice for is.
    static let unused = """
        SELECT devices.id FROM devices JOIN persons ON persons.id = person
        WHERE outside = ?1 AND registered_at < ?2 AND used = 0 AND reached = 0 AND administrator = 0
        ORDER BY registered_at LIMIT 1
        """
    /// Whom no notice ever reached, but for those on the occasion of the registration.
    static let longestAbsent = """
        SELECT devices.id FROM devices JOIN persons ON persons.id = person
        WHERE outside = ?1 AND seen_at < ?2 AND reached <> 1 AND administrator = 0
        ORDER BY seen_at LIMIT 1
        """
    static let unusedOfNetwork = """
        SELECT devices.id FROM devices JOIN persons ON persons.id = person
        WHERE network = ?1 AND registered_at < ?2 AND used = 0 AND reached = 0 AND administrator = 0
        ORDER BY registered_at LIMIT 1
        """
    /// Walks the few of the network.
    static let longestAbsentOfNetwork = """
        SELECT devices.id FROM devices JOIN persons ON persons.id = person
        WHERE network = ?1 AND seen_at < ?2 AND reached <> 1 AND administrator = 0
        ORDER BY seen_at LIMIT 1
        """
}
