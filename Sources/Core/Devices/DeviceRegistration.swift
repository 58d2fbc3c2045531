package import WatchpostModel

/// An installation on its way into the store.
package struct DeviceRegistration: Sendable {
    package var install: String
    package var secretHash: [UInt8]
    package var profile: DeviceProfile
    package var address: AddressChange
    /// From somebody at home, for whom there is always a place.
    package var isLocal: Bool
    /// From which network outside it comes, for example `2001:db8:1::/48`; nil: from home, or not known.
    package var network: String?
    package var at: UnixTime

    package init(
        install: String,
        secretHash: [UInt8],
        profile: DeviceProfile,
        address: AddressChange,
        isLocal: Bool = false,
        network: String? = nil,
        at: UnixTime
    ) {
        self.install = install
        self.secretHash = secretHash
        self.profile = profile
        self.address = address
        self.isLocal = isLocal
        self.network = isLocal ? nil : network
        self.at = at
    }
}

extension DeviceRegistration {
    /// How old `seen_at` may grow before it is written again, in seconds: a day spares the card.
    private static let seenStep: Int64 = 86_400

    /// A new person with a new device.
    func insert(_ db: borrowing Connection) throws(SQLiteError) -> DeviceRecord {
        let person = try PersonTable.begin(at: at, db)
        try db.execute(
            """
            INSERT INTO devices
                (install, secret, person, name, locale, zone, registered_at, seen_at, outside, network)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8, ?9)
            """,
            .text(install),
            .blob(secretHash),
            .integer(person),
            .text(profile.name ?? ""),
            .text(profile.locale),
            .text(profile.zone),
            .integer(at.seconds),
            .flag(!isLocal),
            .text(network)
        )
        return try finish(db.lastInsertedRow, db)
    }

    /// Writes what differs: an app repeats its registration at each start, mostly unchanged.
    ///
    /// Who does so at home belongs there from then on, wherever the first one came from.
    func renew(_ id: Int64, _ db: borrowing Connection) throws(SQLiteError) -> DeviceRecord {
        try db.execute(
            """
            UPDATE devices SET name = coalesce(?2, name), locale = ?3, zone = ?4,
                seen_at = iif(seen_at < ?6, ?5, seen_at),
                used = used OR registered_at <= ?8, outside = outside AND NOT ?7, network = iif(?7, NULL, network)
            WHERE id = ?1 AND (name <> coalesce(?2, name) OR locale <> ?3 OR zone <> ?4 OR seen_at < ?6
                OR (used = 0 AND registered_at <= ?8) OR (?7 AND outside))
            """,
            .integer(id),
            .text(profile.name),
            .text(profile.locale),
            .text(profile.zone),
            .integer(at.seconds),
            .integer(at.seconds - DeviceRegistration.seenStep),
            .flag(isLocal),
            .integer(at.seconds - DevicePlaces.occasion)
        )
        return try finish(id, db)
    }

    private func finish(_ id: Int64, _ db: borrowing Connection) throws(SQLiteError) -> DeviceRecord {
        switch address {
        case .keep: break
        case .remove: try AddressColumns.clear(id, db)
        case .set(let address): try AddressColumns.set(address, of: id, db)
        }
        guard let record = try DeviceTable.record(id, db) else {
            throw SQLiteError(
                code: .error,
                message: "device \(id) vanished while it was stored",
                path: "state.db"
            )
        }
        return record
    }
}

/// The columns of a device that say how notices reach it.
enum AddressColumns {
    /// Forgets the address of a device.
    static func clear(_ id: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            UPDATE devices SET channel = NULL, address = NULL, address_key = NULL, address_at_ms = NULL,
                push_state = 0, push_reason = NULL, service = NULL, reached = 0
            WHERE id = ?1 AND channel IS NOT NULL
            """,
            .integer(id)
        )
        try AlertTable.followReach(of: id, db)
    }

    /// The devices that have an address; more than one while it moves.
    private static func holders(of key: [UInt8], _ db: borrowing Connection) throws(SQLiteError) -> [Int64] {
        try db.rows("SELECT id FROM devices WHERE address_key = ?1", .blob(key)) {
            row throws(SQLiteError) in try row.integer(0)
        }
    }

    /// The push service no longer takes anything for an address, unless it was named again meanwhile.
    static func disable(
        _ key: [UInt8],
        _ registeredAtMilliseconds: Int64,
        reason: String,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            UPDATE devices SET push_state = 2, push_reason = ?2, reached = 0
            WHERE address_key = ?1 AND address_at_ms = ?3 AND push_state = 1
            """,
            .blob(key),
            .text(reason),
            .integer(registeredAtMilliseconds)
        )
        for device in try holders(of: key, db) { try AlertTable.followReach(of: device, db) }
    }

    /// The push service took a notice for an address, unless it was named again meanwhile: there is a phone behind it.
    ///
    /// Like a request, that counts for good on another occasion only; before it spares a phone that waits for notices alone.
    static func confirm(
        _ key: [UInt8],
        _ registeredAtMilliseconds: Int64,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            UPDATE devices SET reached = iif(registered_at <= ?3, 1, 2)
            WHERE address_key = ?1 AND address_at_ms = ?2 AND push_state = 1
                AND (reached = 0 OR reached = 2 AND registered_at <= ?3)
            """,
            .blob(key),
            .integer(registeredAtMilliseconds),
            .integer(now.seconds - DevicePlaces.occasion)
        )
    }

    /// The address becomes this device's alone; its time is always written, because a push service's “gone” of before
    /// must not take it away.
    static func set(
        _ address: DeviceAddress,
        of id: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let before = try holders(of: address.key, db)
        try db.execute(
            """
            UPDATE devices SET channel = NULL, address = NULL, address_key = NULL, address_at_ms = NULL,
                push_state = 0, push_reason = NULL, service = NULL, reached = 0
            WHERE address_key = ?1 AND id <> ?2
            """,
            .blob(address.key),
            .integer(id)
        )
        try db.execute(
            """
            UPDATE devices SET reached = iif(address_key IS ?4, reached, 0), channel = ?2, address = ?3, address_key = ?4,
                address_at_ms = ?5, push_state = 1, push_reason = NULL, service = ?6
            WHERE id = ?1
            """,
            .integer(id),
            .text(address.channel),
            .text(address.text),
            .blob(address.key),
            .integer(address.registeredAtMilliseconds),
            .text(address.service)
        )
        for device in before + [id] { try AlertTable.followReach(of: device, db) }
    }
}
