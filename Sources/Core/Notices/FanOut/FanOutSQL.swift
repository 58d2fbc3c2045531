/// The statements of the fan-out.
///
/// ?1 region, ?2 version, ?3 now, ?4 end of life, then as each says. Every query begins at the realms that changed
/// (`CROSS JOIN` keeps that order) and never walks the product of realms and phones.
///
/// The version is the newest change of the notice's own word: so a notice that some are down never meets one that others
/// are up, from the same fan-out, in the outbox's key.
enum FanOutSQL {
    /// When a change of this kind still says the truth.
    static func truth(of word: NoticeChange.Word) -> String {
        switch word {
        case .down: RealmTable.isDown
        case .maintenance: RealmTable.isAway
        case .up: RealmTable.isUp
        case .queueStarted: "r.queue = 1"
        case .queueEnded: "r.queue = 0"
        case .locked: "r.locked = 1"
        case .unlocked: "r.locked = 0"
        case .population: "1"
        }
    }

    private static let told = """
        SELECT 1 FROM told t WHERE t.device = d.id AND t.region = ?1 AND t.realm = c.realm
        """

    /// Whether a notice of this word is under way to phone `d`: what the phone knows is decided by its answer.
    private static func isUnderWay(_ word: NoticeChange.Word) -> String {
        """
        EXISTS (SELECT 1 FROM outbox f WHERE f.device = d.id AND f.state = 1 AND f.aspect = 'status'
            AND f.word = '\(word.rawValue)' AND \(OutboxSQL.region("f.subject")) = ?1)
        """
    }

    /// Whether phone `d` may not know that realm `c` is down.
    static let knowsNot = "(NOT EXISTS (\(told) AND t.sure = 1) OR \(isUnderWay(.up)))"
    /// Whether it may.
    static let mayKnow = "(EXISTS (\(told)) OR \(isUnderWay(.down)))"
    /// Whether it certainly does not.
    static let neverTold = "NOT EXISTS (\(told))"

    /// ?1 region, ?2 word.
    static func collect(_ truth: String) -> String {
        """
        INSERT INTO fan_changed (realm, version, at)
        SELECT c.realm, max(c.id), max(c.at) FROM notice_changes c
        JOIN realms r ON r.region = c.region
            AND r.flavour = substr(c.realm, 1, instr(c.realm, '/') - 1)
            AND r.slug = substr(c.realm, instr(c.realm, '/') + 1)
        WHERE c.region = ?1 AND c.word = ?2 AND \(truth) GROUP BY c.realm
        """
    }

    private static let insert = """
        INSERT OR IGNORE INTO outbox
            (device, subject, aspect, word, version, at, payload, quiet, not_before, expires_at, place)
        """

    /// The persons whom the changes concern at all: from there on the work is as large as the news, not as all that is stored.
    private static let concerned = """
        SELECT DISTINCT w.person FROM fan_changed c CROSS JOIN watched_realms w
            ON w.region = ?1 AND w.realm = c.realm
        """

    /// The lists of those persons that ask for news of status, and their phones that can be reached.
    private static let listeners = """
        (\(concerned)) p CROSS JOIN watch_lists l ON l.person = p.person AND l.region = ?1 AND (l.kinds & 1) != 0
            JOIN devices d ON d.person = l.person AND d.push_state = 1
        """

    /// What has not left yet is judged by the present when it does, so it speaks for this change as well: while a
    /// channel is held for days, realms that come and go do not fill the outbox.
    private static func isWaiting(_ device: String, _ subject: String, _ aspect: String, _ word: String)
        -> String
    {
        """
        EXISTS (SELECT 1 FROM outbox s WHERE s.device = \(device) AND s.subject = \(subject)
            AND s.aspect = \(aspect) AND s.word = \(word) AND s.state = 0 AND s.title IS NULL)
        """
    }

    /// ?5 from how many, ?6 how long ago a notice about many still counts as live, ?7 subject.
    static let groupsOfDown = """
        \(insert)
        WITH phone AS MATERIALIZED (
            SELECT d.id AS device,
                (SELECT count(*) FROM watched_realms w JOIN fan_changed c ON c.realm = w.realm
                    WHERE w.person = l.person AND w.region = ?1 AND \(knowsNot)) AS changed,
                (SELECT count(*) FROM watched_realms w WHERE w.person = l.person AND w.region = ?1) AS followed,
                EXISTS (SELECT 1 FROM outbox o WHERE o.device = d.id AND o.subject = ?7 AND o.word = 'down'
                    AND (o.state < 2 OR (o.state = 2 AND o.settled_at > ?6))) AS live
            FROM \(listeners))
        SELECT device, ?7, 'status', 'down', ?2, ?3, NULL, live, ?3, ?4, ?7 FROM phone
        WHERE (changed >= ?5 OR (changed >= 2 AND changed * 2 >= followed) OR (changed > 0 AND live))
            AND NOT \(isWaiting("phone.device", "?7", "'status'", "'down'"))
        """

    /// Whether a phone was told lately that some are back: the first of them is told at once, whichever it is, and the
    /// others together, later.
    private static let heardOfRecovery = """
        EXISTS (SELECT 1 FROM outbox h WHERE h.device = phone.device AND h.aspect = 'status' AND h.word = 'up'
            AND \(OutboxSQL.region("h.subject")) = ?1 AND (h.state = 1 OR h.state = 2 AND h.settled_at > 2 * ?3 - ?6))
        """

