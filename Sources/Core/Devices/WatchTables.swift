import WatchpostModel

/// Rows of watch lists and of the realms on them.
enum WatchTable {
    static func regions(of person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> [Region] {
        let names = try db.rows("SELECT region FROM watch_lists WHERE person = ?1", .integer(person)) {
            row throws(SQLiteError) in try row.text(0)
        }
        return names.compactMap { Region(rawValue: $0) }.sorted()
    }

    /// Regions of which the person watches anything.
    static func watchedRegions(of person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> [Region] {
        let names = try db.rows(
            "SELECT DISTINCT region FROM watched_realms WHERE person = ?1",
            .integer(person)
        ) { row throws(SQLiteError) in try row.text(0) }
        return names.compactMap { Region(rawValue: $0) }.sorted()
    }

    /// nil: never stored.
    static func list(
        _ region: Region,
        of person: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> WatchList? {
        let found: [WatchList] = try db.rows(
            "SELECT version, kinds FROM watch_lists WHERE person = ?1 AND region = ?2",
            .integer(person),
            .text(region.rawValue)
        ) { row throws(SQLiteError) in
            WatchList(
                region: region,
                version: try row.integer(0),
                realms: [],
                kinds: WatchKinds(rawValue: try row.integer(1))
            )
        }
        guard var list = found.first else { return nil }
        list.realms = try db.rows(
            "SELECT realm FROM watched_realms WHERE person = ?1 AND region = ?2",
            .integer(person),
            .text(region.rawValue)
        ) { row throws(SQLiteError) in try row.text(0) }
        .sorted()
        return list
    }

    /// Replaces the list; only the realms that differ are written.
    static func put(
        _ list: WatchList,
        replacing old: [String],
        of person: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            "INSERT OR REPLACE INTO watch_lists (person, region, version, kinds) VALUES (?1, ?2, ?3, ?4)",
            .integer(person),
            .text(list.region.rawValue),
            .integer(list.version),
            .integer(list.kinds.rawValue)
        )
        let wanted = Set(list.realms)
        let known = Set(old)
        for realm in old where !wanted.contains(realm) {
            try db.execute(
                "DELETE FROM watched_realms WHERE region = ?1 AND realm = ?2 AND person = ?3",
                .text(list.region.rawValue),
                .text(realm),
                .integer(person)
            )
        }
        for realm in list.realms where !known.contains(realm) {
            try db.execute(
                "INSERT INTO watched_realms (region, realm, person) VALUES (?1, ?2, ?3)",
                .text(list.region.rawValue),
                .text(realm),
                .integer(person)
            )
        }
    }

    /// What one person was told to match no realm is not told to the other one, who has the same entries.
    static func copyTold(from person: Int64, to other: Int64, _ db: borrowing Connection) throws(SQLiteError)
    {
        try db.execute(
            """
            UPDATE watched_realms SET told = 1 WHERE person = ?2 AND told = 0 AND (region, realm) IN
                (SELECT region, realm FROM watched_realms WHERE person = ?1 AND told = 1)
            """,
            .integer(person),
            .integer(other)
        )
    }

    /// The lists of one person become another's, who has none; `most`: realms of each list, the first ones.
    static func copy(
        from person: Int64,
        to own: Int64,
        most: Int,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
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
            INSERT INTO watched_realms (region, realm, person, told)
            SELECT region, realm, ?2, told FROM (
                SELECT region, realm, told, row_number() OVER (PARTITION BY region ORDER BY realm) AS place
                FROM watched_realms WHERE person = ?1
            ) WHERE place <= ?3
            """,
            .integer(person),
            .integer(own),
            .integer(Int64(most))
        )
    }
}

/// Rows of map alerts and the columns of a device that belong to them.
enum AlertTable {
    static func list(_ device: Int64, _ db: borrowing Connection) throws(SQLiteError) -> AlertList? {
        let found: [AlertList] = try db.rows(
            "SELECT alerts_version, quiet_from, quiet_to FROM devices WHERE id = ?1",
            .integer(device)
        ) { row throws(SQLiteError) in
            let quiet = MinuteSpan(from: try row.optionalInteger(1), to: try row.optionalInteger(2))
            return AlertList(version: try row.integer(0), quiet: quiet, maps: [])
        }
        guard var list = found.first else { return nil }
        list.maps = try db.rows(
            """
            SELECT mode, map, minutes, once, days, from_minute, to_minute FROM map_alerts
            WHERE device = ?1 ORDER BY position
            """,
            .integer(device)
        ) { row throws(SQLiteError) in
            MapAlert(
                stored: try row.text(0),
                map: try row.optionalText(1),
                minutes: Int(try row.integer(2)),
                once: try row.flag(3),
                days: WeekdaySet(rawValue: try row.integer(4)),
                hours: MinuteSpan(from: try row.optionalInteger(5), to: try row.optionalInteger(6))
            )
        }
        return list
    }

    /// Only the alerts of devices that can be reached are looked for: to be called whenever that changes.
    static func followReach(of device: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            UPDATE map_alerts SET told = 1 - told WHERE device = ?1
                AND told <> (SELECT push_state = 1 FROM devices WHERE id = ?1)
            """,
            .integer(device)
        )
    }

    /// A device that never stored any begins with the alerts and quiet hours of another.
    static func begin(_ device: Int64, like other: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        guard let own = try list(device, db), own.version == 0, var list = try list(other, db),
            list.version > 0
        else { return }
        list.version = 1
        try put(list, of: device, db)
    }

    /// A row of `map_alerts`; ?10: whether its phone can be reached.
    ///
    /// It asks nothing of other tables: there are up to 64 of them, and what is the same for all is asked once.
    static let insertion = """
        INSERT INTO map_alerts (device, position, mode, map, minutes, once, days, from_minute, to_minute, told)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        """

    /// Replaces the alerts of a device that is there.
    static func put(
        _ list: AlertList,
        of device: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            "UPDATE devices SET alerts_version = ?2, quiet_from = ?3, quiet_to = ?4 WHERE id = ?1",
            .integer(device),
            .integer(list.version),
            .integer(list.quiet.map { Int64($0.from) }),
            .integer(list.quiet.map { Int64($0.to) })
        )
        try db.execute("DELETE FROM map_alerts WHERE device = ?1", .integer(device))
        let isTold =
            try db.first("SELECT push_state = 1 FROM devices WHERE id = ?1", .integer(device)) {
                row throws(SQLiteError) in try row.flag(0)
            } ?? false
        for (position, alert) in list.maps.enumerated() {
            try db.execute(
                insertion,
                .integer(device),
                .integer(Int64(position)),
                .text(alert.mode),
                .text(alert.map),
                .integer(Int64(alert.minutes)),
                .flag(alert.once),
                .integer(alert.days.rawValue),
                .integer(alert.hours.map { Int64($0.from) }),
                .integer(alert.hours.map { Int64($0.to) }),
                .flag(isTold)
            )
        }
    }
}

extension MinuteSpan {
    /// From two columns that are both null or neither.
    fileprivate init?(from: Int64?, to: Int64?) {
        guard let from, let to else { return nil }
        self.init(from: Int(clamping: from), to: Int(clamping: to))
    }
}
