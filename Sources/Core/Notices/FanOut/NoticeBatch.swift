import WatchpostModel

/// Single notices of one phone, region and kind that are due together, and become one.
struct NoticeBatch {
    private let device: Int64
    private let region: String
    private let aspect: String
    private let word: String

    /// Many single notices that had to wait become one: after quiet hours, an empty bucket or a cut.
    static func mergeAll(at now: UnixTime, _ rules: NoticePolicy, _ db: borrowing Connection)
        throws(SQLiteError)
    {
        let batches = try db.rows(
            crowded,
            .integer(now.seconds),
            .integer(rules.groupedFrom)
        ) { row throws(SQLiteError) in
            NoticeBatch(
                device: try row.integer(0),
                region: try row.text(1),
                aspect: try row.text(2),
                word: try row.text(3)
            )
        }
        for batch in batches { try batch.merge(at: now, db) }
    }

    /// The notice about all of them joins one that waits already; those that it names leave the outbox.
    ///
    /// A notice of status names nobody: it is about whatever the phone watches.
    private func merge(at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        for statement in [NoticeBatch.merged, NoticeBatch.dropMerged] {
            try db.execute(
                statement,
                .integer(device),
                .text("g:\(region)"),
                .text(aspect),
                .text(word),
                .text("r:\(region)/"),
                .text("r:\(region)0"),
                .integer(now.seconds)
            )
        }
    }

    /// Phones with several single notices of one region and kind that are due: ?1 now, ?2 from how many.
    ///
    /// What was asked for once stays single: nobody need watch it, and its wish is fulfilled by its own notice.
    private static let crowded = """
        SELECT device, substr(subject, 3, instr(subject, '/') - 3) AS region, aspect, word FROM outbox
        WHERE state = 0 AND not_before <= ?1 AND subject >= 'r:' AND subject < 'r;' AND aspect <> 'once'
        GROUP BY device, region, aspect, word HAVING count(*) >= ?2
        """

    /// Two arrays become one: neither is ever empty.
    ///
    /// ?1 device, ?2 the group's subject, ?3 aspect, ?4 word, ?5 and ?6 the range, ?7 now.
    static let merged = """
        INSERT INTO outbox
            (device, subject, aspect, word, version, at, payload, place, not_before, expires_at)
        SELECT device, ?2, ?3, ?4, max(version), min(at),
            CASE ?3 WHEN 'status' THEN NULL ELSE json_group_array(\(realmOfSubject("subject"))) END,
            max(place), ?7, max(expires_at) FROM outbox
        WHERE device = ?1 AND state = 0 AND not_before <= ?7 AND subject >= ?5 AND subject < ?6
            AND aspect = ?3 AND word = ?4
        GROUP BY device
        ON CONFLICT (device, subject, aspect, version) DO UPDATE
            SET payload = substr(payload, 1, length(payload) - 1) || ',' || substr(excluded.payload, 2)
        WHERE state = 0 AND word = excluded.word AND excluded.payload IS NOT NULL
        """

    /// As above; only for a notice that says it instead.
    private static let dropMerged = """
        UPDATE outbox SET state = 3, reason = 'merged into one', settled_at = ?7
        WHERE device = ?1 AND state = 0 AND not_before <= ?7 AND subject >= ?5 AND subject < ?6
            AND aspect = ?3 AND word = ?4 AND EXISTS (SELECT 1 FROM outbox g WHERE g.device = ?1
                AND g.subject = ?2 AND g.aspect = ?3 AND g.word = ?4 AND g.state = 0
                AND (g.payload IS NULL OR EXISTS (SELECT 1 FROM json_each(g.payload) named
                    WHERE named.value = \(realmOfSubject("outbox.subject")))))
        """

    /// `flavour/slug` of a realm's subject, `r:eu/flavour/slug`.
    private static func realmOfSubject(_ subject: String) -> String {
        "substr(\(subject), instr(\(subject), '/') + 1)"
    }
}
