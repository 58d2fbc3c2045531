import Core
import JSONReading
import WatchpostModel

/// Takes news of the arena into the outbox of `state.db`.
struct NewsOutbox: Sendable {
    private let database: Database

    /// The database must have been opened with the tables of devices and notices.
    init(database: Database) {
        self.database = database
    }

    /// What became of a batch.
    struct Taken: Hashable, Sendable {
        /// Phones have something to be sent.
        var isAnythingNew = false
        /// Older notices that made room.
        var dropped = 0
    }

    /// What waits for one phone, and of that, invitations: strangers send those.
    static let mostWaiting = 100
    static let mostInvitations = 20

    private static let takenBack = "no longer wanted"

    /// Takes a batch in one write; repeated it changes nothing.
    func take(_ rows: [NewsRow], at now: UnixTime) async throws(SQLiteError) -> Taken {
        try await database.write("take news") { db throws(SQLiteError) in
            let batch = NewsBatch(try NewsOutbox.followed(rows, db), at: now)
            var taken = Taken()
            var told: Set<Int64> = []
            for step in batch.steps {
                switch step {
                case .put(let row):
                    if row.kind == NewsKind.invited.rawValue { try NewsOutbox.makeWay(for: row, db) }
                    guard try row.notice.put(.person(row.person), db) else { continue }
                    taken.isAnythingNew = true
                    told.insert(row.person)
                case .withdraw(let row, let spared):
                    try NewsOutbox.withdraw(row, sparing: spared, at: now, db)
                }
            }
            for person in told { taken.dropped += try NewsOutbox.bound(person, at: now, db) }
            return taken
        }
    }

    /// Rows as they are for persons who are another one by now: their phones are that one's, and the arena follows that only
    /// with its next look.
    private static func followed(_ rows: [NewsRow], _ db: borrowing Connection) throws(SQLiteError)
        -> [NewsRow]
    {
        var away: Set<Int64> = []
        for person in Set(rows.map(\.person)) where person != NewsTable.everybody {
            let phone = try db.first("SELECT 1 FROM devices WHERE person = ?1 LIMIT 1", .integer(person)) {
                _ in true
            }
            if phone == nil { away.insert(person) }
        }
        // Hardly ever: the log is read whole.
        guard !away.isEmpty else { return rows }
        let joins = try PersonLog.joins(db)
        return rows.map { row in
            guard away.contains(row.person) else { return row }
            var followed = row
            followed.person = joins.heir(of: row.person)
            return followed
        }
    }

