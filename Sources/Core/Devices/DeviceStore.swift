package import WatchpostModel

/// Persons, their devices and what they want to be told, in `state.db`.
///
/// Ten thousand devices do not live in memory: every call is one short transaction of indexed statements. What a call
/// returned is durable.
package struct DeviceStore: Sendable {
    let database: Database
    /// Further registrations are refused.
    let places: DevicePlaces
    /// What the lists of strangers may take.
    let quota: StorageQuota
    /// Who is told what persons want to be told from now on.
    let followers: [any WatchFollower]
    /// The persons whose devices they are.
    package let persons: PersonStore
    private let alarm = Locked(PlaceAlarm())
    private let shortage: @Sendable (PlaceShortage) -> Void

    /// The database must have been opened with these `tables`.
    ///
    /// `participants`: the features that keep something of persons, beside lists, wishes and alerts, which are asked before
    /// them, and phones, which are asked after them. `identities` is told right after each commit that changes who callers
    /// are, before anybody is told of it. `shortage` hears once when places for phones from outside run short, and once
    /// when none is left.
    package init(
        database: Database,
        mostDevices: Int = 10_000,
        quota: StorageQuota = StorageQuota(),
        participants: [any PersonParticipant],
        keepingPersonLog kept: Int = PersonLog.usualLength,
        identities: @escaping @Sendable (IdentityChange) -> Void = { _ in },
        shortage: @escaping @Sendable (PlaceShortage) -> Void = { _ in }
    ) {
        self.database = database
        self.shortage = shortage
        places = DevicePlaces(most: mostDevices)
        self.quota = quota
        followers = participants.compactMap { $0 as? any WatchFollower }
        let lists: [any PersonParticipant] = [
            WatchingParticipant(quota: quota, followers: followers), AlertsParticipant(),
        ]
        let lifecycle = PersonLifecycle(
            participants: lists + participants + [PhonesParticipant()],
            log: PersonLog(kept: kept)
        )
        persons = PersonStore(database: database, lifecycle: lifecycle, identities: identities)
    }

    /// Who an installation is; nil when it never registered.
    package func identity(of install: String) async throws(SQLiteError) -> DeviceIdentity? {
        try await database.read("find device") { db throws(SQLiteError) in
            try DeviceTable.identity(install, db)
        }
    }

    /// nil when the row is gone.
    package func device(_ id: Int64) async throws(SQLiteError) -> DeviceRecord? {
        try await database.read("read device") { db throws(SQLiteError) in try DeviceTable.record(id, db) }
    }

    /// Registers an installation, or renews what it says; one whose secret differs is refused.
    ///
    /// `isSameSecret` compares hashes in constant time.
    package func put(
        _ registration: DeviceRegistration,
        isSameSecret: @escaping @Sendable ([UInt8], [UInt8]) -> Bool
    ) async throws(SQLiteError) -> RegistrationOutcome {
        let (places, lifecycle, identities) = (places, persons.lifecycle, persons.identities)
        let (alarm, shortage) = (alarm, shortage)
        let stored = try await database.write("register device") { db throws(SQLiteError) in
            guard let known = try DeviceTable.identity(registration.install, db) else {
                return try registration.begin(among: places, lifecycle, db)
            }
            guard isSameSecret(known.secretHash, registration.secretHash) else {
                return StoredRegistration(outcome: .refused)
            }
            return StoredRegistration(outcome: .renewed(try registration.renew(known.id, db)))
        } then: { stored in
            stored.evicted.forEach(identities)
            guard let taken = stored.taken else { return }
            if let told = alarm.withLock({ $0.handle(taken: taken, of: places.outside) }) { shortage(told) }
        }
        return stored.outcome
    }

    /// A device came back after it had registered: it no longer is the first that makes room.
    ///
    /// Nothing is noted before `DevicePlaces.occasion` is over.
    package func noteUse(of id: Int64, at now: UnixTime) async throws(SQLiteError) {
        try await database.write("note first use") { db throws(SQLiteError) in
            try db.execute(
                "UPDATE devices SET used = 1 WHERE id = ?1 AND used = 0 AND registered_at <= ?2",
                .integer(id),
                .integer(now.seconds - DevicePlaces.occasion)
            )
        }
    }

    /// Devices after a row, in the order of their registration, and how many there are.
    package func devices(after id: Int64, most: Int) async throws(SQLiteError) -> DevicePage {
        try await database.read("list devices") { db throws(SQLiteError) in
            let ids = try db.rows(
                "SELECT id FROM devices WHERE id > ?1 ORDER BY id LIMIT ?2",
                .integer(id),
                .integer(Int64(most))
            ) { row throws(SQLiteError) in try row.integer(0) }
            var page = DevicePage(total: try DeviceTable.count(db), devices: [])
            for id in ids {
                if let record = try DeviceTable.record(id, db) { page.devices.append(record) }
            }
            return page
        }
    }
}

/// Some of the devices.
package struct DevicePage: Hashable, Sendable {
    package var total: Int
    package var devices: [DeviceRecord]
}

/// What a `put` came to.
package enum RegistrationOutcome: Hashable, Sendable {
    case registered(DeviceRecord)
    case renewed(DeviceRecord)
    /// The installation is another one's.
    case refused
    /// As many devices as this are registered, which is the limit.
    case full(Int)
    /// As many devices as this are registered from its network outside, which is the limit of one.
    case networkFull(Int)
}

/// What the transaction of a registration came to.
struct StoredRegistration: Sendable {
    var outcome: RegistrationOutcome
    /// Whom it concerns that others were evicted for it.
    var evicted: [IdentityChange] = []
    /// How many places are taken now; nil: nobody asked for one.
    var taken: Int?
}
