/// Persons, their devices and what they want to be told, in `state.db`.
///
/// Ten thousand devices do not live in memory: every call is one short transaction of indexed statements. What a call
/// returned is durable.
package struct DeviceStore: Sendable {
    let database: Database
    /// Further registrations are refused.
    let mostDevices: Int
    /// What the lists of strangers may take.
    let room: StateRoom

    /// The database must have been opened with `StateDatabase.migrations`.
    package init(database: Database, mostDevices: Int = 10_000, room: StateRoom = StateRoom()) {
        self.database = database
        self.mostDevices = mostDevices
        self.room = room
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
        let most = mostDevices
        return try await database.write("register device") { db throws(SQLiteError) in
            guard let known = try DeviceTable.identity(registration.install, db) else {
                guard try registration.findsPlace(among: most, db) else { return .full(most) }
                return .registered(try registration.insert(db))
            }
            guard isSameSecret(known.secretHash, registration.secretHash) else { return .refused }
            return .renewed(try registration.renew(known.id, db))
        }
    }

    /// Removes a device, and its person with the last one; false when there is none.
    ///
    /// Codes of the person end with it: who stole a phone may have made one to come back with.
    package func delete(_ id: Int64) async throws(SQLiteError) -> Bool {
        try await database.write("delete device") { db throws(SQLiteError) in
            try DeviceTable.remove(id, db)
        }
    }

    /// Makes a person administrator, or takes that back.
    package func setAdministrator(_ isAdministrator: Bool, person: Int64) async throws(SQLiteError) {
        try await database.write("set administrator") { db throws(SQLiteError) in
            try db.execute(
                "UPDATE persons SET administrator = ?2 WHERE id = ?1",
                .integer(person),
                .flag(isAdministrator)
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
}
