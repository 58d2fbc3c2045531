import WatchpostModel

extension WishTable {
    /// A phone was told that realms are up: what its person wished to be told once of them is fulfilled.
    static func fulfilled(_ notice: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        let rows = try db.rows(
            """
            SELECT d.person, o.subject, o.aspect, o.named FROM outbox o JOIN devices d ON d.id = o.device
            WHERE o.id = ?1 AND o.word = 'up' AND o.aspect IN ('once', 'status')
            """,
            .integer(notice)
        ) { row throws(SQLiteError) in
            (try row.integer(0), try row.text(1), try row.text(2), try row.optionalText(3))
        }
        guard let (person, text, aspect, named) = rows.first, let subject = RealmSubject(text) else { return }
        var realms = named.map(OutboxTable.realms) ?? []
        if aspect == NoticeAspect.once.word, case .realm(_, let realm) = subject { realms = [realm] }
        for realm in realms {
            try db.execute(
                """
                UPDATE realm_wishes SET tell_once = 0
                WHERE region = ?1 AND realm = ?2 AND person = ?3 AND tell_once
                """,
                .text(subject.region.rawValue),
                .text(realm),
                .integer(person)
            )
        }
    }
}
