import Core
import WatchpostModel

/// Rows of developers.
enum DeveloperTable {
    private static let columns = """
        id, email, folded, first_name, last_name, company, version, created_at,
            (SELECT count(*) FROM developer_recovery WHERE developer = developers.id),
            (SELECT count(*) FROM games WHERE developer = developers.id AND \(GameTable.isThere)), confirmed_at IS NOT NULL
        """

    static func developer(_ id: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Developer? {
        try db.first("SELECT \(columns) FROM developers WHERE id = ?1", .integer(id), read: read)
    }

    /// The row of an address; nil: nobody has it.
    static func row(_ address: DeveloperAddress, _ db: borrowing Connection) throws(SQLiteError) -> Int64? {
        try db.first("SELECT id FROM developers WHERE folded = ?1", .text(address.folded)) {
            row throws(SQLiteError) in try row.integer(0)
        }
    }

    /// The hash of a password.
    static func password(_ id: Int64, _ db: borrowing Connection) throws(SQLiteError) -> String? {
        try db.first("SELECT password FROM developers WHERE id = ?1", .integer(id)) {
            row throws(SQLiteError) in try row.text(0)
        }
    }

    static func count(_ db: borrowing Connection) throws(SQLiteError) -> Int {
        let count = try db.first("SELECT count(*) FROM developers") { row throws(SQLiteError) in
            try row.integer(0)
        }
        return Int(count ?? 0)
    }

    /// The row of a new one.
    static func insert(
        _ address: DeveloperAddress,
        _ profile: DeveloperProfile,
        password: String,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Int64 {
        try db.execute(
            """
            INSERT INTO developers (email, folded, first_name, last_name, company, password, version,
                created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7, ?7)
            """,
            .text(address.text),
            .text(address.folded),
            .text(profile.firstName),
            .text(profile.lastName),
            .text(profile.company),
            .text(password),
            .integer(now.seconds)
        )
        return db.lastInsertedRow
    }

    static func update(
        _ id: Int64,
        _ address: DeveloperAddress,
        _ profile: DeveloperProfile,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            UPDATE developers SET email = ?2, first_name = ?4, last_name = ?5, company = ?6,
                confirmed_at = CASE WHEN folded = ?3 THEN confirmed_at END,
                confirm_hash = CASE WHEN folded = ?3 THEN confirm_hash END,
                folded = ?3, version = version + 1, updated_at = ?7 WHERE id = ?1
            """,
            .integer(id),
            .text(address.text),
            .text(address.folded),
            .text(profile.firstName),
            .text(profile.lastName),
            .text(profile.company),
            .integer(now.seconds)
        )
    }

    static func setPassword(
        _ password: String,
        of id: Int64,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            "UPDATE developers SET password = ?2, updated_at = ?3 WHERE id = ?1",
            .integer(id),
            .text(password),
            .integer(now.seconds)
        )
    }

    static func isConfirmed(_ id: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        try db.first("SELECT confirmed_at IS NOT NULL FROM developers WHERE id = ?1", .integer(id)) {
            row throws(SQLiteError) in try row.integer(0) != 0
        } ?? false
    }

    /// Codes that there were do not count any more.
    static func setRecoveryCodes(
        _ hashes: [[UInt8]],
        of id: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute("DELETE FROM developer_recovery WHERE developer = ?1", .integer(id))
        for hash in hashes {
            try db.execute(
                "INSERT OR REPLACE INTO developer_recovery (hash, developer) VALUES (?1, ?2)",
                .blob(hash),
                .integer(id)
            )
        }
    }

    /// Takes a recovery code of a developer away; false: it is none.
    static func useRecoveryCode(
        _ hash: [UInt8],
        of id: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Bool {
        try db.execute(
            "DELETE FROM developer_recovery WHERE hash = ?1 AND developer = ?2",
            .blob(hash),
            .integer(id)
        )
        return db.changes > 0
    }

    private static func read(_ row: borrowing Row) throws(SQLiteError) -> Developer {
        Developer(
            id: try row.integer(0),
            address: DeveloperAddress(stored: try row.text(1), folded: try row.text(2)),
            profile: DeveloperProfile(
                stored: try row.text(3),
                lastName: try row.text(4),
                company: try row.optionalText(5)
            ),
            version: try row.number(6),
            since: try row.instant(7),
            recoveryCodes: try row.count(8),
            games: try row.count(9),
            isConfirmed: try row.integer(10) != 0
        )
    }
}
