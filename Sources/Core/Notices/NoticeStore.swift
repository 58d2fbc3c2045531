package import WatchpostModel

/// Notices on their way, in `state.db`: from a change to a row of the outbox to an accepted push, so that a pulled plug
/// at any instant neither loses nor doubles what a person sees.
package struct NoticeStore: Sendable {
    let database: Database
    /// See `Database.provedCommits`.
    package var provedCommits: Int { database.provedCommits }
    package let rules: NoticePolicy
    /// What notices are about, and in which words.
    package let topics: NoticeTopics

    /// The database must have been opened with the migrations of devices and `NoticeTables`.
    package init(
        database: Database,
        rules: NoticePolicy = NoticePolicy(),
        topics: NoticeTopics
    ) {
        self.database = database
        self.rules = rules
        self.topics = topics
    }

    /// What the process before this one left leased may have arrived; returns the changes that wait, by region.
    package func resume() async throws(SQLiteError) -> [Region: Int] {
        let topics = topics
        return try await database.write("resume notices") { db throws(SQLiteError) in
            let end = UnixTime(seconds: .max)
            try OutboxTable.takeBack(before: end, at: UnixTime(seconds: 0), topics, db)
            return try NoticeChangeTable.waiting(db)
        }
    }

    /// A number that tells this appliance's notices from those of another; made once.
    package func identity() async throws(SQLiteError) -> UInt64 {
        try await database.write("identity of notices") { db throws(SQLiteError) in
            try db.execute("INSERT OR IGNORE INTO notice_cursors (name, at) VALUES ('box', random())")
            let number = try db.first("SELECT at FROM notice_cursors WHERE name = 'box'") {
                row throws(SQLiteError) in try row.integer(0)
            }
            return UInt64(bitPattern: number ?? 0)
        }
    }

    /// Fans the waiting changes of a region out; how many rows were added.
    package func fanOut(_ region: Region, at now: UnixTime) async throws(SQLiteError) -> Int {
        let fanOut = FanOut(region: region, now: now, rules: rules)
        return try await database.write("fan out notices") { db throws(SQLiteError) in try fanOut.run(db) }
    }

    /// The clock was set back: whatever waits is due now, because everything is judged again when it is.
    package func hasten(at now: UnixTime) async throws(SQLiteError) {
        let end = now.advanced(by: rules.lease)
        try await database.write("hasten notices") { db throws(SQLiteError) in
            try db.execute(
                "UPDATE outbox SET not_before = ?1 WHERE state = 0 AND not_before > ?1",
                .integer(now.seconds)
            )
            try db.execute(
                "UPDATE outbox SET lease_until = ?1 WHERE state = 1 AND lease_until > ?1",
                .integer(end.seconds)
            )
        }
    }

    /// A source is trusted again: what waited for that is due.
    package func wakeDoubtful(at now: UnixTime) async throws(SQLiteError) {
        try await database.write("wake notices") { db throws(SQLiteError) in
            try OutboxTable.wakeDoubtful(at: now, db)
        }
    }

    /// Leases notices of a channel, as many as `choice` allows; only what this returned may be sent.
    ///
    /// What is known of the realms of `doubted` sources may be over: it is not told.
    package func lease(
        _ choice: ServiceChoice,
        channel: String,
        merging: Bool,
        doubted: Set<RealmFeed> = [],
        names: NoticeNames? = nil,
        at now: UnixTime
    ) async throws(SQLiteError) -> [LeasedNotice] {
        let leasing = OutboxLeasing(now: now, rules: rules, topics: topics, doubted: doubted, names: names)
        return try await database.write("lease notices") { db throws(SQLiteError) in
            if merging { try NoticeBatch.mergeAll(at: now, leasing.rules, db) }
            return try leasing.lease(choice, channel: channel, db)
        }
    }

    /// Stores what became of deliveries, all in one commit.
    package func settle(_ settled: [SettledNotice], at now: UnixTime) async throws(SQLiteError) {
        let topics = topics
        try await database.write("settle notices") { db throws(SQLiteError) in
            for one in settled { try one.store(at: now, topics, db) }
        }
    }

    /// When something of a channel is due next that `choice` allows: a row or an expired lease; nil when nothing waits.
    package func nextDue(channel: String, _ choice: ServiceChoice) async throws(SQLiteError) -> UnixTime? {
        try await database.read("next notice") { db throws(SQLiteError) in
            let due = try db.first(
                OutboxSQL.nextDue,
                .text(channel),
                .text(ServiceChoice.lines(choice.open)),
                .text(ServiceChoice.lines(choice.open + choice.closed)),
                .flag(choice.tries > 0)
            ) { row throws(SQLiteError) in try row.integer(0) }
            let lease = try db.first("SELECT min(lease_until) FROM outbox WHERE state = 1") {
                row throws(SQLiteError) in try row.optionalInteger(0)
            }
            return [due, lease ?? nil].compactMap { $0 }.min().map { UnixTime(seconds: $0) }
        }
    }

    /// Bounds the tables, and takes up what some phone was never told; for once an hour.
    ///
    /// Returns the changes that wait, by region.
    package func sweep(at now: UnixTime) async throws(SQLiteError) -> [Region: Int] {
        let rules = rules
        return try await database.write("sweep notices") { db throws(SQLiteError) in
            try NoticeSweep(now: now, rules: rules).run(db)
            return try NoticeChangeTable.waiting(db)
        }
    }
}
