import Core

/// How many of what a player has; each counts the rows of one player.
enum FriendCounts {
    static func friends(of player: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Int {
        let count = try db.first(
            """
            SELECT (SELECT count(*) FROM friends WHERE low = ?1 AND type = 2 AND blocked = 0)
                + (SELECT count(*) FROM friends WHERE high = ?1 AND type = 2 AND blocked = 0)
            """,
            .integer(player)
        ) { row throws(SQLiteError) in try row.integer(0) }
        return Int(count ?? 0)
    }

    /// Invitations that wait, as who sent them sees it.
    static func sent(by player: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Int {
        let count = try db.first(
            """
            SELECT (SELECT count(*) FROM friends
                WHERE low = ?1 AND inviter = ?1 AND (type = 1 OR type = 3 AND again = 1) AND blocked & 1 = 0)
                + (SELECT count(*) FROM friends
                WHERE high = ?1 AND inviter = ?1 AND (type = 1 OR type = 3 AND again = 1) AND blocked & 2 = 0)
            """,
            .integer(player)
        ) { row throws(SQLiteError) in try row.integer(0) }
        return Int(count ?? 0)
    }

    /// Invitations that wait for an answer, without those that were declined.
    static func received(by player: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Int {
        let count = try db.first(
            """
            SELECT (SELECT count(*) FROM friends
                WHERE low = ?1 AND inviter <> ?1 AND type = 1 AND blocked & 1 = 0)
                + (SELECT count(*) FROM friends
                WHERE high = ?1 AND inviter <> ?1 AND type = 1 AND blocked & 2 = 0)
            """,
            .integer(player)
        ) { row throws(SQLiteError) in try row.integer(0) }
        return Int(count ?? 0)
    }

    static func blocks(of player: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Int {
        let count = try db.first(
            """
            SELECT (SELECT count(*) FROM friends WHERE low = ?1 AND blocked & 1 <> 0)
                + (SELECT count(*) FROM friends WHERE high = ?1 AND blocked & 2 <> 0)
            """,
            .integer(player)
        ) { row throws(SQLiteError) in try row.integer(0) }
        return Int(count ?? 0)
    }
}
