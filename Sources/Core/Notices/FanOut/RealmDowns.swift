import WatchpostModel

/// When realms were last away, so that the notice of their return can say for how long.
enum RealmDowns {
    /// Remembers a change in the transaction that stores it; the realm's row has its new state already.
    static func note(_ change: NoticeChange, _ db: borrowing Connection) throws(SQLiteError) {
        let place = "region = ?1 AND flavour = substr(?2, 1, instr(?2, '/') - 1)"
        switch change.word {
        case .down, .maintenance:
            // One that goes from the one to the other has been away since the first.
            try db.execute(
                """
                INSERT INTO realm_downs (region, realm, began)
                SELECT ?1, ?2, since FROM realms WHERE \(place) AND slug = substr(?2, instr(?2, '/') + 1)
                ON CONFLICT DO UPDATE SET began = excluded.began, ended = NULL WHERE ended IS NOT NULL
                """,
                .text(change.region.rawValue),
                .text(change.realm)
            )
        case .up:
            try db.execute(
                """
                UPDATE realm_downs SET ended = coalesce((SELECT since FROM realms
                    WHERE \(place) AND slug = substr(?2, instr(?2, '/') + 1)), ?3)
                WHERE region = ?1 AND realm = ?2 AND ended IS NULL AND EXISTS (SELECT 1 FROM realms r
                    WHERE \(place) AND slug = substr(?2, instr(?2, '/') + 1) AND \(RealmTable.isUp))
                """,
                .text(change.region.rawValue),
                .text(change.realm),
                .integer(change.at.seconds)
            )
        case .queueStarted, .queueEnded, .locked, .unlocked, .population: break
        }
    }

    /// How long a realm that is back was away, in seconds; nil when nobody saw both ends.
    static func length(_ region: Region, _ realm: String, _ db: borrowing Connection) throws(SQLiteError)
        -> Int64?
    {
        let length = try db.first(
            "SELECT ended - began FROM realm_downs WHERE region = ?1 AND realm = ?2",
            .text(region.rawValue),
            .text(realm)
        ) { row throws(SQLiteError) in try row.optionalInteger(0) }
        return (length ?? nil).flatMap { $0 > 0 ? $0 : nil }
    }
}
