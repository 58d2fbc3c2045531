package import WatchpostModel

/// A notice as its phone, or an administrator, can read it afterwards.
package struct NoticeRecord: Hashable, Sendable {
    package var id: Int64
    /// The public id of the phone.
    package var install: String
    /// How the phone is reached; empty when it no longer is.
    package var channel: String
    package var at: UnixTime
    package var title: String
    package var body: String
    package var link: String
    package var state: OutboxState
    package var reason: String?
    package var attempts: Int
}

/// Where a test goes, and in which language.
package struct TestTarget: Hashable, Sendable {
    package var address: DeviceAddress
    package var notice: Notice
}

extension NoticeStore {
    /// A test for a phone; nil when it has no address that works, with the reason in the other half.
    package func test(device: Int64, box: String, at now: UnixTime) async throws(SQLiteError)
        -> (target: TestTarget?, reason: String?)
    {
        let languages = topics.languages
        let rows = try await database.read("test notice") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT channel, address, address_key, address_at_ms, push_state, push_reason, locale, service
                FROM devices
                WHERE id = ?1 AND channel IS NOT NULL
                """,
                .integer(device)
            ) { row throws(SQLiteError) in
                let address = DeviceAddress(
                    channel: try row.text(0),
                    service: try row.optionalText(7) ?? "",
                    text: try row.text(1),
                    key: try row.blob(2),
                    registeredAtMilliseconds: try row.integer(3)
                )
                let isActive = try row.integer(4) == 1
                let words = languages.words(for: try row.text(6))
                return (address, isActive, try row.optionalText(5), words)
            }
        }
        guard let (address, isActive, _, words) = rows.first, isActive else {
            return (nil, rows.first?.2)
        }
        let text = words.test(box: box)
        let notice = Notice(
            title: text.title,
            body: text.body,
            language: words.language,
            thread: "test",
            collapseID: "t:test",
            link: "/app#settings",
            expiresAt: now.advanced(by: 300)
        )
        return (TestTarget(address: address, notice: notice), nil)
    }

    /// A phone's newest notices, newest first.
    package func recent(device: Int64, most: Int) async throws(SQLiteError) -> [NoticeRecord] {
        let topics = topics
        return try await database.read("recent notices") { db throws(SQLiteError) in
            let stored = try db.rows(
                "\(StoredNotice.select) WHERE o.device = ?1 ORDER BY o.id DESC LIMIT ?2",
                .integer(device),
                .integer(Int64(most)),
                read: StoredNotice.init
            )
            return try StoredNotice.records(stored, topics, db)
        }
    }

    /// Dead letters, newest first.
    package func deadLetters(limit: Int = 200) async throws(SQLiteError) -> [NoticeRecord] {
        let topics = topics
        return try await database.read("dead letters") { db throws(SQLiteError) in
            let stored = try db.rows(
                "\(StoredNotice.select) WHERE o.state = 4 ORDER BY o.settled_at DESC, o.id DESC LIMIT ?1",
                .integer(Int64(limit)),
                read: StoredNotice.init
            )
            return try StoredNotice.records(stored, topics, db)
        }
    }

    /// Sends a dead letter again, judged by what is true now; false when there is none of that number.
    package func replay(_ id: Int64, at now: UnixTime) async throws(SQLiteError) -> Bool {
        let life = rules.stateLife
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
