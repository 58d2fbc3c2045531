package import WatchpostModel

/// A notice as its phone, or an administrator, can read it afterwards.
package struct NoticeRecord: Hashable, Sendable {
    package var id: Int64
    /// The public id of the phone.
    package var install: String
    package var at: UnixTime
    package var title: String
    package var body: String
    package var link: String
    package var state: OutboxState
    package var reason: String?
    package var attempts: Int
}

extension NoticeStore {
    /// A phone's newest notices, newest first.
    package func recent(install: String) async throws(SQLiteError) -> [NoticeRecord] {
        let most = rules.keptPerDevice
        return try await database.read("recent notices") { db throws(SQLiteError) in
            try db.rows(
                """
                \(NoticeRecord.select) WHERE o.device = (SELECT id FROM devices WHERE install = ?1)
                ORDER BY o.id DESC LIMIT ?2
                """,
                .text(install),
                .integer(most),
                read: NoticeRecord.read
            )
        }
    }

    /// Dead letters, newest first.
    package func deadLetters(limit: Int = 200) async throws(SQLiteError) -> [NoticeRecord] {
        try await database.read("dead letters") { db throws(SQLiteError) in
            try db.rows(
                "\(NoticeRecord.select) WHERE o.state = 4 ORDER BY o.settled_at DESC, o.id DESC LIMIT ?1",
                .integer(Int64(limit)),
                read: NoticeRecord.read
            )
        }
    }

    /// Sends a dead letter again, judged by what is true now; false when there is none of that number.
    package func replay(_ id: Int64, at now: UnixTime) async throws(SQLiteError) -> Bool {
        let life = rules.longestLife
        return try await database.write("replay a dead letter") { db throws(SQLiteError) in
            try db.execute(
                """
                UPDATE outbox SET state = 0, attempts = 0, uncertain = 1, settled_at = NULL, not_before = ?2,
                    expires_at = max(expires_at, ?3) WHERE id = ?1 AND state = 4
                """,
                .integer(id),
                .integer(now.seconds),
                .integer(now.advanced(by: life).seconds)
            )
            return db.changes == 1
        }
    }

    /// Throws a dead letter away; false when there is none of that number.
    package func discard(_ id: Int64) async throws(SQLiteError) -> Bool {
        try await database.write("discard a dead letter") { db throws(SQLiteError) in
            try db.execute("DELETE FROM outbox WHERE id = ?1 AND state = 4", .integer(id))
            return db.changes == 1
        }
    }
}

extension NoticeRecord {
    fileprivate static let select = """
        SELECT o.id, d.install, o.at, o.title, o.body, o.link, o.state, o.reason, o.attempts, o.subject, o.word
        FROM outbox o JOIN devices d ON d.id = o.device
        """

    fileprivate static func read(_ row: borrowing Row) throws(SQLiteError) -> NoticeRecord {
        // What never left has no words yet; its subject says what it is about.
        let title = try row.optionalText(3)
        let subject = try row.text(9)
        let word = try row.text(10)
        return NoticeRecord(
            id: try row.integer(0),
            install: try row.text(1),
            at: UnixTime(seconds: try row.integer(2)),
            title: title ?? "\(subject.dropFirst(2)): \(word)",
            body: try row.optionalText(4) ?? "",
            link: try row.optionalText(5) ?? "/app",
            state: OutboxState(rawValue: try row.integer(6)) ?? .pending,
            reason: try row.optionalText(7),
            attempts: Int(try row.integer(8))
        )
    }
}
