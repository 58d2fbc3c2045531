import WatchpostModel

/// Finds what phones show and is not so: a notice was given up, or the phone could not be reached when it was time.
///
/// The screen would stay as it is for good, so what is true becomes a change once more; phones that know it hear
/// nothing of it.
struct NoticeRepair {
    let now: UnixTime
    let rules: NoticePolicy

    func run(_ db: borrowing Connection) throws(SQLiteError) {
        for statement in [NoticeRepair.ends, NoticeRepair.beginnings] {
            try db.execute(
                statement,
                .integer(now.seconds),
                .integer(now.advanced(by: -rules.repairPause).seconds)
            )
        }
    }

    /// Whether nothing is on its way to phone `d` that says so, and nothing was given up lately.
    private static func isUnsaid(_ word: NoticeChange.Word, _ region: String) -> String {
        """
        NOT EXISTS (SELECT 1 FROM outbox o WHERE o.device = d.id AND o.aspect = 'status'
            AND o.word = '\(word.rawValue)' AND \(OutboxSQL.region("o.subject")) = \(region)
            AND (o.state < 2 OR (o.state = 4 AND o.settled_at > ?2)))
        """
    }

    private static let listener = "JOIN watch_lists l ON l.person = d.person AND l.region = r.region"

    /// Realms that are up and of which a phone was told, perhaps, that they are down.
    static let ends = """
        INSERT INTO notice_changes (region, realm, word, at)
        SELECT DISTINCT t.region, t.realm, 'up', coalesce(r.since, ?1) FROM told t JOIN realms r
            ON r.region = t.region AND r.flavour = substr(t.realm, 1, instr(t.realm, '/') - 1)
            AND r.slug = substr(t.realm, instr(t.realm, '/') + 1)
        JOIN devices d ON d.id = t.device AND d.push_state = 1 \(listener) AND (l.kinds & 1) != 0
        WHERE \(RealmTable.isUp)
            AND NOT EXISTS (SELECT 1 FROM notice_changes c WHERE c.region = t.region AND c.realm = t.realm)
            AND \(isUnsaid(.up, "t.region"))
        """

    /// Realms that are down and of which a phone that asks for it was not told so, for certain.
    static let beginnings = """
        INSERT INTO notice_changes (region, realm, word, at)
        SELECT DISTINCT w.region, w.realm, 'down', coalesce(r.since, ?1) FROM realms r CROSS JOIN watched_realms w
            ON w.region = r.region AND w.realm = r.flavour || '/' || r.slug
        JOIN devices d ON d.person = w.person AND d.push_state = 1 \(listener) AND (l.kinds & 1) != 0
        WHERE \(RealmTable.isDown)
            AND NOT EXISTS (SELECT 1 FROM told t WHERE t.device = d.id AND t.region = w.region
                AND t.realm = w.realm AND t.sure = 1)
            AND NOT EXISTS (SELECT 1 FROM notice_changes c WHERE c.region = w.region AND c.realm = w.realm)
            AND \(isUnsaid(.down, "w.region"))
        """
}
