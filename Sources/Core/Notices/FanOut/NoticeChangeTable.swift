import WatchpostModel

/// Changes that wait for their fan-out, written in the transaction that stores the event itself: a notice is neither
/// lost nor invented by a crash between the two (transactional outbox).
enum NoticeChangeTable {
    /// Stores what anybody watches; a box whose realms nobody watches writes nothing.
    static func put(_ changes: [NoticeChange], _ db: borrowing Connection) throws(SQLiteError) {
        for change in changes {
            let region = SQLiteValue.text(change.region.rawValue)
            try RealmDowns.note(change, db)
            if change.word == .maintenance {
                try db.execute(
                    """
                    INSERT OR IGNORE INTO notice_maintenance (region, realm) SELECT ?1, ?2
                    WHERE EXISTS (SELECT 1 FROM watched_realms WHERE region = ?1 AND realm = ?2)
                    """,
                    region,
                    .text(change.realm)
                )
            } else {
                try db.execute(
                    """
                    INSERT INTO notice_changes (region, realm, word, at) SELECT ?1, ?2, ?3, ?4
                    WHERE EXISTS (SELECT 1 FROM watched_realms WHERE region = ?1 AND realm = ?2)
                        OR ?3 = 'up' AND EXISTS (SELECT 1 FROM realm_wishes
                            WHERE region = ?1 AND realm = ?2 AND tell_once)
                    """,
                    region,
                    .text(change.realm),
                    .text(change.word.rawValue),
                    .integer(change.at.seconds)
                )
            }
        }
    }

    /// How many changes wait, by region.
    static func waiting(_ db: borrowing Connection) throws(SQLiteError) -> [Region: Int] {
        let rows = try db.rows("SELECT region, count(*) FROM notice_changes GROUP BY region") {
            row throws(SQLiteError) in (try row.text(0), Int(try row.integer(1)))
        }
        return rows.reduce(into: [:]) { found, row in
            if let region = Region(rawValue: row.0) { found[region] = row.1 }
        }
    }
}

/// Stores what announced events mean for phones, with the events.
struct NoticeChanges: AnnouncementParticipant {
    func announced(_ events: [EventBody], _ db: borrowing Connection) throws(SQLiteError) {
        for event in events { try NoticeChangeTable.put(NoticeChange.changes(of: event), db) }
    }
}
