/// The longer statements of the outbox.
enum OutboxSQL {
    /// The region of a subject, `r:eu/…` or `g:eu`.
    static func region(_ subject: String) -> String {
        "substr(\(subject), 3, instr(\(subject) || '/', '/') - 3)"
    }

    /// One notice of who is down or back at a time for a phone and region: the next is judged by what became of this
    /// one, and never overtakes it.
    private static let isFree = """
        (o.aspect NOT IN ('status', 'maintenance') OR NOT EXISTS (SELECT 1 FROM outbox f
            WHERE f.device = o.device AND f.state = 1 AND f.aspect IN ('status', 'maintenance')
                AND \(region("f.subject")) = \(region("o.subject"))))
        """

    private static let dueColumns = """
        o.id, o.device, o.subject, o.aspect, o.word, o.at, o.detail, o.quiet, o.expires_at, o.attempts,
            o.uncertain, d.person, d.channel, d.address, d.address_key, d.address_at_ms, d.push_state, d.locale,
            d.zone, d.quiet_from, d.quiet_to, o.title IS NOT NULL, d.service
        """

    /// Whether phone `d` is reached through one of the services in a parameter, one on a line.
    private static func isService(in lines: String) -> String {
        "instr(\(lines), char(10) || coalesce(d.service, '') || char(10)) > 0"
    }

    /// ?1 now, ?2 channel, ?3 how many, ?4 its services; what can no longer be delivered is due as well, to be dropped.
    static let due = """
        SELECT \(dueColumns) FROM outbox o JOIN devices d ON d.id = o.device
        WHERE o.state = 0 AND o.not_before <= ?1
            AND (d.push_state != 1 OR d.channel = ?2 AND \(isService(in: "?4"))) AND \(isFree)
        ORDER BY o.not_before, o.id LIMIT ?3
        """

    /// How many things phones were told of and have not read: down and up of one realm are one.
    static let unread = """
        SELECT count(DISTINCT o.subject) FROM outbox o JOIN devices d ON d.id = o.device
        WHERE o.state = 2 AND o.settled_at > d.read_at
        """

    /// The first row for each service that is not among those in ?4; the columns are those of the row with the least time.
    static let firstDue = """
        SELECT \(dueColumns), min(o.not_before) FROM outbox o JOIN devices d ON d.id = o.device
        WHERE o.state = 0 AND o.not_before <= ?1 AND d.push_state = 1 AND d.channel = ?2
            AND NOT \(isService(in: "?4")) AND \(isFree)
        GROUP BY coalesce(d.service, '') ORDER BY min(o.not_before), o.id LIMIT ?3
        """

    /// ?1 channel, ?2 services that take any number, ?3 those and others that take none, ?4 whether the rest may be tried.
    static let nextDue = """
        SELECT o.not_before FROM outbox o JOIN devices d ON d.id = o.device
        WHERE o.state = 0 AND (d.push_state != 1 OR d.channel = ?1
            AND (\(isService(in: "?2")) OR ?4 AND NOT \(isService(in: "?3")))) AND \(isFree)
        ORDER BY o.not_before, o.id LIMIT 1
        """

    /// Phones with several single notices of one region and kind that are due: ?1 now, ?2 from how many.
    ///
    /// What was asked for once stays single: nobody need watch it, and its wish is fulfilled by its own notice.
    static let crowded = """
        SELECT device, substr(subject, 3, instr(subject, '/') - 3) AS region, aspect, word FROM outbox
        WHERE state = 0 AND not_before <= ?1 AND subject >= 'r:' AND subject < 'r;' AND aspect <> 'once'
        GROUP BY device, region, aspect, word HAVING count(*) >= ?2
        """

    /// ?1 device, ?2 the group's subject, ?3 aspect, ?4 word, ?5 and ?6 the range, ?7 now.
    static let merged = """
        INSERT INTO outbox
            (device, subject, aspect, word, version, at, detail, quiet, not_before, expires_at)
        SELECT device, ?2, ?3, ?4, max(version), min(at),
            CASE ?3 WHEN 'status' THEN NULL ELSE group_concat(\(realmOfSubject("subject")), char(10)) END,
            0, ?7, max(expires_at) FROM outbox
        WHERE device = ?1 AND state = 0 AND not_before <= ?7 AND subject >= ?5 AND subject < ?6
            AND aspect = ?3 AND word = ?4
        GROUP BY device
        ON CONFLICT (device, subject, aspect, version) DO UPDATE SET detail = detail || char(10) || excluded.detail
        WHERE state = 0 AND word = excluded.word AND excluded.detail IS NOT NULL
        """

    /// As above; only for a notice that says it instead.
    static let dropMerged = """
        UPDATE outbox SET state = 3, reason = 'merged into one', settled_at = ?7
        WHERE device = ?1 AND state = 0 AND not_before <= ?7 AND subject >= ?5 AND subject < ?6
            AND aspect = ?3 AND word = ?4 AND EXISTS (SELECT 1 FROM outbox g WHERE g.device = ?1
                AND g.subject = ?2 AND g.aspect = ?3 AND g.word = ?4 AND g.state = 0
                AND (g.detail IS NULL OR instr(char(10) || g.detail || char(10),
                    char(10) || \(realmOfSubject("outbox.subject")) || char(10)) > 0))
        """

    /// `flavour/slug` of a realm's subject, `r:eu/flavour/slug`.
    private static func realmOfSubject(_ subject: String) -> String {
        "substr(\(subject), instr(\(subject), '/') + 1)"
    }

    private static let realm = """
        r.flavour || '/' || r.slug, r.name, iif(r.vanished, 'unknown', r.state), r.since, r.queue, r.locked,
            r.population, coalesce((SELECT t.sure FROM told t WHERE t.device = ?1 AND t.region = r.region
                AND t.realm = r.flavour || '/' || r.slug), -1)
        """

    /// ?1 device, ?2 region, ?3 `flavour/slug`.
    static let anyRealm = """
        SELECT \(realm) FROM realms r WHERE r.region = ?2
            AND r.flavour = substr(?3, 1, instr(?3, '/') - 1) AND r.slug = substr(?3, instr(?3, '/') + 1)
        """

    /// ?1 device, ?2 person, ?3 region.
    static let watchedRealms = """
        SELECT \(realm) FROM watched_realms w JOIN realms r ON r.region = w.region
            AND r.flavour = substr(w.realm, 1, instr(w.realm, '/') - 1)
            AND r.slug = substr(w.realm, instr(w.realm, '/') + 1)
        WHERE w.person = ?2 AND w.region = ?3
        """
}
