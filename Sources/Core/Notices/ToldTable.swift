import WatchpostModel

/// What each phone knows to be down.
enum ToldTable {
    /// Whoever begins to watch a realm that is away saw so in the list, and wants to hear when it is back.
    ///
    /// What is no longer watched is forgotten.
    static func watched(
        _ region: Region,
        by person: Int64,
        added: [String],
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            DELETE FROM told WHERE region = ?1 AND device IN (SELECT id FROM devices WHERE person = ?2)
                AND NOT EXISTS (SELECT 1 FROM watched_realms w
                    WHERE w.person = ?2 AND w.region = ?1 AND w.realm = told.realm)
            """,
            .text(region.rawValue),
            .integer(person)
        )
        for realm in added {
            try db.execute(
                """
                INSERT OR IGNORE INTO told (device, region, realm, at)
                SELECT d.id, ?1, ?3, 0 FROM devices d JOIN realms r ON r.region = ?1
                    AND r.flavour = substr(?3, 1, instr(?3, '/') - 1) AND r.slug = substr(?3, instr(?3, '/') + 1)
                WHERE d.person = ?2 AND \(FanOutSQL.isAway)
                """,
                .text(region.rawValue),
                .integer(person),
                .text(realm)
            )
        }
    }

    /// Remembers what an accepted notice said: down, or up again.
    static func accept(_ id: Int64, _ now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        let row = try db.first("SELECT device, subject, word, named FROM outbox WHERE id = ?1", .integer(id))
        {
            row throws(SQLiteError) in
            (try row.integer(0), try row.text(1), try row.text(2), try row.optionalText(3))
        }
        guard let (device, subject, word, named) = row, let named,
            let region = NoticeSubject(subject)?.region
        else { return }
        for realm in named.split(separator: "\n") {
            let key: [SQLiteValue] = [.integer(device), .text(region.rawValue), .text(String(realm))]
            if word == NoticeChange.Word.down.rawValue {
                try db.execute(
                    "INSERT OR REPLACE INTO told (device, region, realm, at) VALUES (?1, ?2, ?3, ?4)",
                    key[0],
                    key[1],
                    key[2],
                    .integer(now.seconds)
                )
            } else {
                try db.execute(
                    "DELETE FROM told WHERE device = ?1 AND region = ?2 AND realm = ?3",
                    key[0],
                    key[1],
                    key[2]
                )
            }
        }
    }
}

extension NoticeSubject {
    var region: Region? {
        switch self {
        case .realm(let region, _), .group(let region): region
        case .map: nil
        }
    }
}