    /// An invitation that was taken back before it ever left does not stand in the way when it is made anew the same day.
    private static func makeWay(for row: NewsRow, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            DELETE FROM outbox WHERE device IN (SELECT id FROM devices WHERE person = ?1)
                AND subject = ?2 AND aspect = ?3 AND version = ?4
                AND state = 3 AND attempts = 0 AND reason = ?5
            """,
            .integer(row.person),
            .text(row.subject),
            .text(row.place.aspect),
            .integer(row.place.version),
            .text(takenBack)
        )
    }

    /// One that waits is dropped, and so is one that was given up; one that is under way is not tried again.
    private static func withdraw(
        _ row: NewsRow,
        sparing spared: Set<NewsPlace>,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        for found in try waiting(row, db) where !spared.contains(found.place) {
            if found.state == .leased {
                try db.execute(
                    "UPDATE outbox SET expires_at = min(expires_at, ?2) WHERE id = ?1",
                    .integer(found.id),
                    .integer(now.seconds)
                )
            } else {
                try OutboxTable.settle(found.id, .dropped, takenBack, now, db)
            }
        }
        guard row.person == NewsTable.everybody else { return }
        try unname(row, db)
    }

    private struct Waiting {
        let id: Int64
        let state: OutboxState
        let place: NewsPlace
    }

    private static func waiting(_ row: NewsRow, _ db: borrowing Connection) throws(SQLiteError) -> [Waiting] {
        let isEverybody = row.person == NewsTable.everybody
        return try db.rows(
            """
            SELECT o.id, o.state, d.person, o.aspect, o.subject, o.version
            FROM devices d JOIN outbox o ON o.device = d.id
            WHERE \(isEverybody ? "?1 = 0" : "d.person = ?1") AND o.state IN (0, 1, 4) AND o.aspect GLOB ?2
                AND (?3 = '*' OR o.subject = ?3 OR o.word = ?4)
            """,
            .integer(row.person),
            .text(NewsKind.aspect(row.kind)),
            .text(row.subject),
            .text(row.bySubject)
        ) { found throws(SQLiteError) in
            Waiting(
                id: try found.integer(0),
                state: OutboxState(rawValue: try found.integer(1)) ?? .pending,
                place: NewsPlace(
                    person: try found.integer(2),
                    aspect: try found.text(3),
                    subject: try found.text(4),
                    version: try found.integer(5)
                )
            )
        }
    }

    /// A player is deleted, or another one since: notices do not name it any more, nor does what is left of one that is
    /// under way: whoever sends it has its words already.
    ///
    /// They are found by its code, whatever it was called then; those of an earlier release by what they are about, or the
    /// name that it had last.
    private static func unname(_ row: NewsRow, _ db: borrowing Connection) throws(SQLiteError) {
        guard let gone = row.gone, let code = row.code else { return }
        try db.execute(
            """
            UPDATE outbox SET title = NULL, body = NULL, payload = iif(?6 IS NULL,
                json_remove(json_set(payload, '$.player', ''), '$.by'),
                json_set(payload, '$.player', ?6, '$.by', ?7))
            WHERE aspect GLOB ?1 AND CASE WHEN json_valid(payload) THEN
                ifnull(json_extract(payload, '$.by') = ?2,
                    subject = ?3 OR word = ?4 OR json_extract(payload, '$.player') = ?5) END
            """,
            .text(NewsKind.aspects),
            .text(code),
            .text(row.subject),
            .text(row.bySubject),
            .text(gone.player),
            .text(gone.heir),
            .text(gone.heirCode)
        )
        if gone.heir == nil { try uncode(row, db) }
    }

    /// Nor does the code of a deleted player stay: rows that it told apart are told apart by their own numbers.
    ///
    /// Those under way are settled by their numbers as well; their lives are over.
    private static func uncode(_ row: NewsRow, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            UPDATE outbox SET subject = iif(subject = ?2, 'f:-' || id, subject), word = iif(word = ?3, 'by:', word),
                place = iif(subject = ?2, aspect || ':f:-' || id, place)
            WHERE aspect GLOB ?1 AND (subject = ?2 OR word = ?3)
            """,
            .text(NewsKind.aspects),
            .text(row.subject),
            .text(row.bySubject)
        )
    }

    /// The oldest of what waits for a person's phones make room; how many did.
    private static func bound(_ person: Int64, at now: UnixTime, _ db: borrowing Connection)
        throws(SQLiteError) -> Int
    {
        try db.execute(
            """
            UPDATE outbox SET state = 3, reason = 'newer news made it too many', settled_at = ?2 WHERE id IN
                (SELECT id FROM (SELECT o.id AS id, o.aspect AS aspect,
                    row_number() OVER (PARTITION BY o.device ORDER BY o.id DESC) AS turn,
                    row_number() OVER (PARTITION BY o.device, o.aspect ORDER BY o.id DESC) AS same
                    FROM devices d JOIN outbox o ON o.device = d.id
                    WHERE d.person = ?1 AND o.state = 0 AND o.aspect GLOB ?3)
                WHERE turn > ?4 OR (aspect = ?5 AND same > ?6))
            """,
            .integer(person),
            .integer(now.seconds),
            .text(NewsKind.aspects),
            .integer(Int64(mostWaiting)),
            .text(NewsKind.invited.aspect),
            .integer(Int64(mostInvitations))
        )
        return db.changes
    }
}

extension NewsRow {
    /// As the outbox takes it.
    fileprivate var notice: NewNotice {
        NewNotice(
            subject: subject,
            aspect: NewsKind.aspect(kind),
            word: word,
            version: version ?? id,
            payload: payload,
            place: "\(NewsKind.aspect(kind)):\(subject)",
            at: at,
            expiresAt: expiresAt
        )
    }

    fileprivate var gone: NewsGone? {
        payload.flatMap { try? JSONElement(parsing: Array($0.utf8), limits: .request).decode(NewsGone.self) }
    }
}
