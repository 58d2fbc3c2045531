import Core
import WatchpostModel

/// Invitations of developers in `arena.db`; what a call returned is durable.
struct InvitationStore: Sendable {
    let database: Database

    init(database: Database) {
        self.database = database
    }

    /// Keeps one that waits for a week; nil: so many wait already.
    ///
    /// `code` names it, `hash` is the SHA-256 of what is said.
    func make(
        _ code: PlayerCode,
        hash: [UInt8],
        note: String?,
        at now: UnixTime
    ) async throws(SQLiteError) -> Invitation? {
        let expiry = now.advanced(by: ArenaRules.invitationLife)
        return try await database.write("make invitation") { db throws(SQLiteError) -> Invitation? in
            try InvitationTable.sweep(at: now, db)
            guard try InvitationTable.open(at: now, db) < ArenaRules.mostDeveloperInvitations else {
                return nil
            }
            try db.execute(
                """
                INSERT INTO developer_invitations (code, hash, note, created_at, expires_at)
                VALUES (?1, ?2, ?3, ?4, ?5)
                """,
                .text(code.text),
                .blob(hash),
                .text(note),
                .integer(now.seconds),
                .integer(expiry.seconds)
            )
            return Invitation(code: code.text, note: note, since: now, expiresAt: expiry, usedAt: nil)
        }
    }

    /// Those that wait, and those that were used or ended lately; the newest first.
    func invitations(at now: UnixTime) async throws(SQLiteError) -> [Invitation] {
        try await database.read("list invitations") { db throws(SQLiteError) in
            try InvitationTable.invitations(at: now, db)
        }
    }

    /// Takes one back that nobody used; false: there is none of this name.
    func remove(_ code: String) async throws(SQLiteError) -> Bool {
        try await database.write("remove invitation") { db throws(SQLiteError) -> Bool in
            try db.execute(
                "DELETE FROM developer_invitations WHERE code = ?1 AND used_at IS NULL",
                .text(code)
            )
            return db.changes > 0
        }
    }
}

/// Rows of invitations.
enum InvitationTable {
    static func isOpen(_ hash: [UInt8], at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError)
        -> Bool
    {
        let found = try db.first(
            """
            SELECT code, note, created_at, expires_at, used_at FROM developer_invitations WHERE hash = ?1
            """,
            .blob(hash),
            read: read
        )
        return found?.isOpen(at: now) ?? false
    }

    static func use(
        _ hash: [UInt8],
        by developer: Int64,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            UPDATE developer_invitations SET used_at = ?2, developer = ?3
            WHERE hash = ?1 AND used_at IS NULL AND expires_at > ?2
            """,
            .blob(hash),
            .integer(now.seconds),
            .integer(developer)
        )
    }

    /// How many wait.
    static func open(at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) -> Int {
        let count = try db.first(
            "SELECT count(*) FROM developer_invitations WHERE used_at IS NULL AND expires_at > ?1",
            .integer(now.seconds)
        ) { row throws(SQLiteError) in try row.integer(0) }
        return Int(count ?? 0)
    }

    /// Those that nobody need remember any more go.
    static func sweep(at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "DELETE FROM developer_invitations WHERE expires_at <= ?1",
            .integer(now.seconds - ArenaRules.invitationMemory)
        )
    }

    static func invitations(at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) -> [Invitation]
    {
        try db.rows(
            """
            SELECT code, note, created_at, expires_at, used_at FROM developer_invitations
            WHERE expires_at > ?1 ORDER BY id DESC LIMIT 500
            """,
            .integer(now.seconds - ArenaRules.invitationMemory),
            read: read
        )
    }

    private static func read(_ row: borrowing Row) throws(SQLiteError) -> Invitation {
        Invitation(
            code: try row.text(0),
            note: try row.optionalText(1),
            since: try row.instant(2),
            expiresAt: try row.instant(3),
            usedAt: try row.optionalInstant(4)
        )
    }
}
