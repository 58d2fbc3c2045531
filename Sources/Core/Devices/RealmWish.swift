package import WatchpostModel

/// What a person wants of one realm, beside watching it.
package struct RealmWish: Hashable, Sendable {
    /// `flavour/slug`.
    package var realm: String
    /// To hear once when it is up again; it need not be watched.
    package var tellOnce: Bool
    /// Notices about it may break through the phone's Focus.
    package var isUrgent: Bool
    /// Nothing about it before then; nil: it is not muted.
    package var mutedUntil: UnixTime?
}

/// A change of one of them: what is nil stays.
package struct RealmWishChange: Hashable, Sendable {
    package var region: Region
    /// `flavour/slug`, as it is stored.
    package var realm: String
    package var tellOnce: Bool?
    package var isUrgent: Bool?
    /// 0 ends a mute.
    package var muteMinutes: Int?

    /// A day: who wants more does not want to watch the realm.
    package static let longestMute = 1_440

    /// Checks the minutes.
    package init(
        region: Region,
        realm: String,
        tellOnce: Bool? = nil,
        isUrgent: Bool? = nil,
        muteMinutes: Int? = nil
    ) throws(DeviceRefusal) {
        if let muteMinutes, !(0...RealmWishChange.longestMute).contains(muteMinutes) {
            throw DeviceRefusal("muteMinutes: \(muteMinutes) is not in 0...\(RealmWishChange.longestMute)")
        }
        guard tellOnce != nil || isUrgent != nil || muteMinutes != nil else {
            throw DeviceRefusal("nothing to change: name tellOnce, urgent or muteMinutes")
        }
        self.region = region
        self.realm = realm
        self.tellOnce = tellOnce
        self.isUrgent = isUrgent
        self.muteMinutes = muteMinutes
    }
}

/// What became of a change.
package enum WishOutcome: Hashable, Sendable {
    /// All wishes of the region as they are now.
    case stored([RealmWish])
    /// There is nothing to wait for: the realm is up.
    case alreadyUp
    /// The region never had such a realm.
    case unknownRealm
    /// As many realms as this have wishes, which is the limit.
    case tooMany(Int)
}

extension DeviceStore {
    /// The person's wishes about realms of a region, by the realms' ids.
    package func wishes(_ region: Region, of person: Int64, at now: UnixTime) async throws(SQLiteError)
        -> [RealmWish]
    {
        try await database.read("read wishes") { db throws(SQLiteError) in
            try WishTable.list(region, of: person, at: now, db)
        }
    }

    /// Changes a wish; the same change again is none.
    ///
    /// `isTrusted`: as for watch lists.
    package func put(
        _ change: RealmWishChange,
        of person: Int64,
        isTrusted: Bool = false,
        at now: UnixTime
    ) async throws(SQLiteError) -> WishOutcome {
        let (quota, followers) = (quota, followers)
        return try await database.write("store a wish") { db throws(SQLiteError) in
            guard let isUp = try WishTable.isUp(change, db) else { return .unknownRealm }
            if change.tellOnce == true, isUp { return .alreadyUp }
            guard try PersonTable.exists(person, db) else { return .stored([]) }
            try WishTable.sweep(change.region, of: person, at: now, db)
            let known = try WishTable.list(change.region, of: person, at: now, db)
            let isNew = !known.contains { $0.realm == change.realm }
            let most = try quota.limit(of: WatchList.mostRealms, isTrusted: isTrusted, db)
            guard !isNew || known.count < most else { return .tooMany(most) }
            try WishTable.put(change, of: person, at: now, db)
            for follower in followers { try follower.changed(change, of: person, at: now, db) }
            try WishTable.sweep(change.region, of: person, at: now, db)
            return .stored(try WishTable.list(change.region, of: person, at: now, db))
        }
    }
}

/// Rows of wishes.
enum WishTable {
    static func list(_ region: Region, of person: Int64, at now: UnixTime, _ db: borrowing Connection)
        throws(SQLiteError) -> [RealmWish]
    {
        try db.rows(
            """
            SELECT realm, tell_once, urgent, muted_until FROM realm_wishes
            WHERE person = ?1 AND region = ?2 AND (tell_once OR urgent OR muted_until > ?3) ORDER BY realm
            """,
            .integer(person),
            .text(region.rawValue),
            .integer(now.seconds)
        ) { row throws(SQLiteError) in
            let end = try row.instant(3)
            return RealmWish(
                realm: try row.text(0),
                tellOnce: try row.flag(1),
                isUrgent: try row.flag(2),
                mutedUntil: end > now ? end : nil
            )
        }
    }

    /// Whether the realm of a change is up; nil: there is none.
    static func isUp(_ change: RealmWishChange, _ db: borrowing Connection) throws(SQLiteError) -> Bool? {
        try db.first(
            """
            SELECT \(RealmTable.isUp) FROM realms r WHERE r.region = ?1
                AND r.flavour = substr(?2, 1, instr(?2, '/') - 1) AND r.slug = substr(?2, instr(?2, '/') + 1)
            """,
            .text(change.region.rawValue),
            .text(change.realm)
        ) { row throws(SQLiteError) in try row.flag(0) }
    }

    static func put(
        _ change: RealmWishChange,
        of person: Int64,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let muted = change.muteMinutes.map { $0 == 0 ? 0 : now.seconds + Int64($0) * 60 }
        try db.execute(
            """
            INSERT INTO realm_wishes (region, realm, person, tell_once, urgent, muted_until)
            VALUES (?1, ?2, ?3, coalesce(?4, 0), coalesce(?5, 0), coalesce(?6, 0))
            ON CONFLICT DO UPDATE SET tell_once = coalesce(?4, tell_once), urgent = coalesce(?5, urgent),
                muted_until = coalesce(?6, muted_until)
            """,
            .text(change.region.rawValue),
            .text(change.realm),
            .integer(person),
            .integer(change.tellOnce.map { $0 ? 1 : 0 }),
            .integer(change.isUrgent.map { $0 ? 1 : 0 }),
            .integer(muted)
        )
    }

    /// Forgets what says nothing any more.
    static func sweep(_ region: Region, of person: Int64, at now: UnixTime, _ db: borrowing Connection)
        throws(SQLiteError)
    {
        try db.execute(
            """
            DELETE FROM realm_wishes
            WHERE person = ?1 AND region = ?2 AND NOT tell_once AND NOT urgent AND muted_until <= ?3
            """,
            .integer(person),
            .text(region.rawValue),
            .integer(now.seconds)
        )
    }

    /// Wishes of one person become another's, too: linking and leaving keep them.
    ///
    /// `most`: of a region; the first ones.
    static func copy(
        from: Int64,
        to: Int64,
        most: Int = WatchList.mostRealms,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            INSERT INTO realm_wishes (region, realm, person, tell_once, urgent, muted_until)
            SELECT region, realm, ?2, tell_once, urgent, muted_until FROM (
                SELECT *, row_number() OVER (PARTITION BY region ORDER BY realm) AS place
                FROM realm_wishes WHERE person = ?1
            ) WHERE place <= ?3
            ON CONFLICT DO UPDATE SET tell_once = max(tell_once, excluded.tell_once),
                urgent = max(urgent, excluded.urgent), muted_until = max(muted_until, excluded.muted_until)
            """,
            .integer(from),
            .integer(to),
            .integer(Int64(most))
        )
    }
}
