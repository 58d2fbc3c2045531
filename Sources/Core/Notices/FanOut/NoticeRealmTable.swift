import WatchpostModel

/// What is true of realms now, as announced.
enum NoticeRealmTable {
    /// Everything that the phone watches in the region of a notice: also one about a single realm says how the others
    /// are, whose notice it replaces.
    static func realms(of notice: RealmNotice, person: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> [NoticeRealm]
    {
        let region = notice.subject.region
        var realms = try bare(notice, region, person: person, db)
        guard !realms.isEmpty else { return [] }
        for wish in try WishTable.list(region, of: person, at: notice.row.at, db) {
            guard let index = realms.firstIndex(where: { $0.id == wish.realm }) else { continue }
            realms[index].isUrgent = wish.isUrgent
            // To be told once when it is up again is more than a mute forbids.
            let isWished = wish.tellOnce && notice.word == .up
            realms[index].mutedUntil = isWished ? nil : wish.mutedUntil
        }
        if case .realm(_, let id) = notice.subject, notice.word == .up,
            let index = realms.firstIndex(where: { $0.id == id })
        {
            realms[index].outage = try RealmDowns.length(region, id, db)
        }
        return realms
    }

    /// What a realm, `flavour/slug`, is called; nil: there is none.
    static func name(of id: String, in region: Region, _ db: borrowing Connection) throws(SQLiteError)
        -> String?
    {
        try db.first(
            """
            SELECT name FROM realms WHERE region = ?1 AND flavour = substr(?2, 1, instr(?2, '/') - 1)
                AND slug = substr(?2, instr(?2, '/') + 1)
            """,
            .text(region.rawValue),
            .text(id)
        ) { row throws(SQLiteError) in try row.text(0) }
    }

    private static func bare(
        _ notice: RealmNotice,
        _ region: Region,
        person: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [NoticeRealm] {
        if case .realm(_, let id) = notice.subject, notice.aspect == .once {
            // Whoever asks to be told once need not watch it.
            return try db.rows(
                anyRealm,
                .integer(notice.row.device),
                .text(region.rawValue),
                .text(id),
                read: realm
            )
        }
        return try db.rows(
            watchedRealms,
            .integer(notice.row.device),
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

    private static let realm = """
        r.flavour || '/' || r.slug, r.name, iif(r.vanished, 'unknown', r.state), r.since, r.queue, r.locked,
            r.population, coalesce((SELECT t.sure FROM told t WHERE t.device = ?1 AND t.region = r.region
                AND t.realm = r.flavour || '/' || r.slug), -1)
        """

    /// ?1 device, ?2 region, ?3 `flavour/slug`.
    private static let anyRealm = """
        SELECT \(realm) FROM realms r WHERE r.region = ?2
            AND r.flavour = substr(?3, 1, instr(?3, '/') - 1) AND r.slug = substr(?3, instr(?3, '/') + 1)
        """

    /// ?1 device, ?2 person, ?3 region.
    private static let watchedRealms = """
        SELECT \(realm) FROM watched_realms w JOIN realms r ON r.region = w.region
            AND r.flavour = substr(w.realm, 1, instr(w.realm, '/') - 1)
            AND r.slug = substr(w.realm, instr(w.realm, '/') + 1)
        WHERE w.person = ?2 AND w.region = ?3
        """
}
