import WatchpostModel

/// Rows of devices.
enum DeviceTable {
    static func identity(
        _ install: String,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> DeviceIdentity? {
        let found: [DeviceIdentity] = try db.rows(
            """
            SELECT devices.id, secret, person, administrator, used, registered_at FROM devices
            JOIN persons ON persons.id = person WHERE install = ?1
            """,
            .text(install)
        ) { row throws(SQLiteError) in
            DeviceIdentity(
                id: try row.integer(0),
                install: install,
                secretHash: try row.blob(1),
                person: try row.integer(2),
                isAdministrator: try row.flag(3),
                isUsed: try row.flag(4),
                registeredAt: try row.instant(5)
            )
        }
        return found.first
    }

    static func record(_ id: Int64, _ db: borrowing Connection) throws(SQLiteError) -> DeviceRecord? {
        let found: [DeviceRecord] = try db.rows(
            """
            SELECT install, person, name, locale, zone, push_state, channel, push_reason, administrator,
                (SELECT count(*) FROM devices AS others WHERE others.person = devices.person),
                registered_at, seen_at, network, used
            FROM devices JOIN persons ON persons.id = person WHERE devices.id = ?1
            """,
            .integer(id)
        ) { row throws(SQLiteError) in
            DeviceRecord(
                id: id,
                install: try row.text(0),
                person: try row.integer(1),
                name: try row.text(2),
                locale: try row.text(3),
                zone: try row.text(4),
                push: PushState(
                    try row.integer(5),
                    channel: try row.optionalText(6),
                    reason: try row.optionalText(7)
                ),
                isAdministrator: try row.flag(8),
                linkedDevices: Int(try row.integer(9)),
                regions: [],
                registeredAt: try row.instant(10),
                seenAt: try row.instant(11),
                network: try row.optionalText(12),
                isUsed: try row.flag(13)
            )
        }
        guard var record = found.first else { return nil }
        record.regions = try WatchTable.watchedRegions(of: record.person, db)
        return record
    }

    static func count(_ db: borrowing Connection) throws(SQLiteError) -> Int {
        Int(
            try db.first("SELECT count(*) FROM devices") { row throws(SQLiteError) in try row.integer(0) }
                ?? 0
        )
    }

    static func hasAny(of person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        try db.first("SELECT 1 FROM devices WHERE person = ?1 LIMIT 1", .integer(person)) {
            row throws(SQLiteError) in try row.integer(0)
        } != nil
    }

    /// The devices of a person in the order of their registration.
    static func records(of person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> [DeviceRecord] {
        let ids = try db.rows("SELECT id FROM devices WHERE person = ?1 ORDER BY id", .integer(person)) {
            row throws(SQLiteError) in try row.integer(0)
        }
        var records: [DeviceRecord] = []
        for id in ids {
            if let record = try record(id, db) { records.append(record) }
        }
        return records
    }

    static func person(of id: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Int64? {
        try db.first("SELECT person FROM devices WHERE id = ?1", .integer(id)) {
            row throws(SQLiteError) in try row.integer(0)
        }
    }
}

extension PushState {
    /// From the columns `push_state`, `channel` and `push_reason`.
    init(_ state: Int64, channel: String?, reason: String?) {
        guard let channel, state != 0 else {
            self = .none
            return
        }
        self =
            state == 1 ? .active(channel: channel) : .disabled(channel: channel, reason: reason ?? "refused")
    }
}
