import Core
import WatchpostModel

/// What became of an account: kept beside it, and told to the log, without anything secret.
enum AccountAct: String, CaseIterable, Hashable, Sendable {
    case registered
    case signedIn = "signed-in"
    case passwordChanged = "password-changed"
    case recoveredByCode = "recovered-by-code"
    case recoveredByDisplay = "recovered-by-display"
    case recoveredByMail = "recovered-by-mail"
    case addressChanged = "address-changed"
    case addressConfirmed = "address-confirmed"
    case codesMade = "codes-made"
    case sessionsEnded = "sessions-ended"
    case removed

    /// For the log; completes "developer 3 …".
    var words: String {
        switch self {
        case .registered: "registered"
        case .signedIn: "signed in"
        case .passwordChanged: "changed the password: all sessions ended"
        case .recoveredByCode: "came back by a recovery code: all sessions ended"
        case .recoveredByDisplay: "came back by a code from the display: all sessions ended"
        case .recoveredByMail: "came back by a code from a letter: all sessions ended"
        case .addressChanged: "changed the address"
        case .addressConfirmed: "confirmed the address"
        case .codesMade: "made new recovery codes"
        case .sessionsEnded: "ended sessions"
        case .removed: "deleted the account"
        }
    }
}

/// Rows of acts, the newest of them.
enum AuditTable {
    static func note(
        _ act: AccountAct,
        of developer: Int64,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            "INSERT INTO developer_audit (developer, at, act) VALUES (?1, ?2, ?3)",
            .integer(developer),
            .integer(now.seconds),
            .text(act.rawValue)
        )
        try db.execute(
            "DELETE FROM developer_audit WHERE id <= ?1",
            .integer(db.lastInsertedRow - ArenaRules.mostActsOfAll)
        )
        try db.execute(
            """
            DELETE FROM developer_audit WHERE developer = ?1 AND id <=
                (SELECT id FROM developer_audit WHERE developer = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
            """,
            .integer(developer),
            .integer(ArenaRules.mostActs)
        )
    }

    /// The newest first.
    static func acts(of developer: Int64, _ db: borrowing Connection) throws(SQLiteError) -> [AccountAct] {
        try db.rows(
            "SELECT act FROM developer_audit WHERE developer = ?1 ORDER BY id DESC",
            .integer(developer)
        ) { row throws(SQLiteError) in AccountAct(rawValue: try row.text(0)) }.compactMap { $0 }
    }
}
