import WatchpostModel

/// What is true of realms now, as announced.
enum NoticeRealmTable {
    /// Everything that the phone watches in the region of a notice: also one about a single realm says how the others
    /// are, whose notice it replaces.
    static func realms(of row: DueNotice, person: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> [NoticeRealm]
    {
        guard let region = row.subject.region else { return [] }
        var realms = try bare(row, region, person: person, db)
        guard !realms.isEmpty else { return [] }
        for wish in try WishTable.list(region, of: person, at: row.at, db) {
            guard let index = realms.firstIndex(where: { $0.id == wish.realm }) else { continue }
            realms[index].isUrgent = wish.isUrgent
            // To be told once when it is up again is more than a mute forbids.
            let isWished = wish.tellOnce && row.word == NoticeChange.Word.up.rawValue
            realms[index].mutedUntil = isWished ? nil : wish.mutedUntil
        }
        if case .realm(_, let id) = row.subject, row.word == NoticeChange.Word.up.rawValue,
            let index = realms.firstIndex(where: { $0.id == id })
        {
            realms[index].outage = try RealmDowns.length(region, id, db)
        }
        return realms
    }

    private static func bare(
        _ row: DueNotice,
        _ region: Region,
        person: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [NoticeRealm] {
        if case .realm(_, let id) = row.subject, row.aspect == .once {
            // Whoever asks to be told once need not watch it.
            return try db.rows(
                OutboxSQL.anyRealm,
                .integer(row.device),
                .text(region.rawValue),
                .text(id),
                read: realm
            )
        }
        return try db.rows(
            OutboxSQL.watchedRealms,
            .integer(row.device),
            .integer(person),
            .text(region.rawValue),
            read: realm
        )
    }

    private static func realm(_ row: borrowing Row) throws(SQLiteError) -> NoticeRealm {
        NoticeRealm(
            id: try row.text(0),
            name: try row.text(1),
            state: RealmState(rawValue: try row.text(2)) ?? .unknown,
            since: try row.time(3),
            hasQueue: try row.flag(4),
            isLocked: try row.flag(5),
            population: try row.text(6),
            told: NoticeRealm.Told(rawValue: try row.integer(7)) ?? .nothing
        )
    }
}
