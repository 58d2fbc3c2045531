import Core
import WatchpostModel

/// What more than one notice is taken back by.
extension NewsTable {
    /// Stands for all kinds, and for all subjects.
    static let all = "*"
    /// Stands for all persons; no person has this number.
    static let everybody: Int64 = 0

    /// A player switched a kind off: what waits of it is taken back.
    ///
    /// Call it in the transaction that changes `players.notices`.
    static func withdrawAll(
        _ kind: NewsKind,
        from player: Int64,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try withdraw(kind, about: all, from: player, at: now, db)
    }

    /// A person has no player any more: nothing of the arena is told to it, whatever waits.
    static func forget(person: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        // What was taken back before stays in its turn.
        try db.execute("DELETE FROM news WHERE person = ?1 AND word <> ''", .integer(person))
        try withdraw(of: person, about: all, gone: nil, db)
    }

    /// A player is deleted: nobody is told of it any more, and what others were told does not name it any longer.
    ///
    /// `heir`: the player who it is from now on, and whose name takes the place of its own; of an invitation of its own and of
    /// whom it passed nobody is told any more then either. Call it before the row is deleted; without one it does nothing.
    static func forgetPlayer(
        code: String,
        heir: (name: String, code: String)? = nil,
        _ db: borrowing Connection
    )
        throws(SQLiteError)
    {
        let name = try db.first("SELECT name FROM players WHERE code = ?1", .text(code)) {
            row throws(SQLiteError) in try row.text(0)
        }
        guard let name else { return }
        let subject = News.subject(ofPlayer: code)
        try db.execute(
            "DELETE FROM news WHERE word <> '' AND (subject = ?1 OR word = ?2)",
            .text(subject),
            .text(News.word(by: code))
        )
        if let heir {
            try db.execute(
                "UPDATE news SET payload = json_set(payload, '$.player', ?3, '$.by', ?4) WHERE \(names)",
                .text(code),
                .text(name),
                .text(heir.name),
                .text(heir.code)
            )
        } else {
            try db.execute("DELETE FROM news WHERE \(names)", .text(code), .text(name))
        }
        let gone = NewsGone(player: name, heir: heir?.name, heirCode: heir?.code)
        try withdraw(of: everybody, about: subject, gone: gone, db)
    }

    /// Rows that tell of the player of this code; by the name where an earlier release wrote them.
    private static let names = """
        word <> '' AND CASE WHEN json_valid(payload) THEN
            ifnull(json_extract(payload, '$.by') = ?1, json_extract(payload, '$.player') = ?2) END
        """

    /// Both of these, for whoever deletes the row of a player.
    static func forget(player: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        let known = try db.first("SELECT code, person FROM players WHERE id = ?1", .integer(player)) {
            row throws(SQLiteError) in (code: try row.text(0), person: try row.optionalInteger(1))
        }
        guard let known else { return }
        try forgetPlayer(code: known.code, db)
        if let person = known.person { try forget(person: person, db) }
    }

    /// The phones of a person are another's now.
    static func move(from person: Int64, to other: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "UPDATE news SET person = ?2 WHERE person = ?1",
            .integer(person),
            .integer(other)
        )
    }

    private static func withdraw(
        of person: Int64,
        about subject: String,
        gone: NewsGone?,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            INSERT INTO news (person, kind, subject, word, payload, at, expires_at) VALUES (?1, ?2, ?3, '', ?4, 0, 0)
            """,
            .integer(person),
            .text(all),
            .text(subject),
            .text(gone.flatMap { NewNotice.payload($0) })
        )
    }
}

/// A player of whom nobody is to be told any more, as a row says it that takes that back.
struct NewsGone: Codable, Hashable, Sendable {
    /// The name that goes.
    let player: String
    /// The name and code of the player who it became; nil: it is deleted.
    var heir: String?
    var heirCode: String?
}

extension News {
    /// What news about a player are about.
    static func subject(ofPlayer code: String) -> String { "f:\(code)" }

    /// The word of what a player did whom its subject does not name.
    static func word(by code: String) -> String { "by:\(code)" }
}
