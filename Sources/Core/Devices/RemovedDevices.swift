package import WatchpostModel

/// Devices that an administrator removed: their phones learn why they are no longer known, and nobody else does.
enum RemovedTable {
    /// So many are remembered; the oldest make room.
    private static let most: Int64 = 1_000

    static func add(_ id: Int64, at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            INSERT OR REPLACE INTO removed_devices (install, secret, at)
            SELECT install, secret, ?2 FROM devices WHERE id = ?1
            """,
            .integer(id),
            .integer(now.seconds)
        )
        try db.execute(
            """
            DELETE FROM removed_devices WHERE at <= (SELECT at FROM removed_devices ORDER BY at DESC
                LIMIT 1 OFFSET ?1)
            """,
            .integer(most)
        )
    }

    /// The hash of the secret with which a removed device was known.
    static func secret(of install: String, _ db: borrowing Connection) throws(SQLiteError) -> [UInt8]? {
        try db.first("SELECT secret FROM removed_devices WHERE install = ?1", .text(install)) {
            row throws(SQLiteError) in try row.blob(0)
        }
    }
}

/// Devices that go: by their own wish, by an administrator's, or to make room.
extension DeviceStore {
    /// Removes a device, and its person with the last one unless something else hangs on it; false when there is none.
    ///
    /// Codes of the person end with it: who stole a phone may have made one to come back with.
    package func delete(_ id: Int64) async throws(SQLiteError) -> Bool {
        let (lifecycle, identities) = (persons.lifecycle, persons.identities)
        let changes = try await database.write("delete device") { db throws(SQLiteError) in
            try DeviceTable.remove(id, lifecycle, db)
        } then: { changes in
            changes.forEach(identities)
        }
        return !changes.isEmpty
    }

    /// Removes a device as an administrator does: its phone is told so when it comes.
    package func revoke(_ id: Int64, at now: UnixTime) async throws(SQLiteError) -> Bool {
        let (lifecycle, identities) = (persons.lifecycle, persons.identities)
        let changes = try await database.write("remove device") { db throws(SQLiteError) in
            try RemovedTable.add(id, at: now, db)
            return try DeviceTable.remove(id, lifecycle, db)
        } then: { changes in
            changes.forEach(identities)
        }
        return !changes.isEmpty
    }

    /// The hash of the secret of a device that was removed; nil: none of this id was.
    package func removedSecret(of install: String) async throws(SQLiteError) -> [UInt8]? {
        try await database.read("find removed device") { db throws(SQLiteError) in
            try RemovedTable.secret(of: install, db)
        }
    }
}

extension DeviceTable {
    /// Removes a device with its person's codes; whom that concerns, nobody when there is none.
    ///
    /// A person that stays without phones administers nothing: nobody is left who was paired.
    static func remove(
        _ id: Int64,
        _ lifecycle: PersonLifecycle,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [IdentityChange] {
        guard let person = try person(of: id, db) else { return [] }
        try db.execute("DELETE FROM devices WHERE id = ?1", .integer(id))
        try db.execute("DELETE FROM link_codes WHERE person = ?1", .integer(person))
        if try !hasAny(of: person, db) { try PersonTable.setAdministrator(false, person, db) }
        let hasEnded = try lifecycle.phoneRemoved(of: person, db)
        return hasEnded ? [.device(id), .person(person)] : [.device(id)]
    }
}
