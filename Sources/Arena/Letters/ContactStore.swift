import Core
import WatchpostModel

/// Messages to the owner in `arena.db`; what a call returned is durable.
///
/// What nobody read yet is never pushed out by what comes later: where it is full, the newcomer is told so.
struct ContactStore: Sendable {
    let database: Database

    init(database: Database) {
        self.database = database
    }

    /// Keeps a message; nil: so many wait unread that no further one is taken from there.
    ///
    /// `isPassedOn`: a letter with it is to leave.
    func keep(
        _ new: NewContactMessage,
        isHome: Bool,
        isPassedOn: Bool,
        at now: UnixTime
    ) async throws(SQLiteError) -> Int64? {
        try await database.write("keep message") { db throws(SQLiteError) -> Int64? in
            let most = isHome ? ContactRules.mostUnreadHome : ContactRules.mostUnreadOutside
            guard try ContactTable.unread(isHome: isHome, db) < most else { return nil }
            try db.execute(
                "INSERT INTO contact_messages (name, address, body, at, is_home) VALUES (?1, ?2, ?3, ?4, ?5)",
                .text(new.name),
                .text(new.address),
                .text(new.text),
                .integer(now.seconds),
                .integer(isHome ? 1 : 0)
            )
            let id = db.lastInsertedRow
            if isPassedOn { try LetterTable.ask(.contact, "\(id)", language: nil, at: now, db) }
            return id
        }
    }

    /// A list of messages.
    struct Page: Hashable, Sendable {
        /// The newest first.
        let messages: [ContactMessage]
        /// That nobody read yet, of all.
        let unread: Int
        /// There are older ones.
        let hasMore: Bool
    }

    /// Those before a message, or the newest.
    func page(before id: Int64?) async throws(SQLiteError) -> Page {
        try await database.read("list messages") { db throws(SQLiteError) -> Page in
            let found = try ContactTable.messages(before: id, most: ContactRules.page + 1, db)
            let unread =
                try ContactTable.unread(isHome: false, db) + ContactTable.unread(isHome: true, db)
            return Page(
                messages: Array(found.prefix(ContactRules.page)),
                unread: Int(unread),
                hasMore: found.count > ContactRules.page
            )
        }
    }

    /// Says whether somebody read it; nil: there is no such message.
    func mark(_ id: Int64, isRead: Bool, at now: UnixTime) async throws(SQLiteError)
        -> ContactMessage?
    {
        try await database.write("mark message") { db throws(SQLiteError) -> ContactMessage? in
            try db.execute(
                """
                UPDATE contact_messages SET read_at = CASE WHEN ?2 THEN coalesce(read_at, ?3) END WHERE id = ?1
                """,
                .integer(id),
                .integer(isRead ? 1 : 0),
                .integer(now.seconds)
            )
            try db.execute(
                """
                DELETE FROM contact_messages WHERE read_at IS NOT NULL AND id <= (SELECT id FROM contact_messages
                    WHERE read_at IS NOT NULL ORDER BY id DESC LIMIT 1 OFFSET ?1)
                """,
                .integer(ContactRules.mostRead)
            )
            return try ContactTable.message(id, db)
        }
    }

    /// False: there is no such message.
    ///
    /// What it says is in no file any more.
    func remove(_ id: Int64) async throws(SQLiteError) -> Bool {
        let isGone = try await database.write("remove message") { db throws(SQLiteError) -> Bool in
            try db.execute("DELETE FROM contact_messages WHERE id = ?1", .integer(id))
            return db.changes > 0
        }
        if isGone { try await database.emptyLog() }
        return isGone
    }
}

/// Rows of messages.
enum ContactTable {
    private static let columns = "id, name, address, body, at, read_at"

    static func message(_ id: Int64, _ db: borrowing Connection) throws(SQLiteError) -> ContactMessage? {
        try db.first("SELECT \(columns) FROM contact_messages WHERE id = ?1", .integer(id), read: read)
    }

    static func messages(before id: Int64?, most: Int, _ db: borrowing Connection) throws(SQLiteError)
        -> [ContactMessage]
    {
        try db.rows(
            "SELECT \(columns) FROM contact_messages WHERE id < ?1 ORDER BY id DESC LIMIT ?2",
            .integer(id ?? .max),
            .integer(Int64(most)),
            read: read
        )
    }

    static func unread(isHome: Bool, _ db: borrowing Connection) throws(SQLiteError) -> Int64 {
        try db.first(
            "SELECT count(*) FROM contact_messages WHERE read_at IS NULL AND is_home = ?1",
            .integer(isHome ? 1 : 0)
        ) { row throws(SQLiteError) in try row.integer(0) } ?? 0
    }

    private static func read(_ row: borrowing Row) throws(SQLiteError) -> ContactMessage {
        ContactMessage(
            id: try row.integer(0),
            name: try row.text(1),
            address: try row.text(2),
            text: try row.text(3),
            at: try row.instant(4),
            isRead: try row.optionalInteger(5) != nil
        )
    }
}