    /// ?5 from how many that were told down, ?6 when an incomplete recovery is told, ?7 subject.
    static let groupsOfUp = """
        \(insert)
        WITH phone AS MATERIALIZED (
            SELECT d.id AS device,
                (SELECT count(*) FROM told t WHERE t.device = d.id AND t.region = ?1) AS told,
                (SELECT count(*) FROM watched_realms w JOIN fan_changed c ON c.realm = w.realm
                    WHERE w.person = l.person AND w.region = ?1 AND \(mayKnow)) AS changed,
                \(isUnderWay(.down)) AS down
            FROM \(listeners))
        SELECT phone.device, ?7, 'status', 'up', ?2, ?3, NULL, 0,
            CASE WHEN \(heardOfRecovery) THEN ?6 ELSE ?3 END, ?4, ?7 FROM phone
        WHERE changed > 0 AND (told >= ?5 OR (down AND changed >= ?5)) AND NOT EXISTS (SELECT 1 FROM outbox o
            WHERE o.device = phone.device AND o.subject = ?7 AND o.word = 'up' AND o.state = 0)
        """

    /// ?1 region: who does not want to be told that these are up must not be thought to know that they are down.
    static let forgetUnwanted = """
        DELETE FROM told WHERE region = ?1 AND realm IN (SELECT realm FROM fan_changed) AND device IN (
            SELECT d.id FROM devices d LEFT JOIN watch_lists l ON l.person = d.person AND l.region = ?1
            WHERE l.kinds IS NULL OR (l.kinds & 1) = 0)
        """

    /// ?1 region: a phone that cannot be told that these are up may still show that they are down.
    ///
    /// Should it be reachable again, both are news to it.
    static let doubtUnheard = """
        UPDATE told SET sure = 0 WHERE region = ?1 AND realm IN (SELECT realm FROM fan_changed)
            AND device IN (SELECT d.id FROM devices d WHERE d.push_state <> 1)
        """

    /// Whether phone `d` is about to be told once of realm `c`: what waits is judged by the present, and what is under
    /// way fulfils the wish.
    static let isPromised = """
        EXISTS (SELECT 1 FROM outbox s WHERE s.device = d.id AND s.subject = 'r:' || ?1 || '/' || c.realm
            AND s.aspect = 'once' AND s.state < 2)
        """

    /// Whoever asked to be told once of a realm, watched or not; a phone that hears of it anyway does not hear twice.
    static let wishes = """
        \(insert)
        SELECT d.id, 'r:' || ?1 || '/' || c.realm, 'once', 'up', c.version, c.at, NULL, 0, ?3, ?4, NULL
        FROM fan_changed c CROSS JOIN realm_wishes w ON w.region = ?1 AND w.realm = c.realm AND w.tell_once
        JOIN devices d ON d.person = w.person AND d.push_state = 1
        WHERE NOT \(mayKnow) AND NOT \(isPromised)
        """

    /// ?1 region, ?2 now, ?3 subject.
    static let releaseRecoveries = """
        UPDATE outbox SET not_before = min(not_before, ?2)
        WHERE state = 0 AND subject = ?3 AND word = 'up' AND aspect = 'status' AND NOT EXISTS (
            SELECT 1 FROM told t JOIN realms r ON r.region = t.region
                AND r.flavour = substr(t.realm, 1, instr(t.realm, '/') - 1)
                AND r.slug = substr(t.realm, instr(t.realm, '/') + 1)
            WHERE t.device = outbox.device AND t.region = ?1 AND \(RealmTable.isAway))
        """

    /// ?5 from how many, ?6 subject, ?7 aspect, ?8 word, ?9 the aspect's bit, ?10 place.
    static let plainGroups = """
        \(insert)
        SELECT device, ?6, ?7, ?8, ?2, ?3, realms, 0, ?3, ?4, ?10 FROM (
            SELECT d.id AS device,
                (SELECT count(*) FROM watched_realms w JOIN fan_changed c ON c.realm = w.realm
                    WHERE w.person = l.person AND w.region = ?1) AS changed,
                (SELECT json_group_array(w.realm) FROM watched_realms w
                    JOIN fan_changed c ON c.realm = w.realm
                    WHERE w.person = l.person AND w.region = ?1) AS realms
            FROM (\(concerned)) p CROSS JOIN watch_lists l
                ON l.person = p.person AND l.region = ?1 AND (l.kinds & ?9) != 0
                JOIN devices d ON d.person = l.person AND d.push_state = 1)
        WHERE changed >= ?5
        """

    /// ?5 the group's subject, ?6 aspect, ?7 word, ?8 the aspect's bit, ?9 place; `memory` is a condition on phone and realm.
    static func singles(memory: String) -> String {
        """
        \(insert)
        SELECT d.id, 'r:' || ?1 || '/' || c.realm, ?6, ?7, c.version, c.at, NULL, 0, ?3, ?4, ?9
        FROM fan_changed c CROSS JOIN watched_realms w ON w.region = ?1 AND w.realm = c.realm
        JOIN watch_lists l ON l.person = w.person AND l.region = ?1 AND (l.kinds & ?8) != 0
        JOIN devices d ON d.person = w.person AND d.push_state = 1
        WHERE NOT EXISTS (SELECT 1 FROM outbox o WHERE o.device = d.id AND o.subject = ?5
            AND o.aspect = ?6 AND o.word = ?7 AND (o.version = ?2 OR o.state = 0)) AND \(memory)
            AND NOT \(isWaiting("d.id", "'r:' || ?1 || '/' || c.realm", "?6", "?7"))
        """
    }
}
