import Core
import WatchpostModel

/// A session as it begins: the credential itself leaves with the answer and is kept nowhere.
struct NewSession: Hashable, Sendable {
    /// 22 characters; they name it in paths.
    let session: String
    /// SHA-256.
    let secretHash: [UInt8]
    /// What the program that signs in calls itself.
    let name: String?

    init(session: String, secretHash: [UInt8], name: String?) {
        (self.session, self.secretHash, self.name) = (session, secretHash, name)
    }

    /// What a program may call itself; nil or empty: nothing.
    static func name(_ text: String?) throws(ArenaText.Refusal) -> String? {
        let name = try ArenaText.words(text ?? "", "name", bytes: 0...100)
        return name.isEmpty ? nil : name
    }
}

/// A developer who is signed in somewhere.
struct DeveloperSession: Hashable, Sendable {
    /// The row.
    let id: Int64
    let session: String
    let secretHash: [UInt8]
    let developer: Int64
    let name: String?
    let since: UnixTime
    /// When it was used last, to the hour.
    let seenAt: UnixTime

    /// Nobody comes in by it any more.
    func isOver(at now: UnixTime?) -> Bool {
        SessionLife.isOver(since: since, seen: seenAt, at: now)
    }
}

/// Rows of sessions.
enum SessionTable {
    private static let columns = "id, session, secret, developer, name, created_at, seen_at"

    static func session(_ session: String, _ db: borrowing Connection) throws(SQLiteError)
        -> DeveloperSession?
    {
        try db.first(
            "SELECT \(columns) FROM developer_sessions WHERE session = ?1",
            .text(session),
            read: read
        )
    }

    /// The newest first.
    static func sessions(of developer: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> [DeveloperSession]
    {
        try db.rows(
            "SELECT \(columns) FROM developer_sessions WHERE developer = ?1 ORDER BY id DESC",
            .integer(developer),
            read: read
        )
    }

    /// Begins one; those that are over make room, and then those that were used longest ago.
    ///
    /// Answers the rows of those.
    static func begin(
        _ new: NewSession,
        of developer: Int64,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [Int64] {
        let known = try sessions(of: developer, db).sorted { ($0.seenAt, $0.id) < ($1.seenAt, $1.id) }
        let over = known.filter { $0.isOver(at: now) }
        let rest = known.filter { !$0.isOver(at: now) }
        let ended = (over + rest.prefix(max(0, rest.count + 1 - ArenaRules.mostSessions))).map(\.id)
        for id in ended { try end(id, db) }
        try db.execute(
            """
            INSERT INTO developer_sessions (session, secret, developer, name, created_at, seen_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?5)
            """,
            .text(new.session),
            .blob(new.secretHash),
            .integer(developer),
            .text(new.name),
            .integer(now.seconds)
        )
        return ended
    }

    /// Ends all of a developer but one; answers their rows.
    static func endAll(
        of developer: Int64,
        except kept: Int64? = nil,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [Int64] {
        let ended = try sessions(of: developer, db).map(\.id).filter { $0 != kept }
        for id in ended { try end(id, db) }
        return ended
    }

    static func end(_ id: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute("DELETE FROM developer_sessions WHERE id = ?1", .integer(id))
    }

    static func noteUse(_ id: Int64, at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "UPDATE developer_sessions SET seen_at = ?2 WHERE id = ?1",
            .integer(id),
            .integer(now.seconds)
        )
    }

    private static func read(_ row: borrowing Row) throws(SQLiteError) -> DeveloperSession {
        DeveloperSession(
            id: try row.integer(0),
            session: try row.text(1),
            secretHash: try row.blob(2),
            developer: try row.integer(3),
            name: try row.optionalText(4),
            since: try row.instant(5),
            seenAt: try row.instant(6)
        )
    }
}
