import FoundationEssentials
package import WatchpostModel

/// Single rows of the outbox.
package enum OutboxTable {
    /// The kind of a row of which this attempt's answer is still awaited; nil: it is not.
    ///
    /// One that comes after its lease has ended says nothing of what was decided since, nor of what the next attempt
    /// says, which may name other realms.
    static func leased(_ id: Int64, attempt: Int, _ db: borrowing Connection) throws(SQLiteError) -> String? {
        try db.first(
            "SELECT aspect FROM outbox WHERE id = ?1 AND attempts = ?2 AND state = 1",
            .integer(id),
            .integer(Int64(attempt))
        ) { row throws(SQLiteError) in try row.text(0) }
    }

    package static func settle(
        _ id: Int64,
        _ state: OutboxState,
        _ reason: String?,
        _ now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            UPDATE outbox SET state = ?2, reason = ?3, settled_at = ?4, lease_until = NULL, named = NULL
            WHERE id = ?1
            """,
            .integer(id),
            .integer(state.rawValue),
            .text(reason),
            .integer(now.seconds)
        )
    }

    /// A notice that waits lives on, because it is judged again by what is true then; without a life of its own it keeps its
    /// end.
    static func postpone(_ id: Int64, until time: UnixTime, life: Int64?, _ db: borrowing Connection)
        throws(SQLiteError)
    {
        try db.execute(
            """
            UPDATE outbox SET not_before = ?2, expires_at = max(expires_at, coalesce(?3, 0)) WHERE id = ?1
            """,
            .integer(id),
            .integer(time.seconds),
            .integer(life.map { time.advanced(by: $0).seconds })
        )
    }

    private static let muted = "waits while its realms are muted"

    /// Waits for the end of a mute, of which every fan-out and every change of a mute may be the moment.
    static func mute(_ id: Int64, until time: UnixTime, life: Int64?, _ db: borrowing Connection)
        throws(SQLiteError)
    {
        try postpone(id, until: time, life: life, db)
        try db.execute("UPDATE outbox SET reason = ?2 WHERE id = ?1", .integer(id), .text(muted))
    }

    /// A notice about many waits for those that are muted, and others have joined them: it is due.
    static func wakeMuted(in group: String, at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError)
    {
        try db.execute(
            """
            UPDATE outbox SET not_before = ?2
            WHERE state = 0 AND not_before > ?2 AND subject = ?1 AND reason = ?3
            """,
            .text(group),
            .integer(now.seconds),
            .text(muted)
        )
    }

    /// A person changed a mute: whatever waited for one is due.
    static func wakeMuted(of person: Int64, at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError)
    {
        try db.execute(
            """
            UPDATE outbox SET not_before = ?2 WHERE state = 0 AND not_before > ?2 AND reason = ?3
                AND device IN (SELECT id FROM devices WHERE person = ?1)
            """,
            .integer(person),
            .integer(now.seconds),
            .text(muted)
        )
    }

    private static let doubtful = "waits until the news is certain"

    /// Waits for a source that does not answer; it does not live longer by that.
    static func doubt(_ id: Int64, until time: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "UPDATE outbox SET not_before = ?2, reason = ?3 WHERE id = ?1",
            .integer(id),
            .integer(time.seconds),
            .text(doubtful)
        )
    }

    /// A source answers again: whatever waited for that is due.
    static func wakeDoubtful(at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "UPDATE outbox SET not_before = ?1 WHERE state = 0 AND not_before > ?1 AND reason = ?2",
            .integer(now.seconds),
            .text(doubtful)
        )
    }

    /// How many things the phone has not read, once it gets this notice.
    static func badge(_ row: DueNotice, _ db: borrowing Connection) throws(SQLiteError) -> Int {
        let others = try db.first(
            "\(OutboxSQL.unread) AND o.device = ?1 AND o.subject <> ?2",
            .integer(row.device),
            .text(row.subject)
        ) { row throws(SQLiteError) in try row.integer(0) }
        return Int(others ?? 0) + 1
    }

    /// The realms of which a leased row says something, as `lease` wrote them: a JSON array.
    static func realms(named text: String) -> [String] {
        (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? []
    }

    /// Committed before anything is sent; the words are kept for the phone's list of notices.
    static func lease(
        _ id: Int64,
        _ notice: Notice,
        _ told: [String],
        until time: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            UPDATE outbox SET state = 1, attempts = attempts + 1, lease_until = ?2, title = ?3, body = ?4,
                link = ?5, named = ?6 WHERE id = ?1
            """,
            .integer(id),
            .integer(time.seconds),
            .text(notice.title),
            .text(notice.body),
            .text(notice.link),
            .text(told.isEmpty ? nil : NewNotice.payload(told))
        )
    }

    /// Leases that ended before `time`: the sender died, or the answer never came; what they said may have arrived.
    static func takeBack(
        before time: UnixTime,
        at now: UnixTime,
        _ topics: NoticeTopics,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let rows = try db.rows(
            "SELECT id, aspect FROM outbox WHERE state = 1 AND lease_until <= ?1",
            .integer(time.seconds)
        ) { row throws(SQLiteError) in (try row.integer(0), try row.text(1)) }
        for (id, aspect) in rows {
            try topics[aspect]?.doubted(id, at: now, db)
            try db.execute(
                "UPDATE outbox SET state = 0, uncertain = 1, lease_until = NULL WHERE id = ?1",
                .integer(id)
            )
        }
    }

    static func again(
        _ id: Int64,
        at time: UnixTime,
        reason: String,
        uncertain: Bool,
        counts: Bool,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            UPDATE outbox SET state = 0, lease_until = NULL, not_before = ?2, reason = ?3,
                uncertain = max(uncertain, ?4), attempts = attempts - ?5 WHERE id = ?1 AND state = 1
            """,
            .integer(id),
            .integer(time.seconds),
            .text(reason),
            .flag(uncertain),
            .integer(counts ? 0 : 1)
        )
    }
}
