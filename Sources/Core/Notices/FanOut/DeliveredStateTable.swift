import WatchpostModel

/// What each phone knows to be down, for sure or perhaps: an answer that never came leaves open what the phone shows.
enum DeliveredStateTable {
    /// Whoever begins to watch a realm that is away saw so in the list, and wants to hear when it is back.
    ///
    /// What is no longer watched is forgotten; so is everything of a list that does not ask for news of status.
    static func changed(
        _ list: WatchList,
        from old: WatchList,
        of person: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let region = list.region
        let asks = list.kinds.contains(.status)
        try db.execute(
            """
            DELETE FROM told WHERE region = ?1 AND device IN (SELECT id FROM devices WHERE person = ?2)
                AND (?3 = 0 OR NOT EXISTS (SELECT 1 FROM watched_realms w
                    WHERE w.person = ?2 AND w.region = ?1 AND w.realm = told.realm))
            """,
            .text(region.rawValue),
            .integer(person),
            .flag(asks)
        )
        guard asks else { return }
        let known = old.kinds.contains(.status) ? old.realms : []
        for realm in Set(list.realms).subtracting(known).sorted() {
            try db.execute(
                """
                INSERT OR IGNORE INTO told (device, region, realm, at)
                SELECT d.id, ?1, ?3, 0 FROM devices d JOIN realms r ON r.region = ?1
                    AND r.flavour = substr(?3, 1, instr(?3, '/') - 1) AND r.slug = substr(?3, instr(?3, '/') + 1)
                WHERE d.person = ?2 AND \(RealmTable.isAway)
                """,
                .text(region.rawValue),
                .integer(person),
                .text(realm)
            )
        }
    }

    /// Remembers what an accepted notice said: down, or up again.
    static func accept(_ id: Int64, _ now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        guard let said = try Said(id, db) else { return }
        for realm in said.realms {
            if said.isDown {
                try put("INSERT OR REPLACE", realm, of: said, sure: true, now, db)
            } else {
                try db.execute(
                    "DELETE FROM told WHERE device = ?1 AND region = ?2 AND realm = ?3",
                    .integer(said.device),
                    .text(said.region.rawValue),
                    .text(realm)
                )
            }
        }
    }

    /// Remembers that what a notice said may have arrived, or not: both down and up are news from now on.
    static func doubt(_ id: Int64, _ now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        guard let said = try Said(id, db) else { return }
        for realm in said.realms {
            if said.isDown {
                try put("INSERT OR IGNORE", realm, of: said, sure: false, now, db)
            } else {
                try db.execute(
                    "UPDATE told SET sure = 0 WHERE device = ?1 AND region = ?2 AND realm = ?3",
                    .integer(said.device),
                    .text(said.region.rawValue),
                    .text(realm)
                )
            }
        }
    }

    private static func put(
        _ verb: String,
        _ realm: String,
        of said: Said,
        sure: Bool,
        _ now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            "\(verb) INTO told (device, region, realm, at, sure) VALUES (?1, ?2, ?3, ?4, ?5)",
            .integer(said.device),
            .text(said.region.rawValue),
            .text(realm),
            .integer(now.seconds),
            .flag(sure)
        )
    }

    /// What a notice of status said when it was leased.
    private struct Said {
        let device: Int64
        let region: Region
        let isDown: Bool
        let realms: [String]

        /// Nil for notices of other kinds, which nobody remembers.
        init?(_ id: Int64, _ db: borrowing Connection) throws(SQLiteError) {
            let row = try db.first(
                "SELECT device, subject, word, named FROM outbox WHERE id = ?1",
                .integer(id)
            ) { row throws(SQLiteError) in
                (try row.integer(0), try row.text(1), try row.text(2), try row.optionalText(3))
            }
            guard let (device, subject, word, named) = row, let named,
                let region = RealmSubject(subject)?.region
            else { return nil }
            self.device = device
            self.region = region
            isDown = word == NoticeChange.Word.down.rawValue
            realms = OutboxTable.realms(named: named)
        }
    }
}
