import FoundationEssentials
package import WatchpostModel

/// A row for the outbox, written in the transaction that makes its news true: neither is lost without the other.
///
/// ```swift
/// try await database.write("finish a duel") { db throws(SQLiteError) in
///     try finish(duel, db)
///     try NewNotice(subject: "d:\(duel.id)", aspect: "duel", word: "won", at: now, expiresAt: end)
///         .put(.person(duel.winner), db)
/// } then: { _ in dispatcher.ring() }
/// ```
///
/// Phones without an address get no row. What the words will say is not decided here but when the row leaves.
package struct NewNotice: Sendable {
    /// Whom it is for.
    package enum Recipient: Hashable, Sendable {
        /// One phone, by the number of its row.
        case phone(Int64)
        /// Every phone of a person that can be reached.
        case person(Int64)
    }

    let subject: String
    let aspect: String
    let word: String
    let version: Int64?
    let payload: String?
    let place: String?
    let at: UnixTime
    let expiresAt: UnixTime

    /// - Parameters:
    ///   - subject: What it is about, as its topic writes it; of one that is unread, the newest notice counts.
    ///     `r:REGION/…` and `g:REGION` are realms and groups of realms (`RealmSubject`), which may be merged; no other topic's.
    ///   - aspect: Which of its topic's kinds it is.
    ///   - word: What its topic calls that which happened.
    ///   - version: A phone gets one row of a subject, aspect and version, ever; nil: always a further one.
    ///   - payload: What the topic has to know beside the subject; see ``payload(_:)``.
    ///   - place: Of rows with the same place only one is under way to a phone at a time.
    ///   - at: Since when it is so.
    ///   - expiresAt: When it is no longer worth delivering, unless its topic gives it longer.
    package init(
        subject: String,
        aspect: String,
        word: String,
        version: Int64? = nil,
        payload: String? = nil,
        place: String? = nil,
        at: UnixTime,
        expiresAt: UnixTime
    ) {
        (self.subject, self.aspect, self.word, self.version) = (subject, aspect, word, version)
        (self.payload, self.place, self.at, self.expiresAt) = (payload, place, at, expiresAt)
    }

    /// What a row carries, as JSON; `DueNotice.content` reads it.
    package static func payload(_ content: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(content)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Stores it; false when nobody gets it.
    ///
    /// The dispatcher sends it when it is rung.
    @discardableResult
    package func put(_ recipient: Recipient, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        let (condition, number) =
            switch recipient {
            case .phone(let device): ("d.id = ?1", device)
            case .person(let person): ("d.person = ?1 AND d.push_state = 1", person)
            }
        try db.execute(
            """
            INSERT OR IGNORE INTO outbox
                (device, subject, aspect, word, version, at, payload, place, not_before, expires_at)
            SELECT d.id, ?2, ?3, ?4, coalesce(?5, 1 + coalesce((SELECT max(o.version) FROM outbox o
                WHERE o.device = d.id AND o.subject = ?2 AND o.aspect = ?3), 0)), ?6, ?7, ?8, ?6, ?9
            FROM devices d WHERE \(condition)
            """,
            .integer(number),
            .text(subject),
            .text(aspect),
            .text(word),
            .integer(version),
            .integer(at.seconds),
            .text(payload),
            .text(place),
            .integer(expiresAt.seconds)
        )
        return db.changes > 0
    }

    /// Takes back what waits for a person's phones: it is no longer wanted, or never was so.
    package static func withdraw(
        _ subject: String,
        aspect: String,
        of person: Int64,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            UPDATE outbox SET state = 3, reason = 'no longer wanted', settled_at = ?3
            WHERE state = 0 AND aspect = ?4 AND subject = ?1
                AND device IN (SELECT id FROM devices WHERE person = ?2)
            """,
            .text(subject),
            .integer(person),
            .integer(now.seconds),
            .text(aspect)
        )
    }
}
