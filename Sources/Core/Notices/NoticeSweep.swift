import WatchpostModel

/// Keeps the tables of notices bounded, and what phones show true.
struct NoticeSweep {
    let now: UnixTime
    let rules: NoticePolicy

    func run(_ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            DELETE FROM outbox WHERE id IN (SELECT id FROM (
                SELECT id, row_number() OVER (PARTITION BY device ORDER BY id DESC) AS place
                FROM outbox WHERE state IN (2, 3)) WHERE place > ?1)
            """,
            .integer(rules.keptPerDevice)
        )
        try db.execute(
            "DELETE FROM outbox WHERE state = 4 AND settled_at < ?1",
            .integer(now.advanced(by: -rules.deadDays * 86_400).seconds)
        )
        try db.execute(
            """
            DELETE FROM outbox WHERE state = 4 AND settled_at <= (SELECT settled_at FROM outbox WHERE state = 4
                ORDER BY settled_at DESC LIMIT 1 OFFSET ?1)
            """,
            .integer(rules.mostDead)
        )
        try db.execute(
            "UPDATE outbox SET state = 3, reason = 'it is over', settled_at = ?1 WHERE state = 0 AND expires_at < ?1",
            .integer(now.seconds)
        )
        try db.execute(
            """
            DELETE FROM told WHERE NOT EXISTS (SELECT 1 FROM devices d JOIN watched_realms w
                ON w.person = d.person AND w.region = told.region AND w.realm = told.realm WHERE d.id = told.device)
            """
        )
        try db.execute(
            "DELETE FROM realm_downs WHERE ended < ?1",
            .integer(now.advanced(by: -rules.deadDays * 86_400).seconds)
        )
        try db.execute(
            """
            DELETE FROM notice_maintenance WHERE NOT EXISTS (SELECT 1 FROM watched_realms w
                WHERE w.region = notice_maintenance.region AND w.realm = notice_maintenance.realm)
            """
        )
        try NoticeRepair(now: now, rules: rules).run(db)
    }
}
