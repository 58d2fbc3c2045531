package import WatchpostModel

/// Devices of one person: who they are, and how one goes its own way.
extension DeviceStore {
    /// The devices that share a person's lists, in the order of their registration.
    package func linked(to person: Int64) async throws(SQLiteError) -> [DeviceRecord] {
        try await database.read("list linked devices") { db throws(SQLiteError) in
            let ids = try db.rows(
                "SELECT id FROM devices WHERE person = ?1 ORDER BY id",
                .integer(person)
            ) { row throws(SQLiteError) in try row.integer(0) }
            var records: [DeviceRecord] = []
            for id in ids {
                if let record = try DeviceTable.record(id, db) { records.append(record) }
            }
            return records
        }
    }

    /// A device of the person goes its own way, with a copy of lists and wishes; false when it is none of theirs.
    ///
    /// It administers nothing afterwards. Codes of the person end: who leaves may have made one. The only device of a person
    /// has nobody to leave. Where the appliance's room is used up, the copy begins with a share of each list only, unless
    /// `isTrusted`: leaving must always be possible, and must not be a way to fill the card.
    package func leave(
        _ install: String,
        person: Int64,
        isTrusted: Bool = false,
        at now: UnixTime
    ) async throws(SQLiteError) -> Bool {
        let room = room
        return try await database.write("unlink device") { db throws(SQLiteError) in
            guard let device = try DeviceTable.identity(install, db), device.person == person else {
                return false
            }
            guard try DeviceTable.record(device.id, db).map({ $0.linkedDevices > 1 }) ?? false else {
                return true
            }
            try db.execute("INSERT INTO persons (created_at) VALUES (?1)", .integer(now.seconds))
            let own = db.lastInsertedRow
            let most = try room.limit(of: WatchList.mostRealms, isTrusted: isTrusted, db)
            try db.execute(
                """
                INSERT INTO watch_lists (person, region, version, kinds)
                SELECT ?2, region, version, kinds FROM watch_lists WHERE person = ?1
                """,
                .integer(person),
                .integer(own)
            )
            try db.execute(
                """
                INSERT INTO watched_realms (region, realm, person)
                SELECT region, realm, ?2 FROM (
                    SELECT region, realm, row_number() OVER (PARTITION BY region ORDER BY realm) AS place
                    FROM watched_realms WHERE person = ?1
                ) WHERE place <= ?3
                """,
                .integer(person),
                .integer(own),
                .integer(Int64(most))
            )
            try WishTable.copy(from: person, to: own, most: most, db)
            try db.execute(
                "UPDATE devices SET person = ?2 WHERE id = ?1",
                .integer(device.id),
                .integer(own)
            )
            try db.execute("DELETE FROM link_codes WHERE person = ?1", .integer(person))
            return true
        }
    }
}

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

extension DeviceStore {
    /// Removes a device as an administrator does: its phone is told so when it comes.
    package func revoke(_ id: Int64, at now: UnixTime) async throws(SQLiteError) -> Bool {
        try await database.write("remove device") { db throws(SQLiteError) in
            try RemovedTable.add(id, at: now, db)
            return try DeviceTable.remove(id, db)
        }
    }

    /// The hash of the secret of a device that was removed; nil: none of this id was.
    package func removedSecret(of install: String) async throws(SQLiteError) -> [UInt8]? {
        try await database.read("find removed device") { db throws(SQLiteError) in
            try RemovedTable.secret(of: install, db)
        }
    }
}
