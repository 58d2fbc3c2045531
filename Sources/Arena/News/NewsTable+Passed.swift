import Core

/// Who was told that a friend passed is told no more once it is not so: results were hidden, or their board is over.
///
/// Each is one row for everybody, written only if somebody wants to hear of passings at all, and answers whether it was: then
/// whoever relays news is to be called after the commit.
extension NewsTable {
    /// Results of a player count no more: whom it passed by them is not told, of whatever board that was.
    static func withdrawPassed(by player: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        try db.execute(
            """
            INSERT INTO news (person, kind, subject, word, at, expires_at)
            SELECT ?2, ?3, ?4 || code, '', 0, 0 FROM players WHERE id = ?1 AND EXISTS (
                SELECT 1 FROM friends JOIN players AS friend ON friend.id = iif(low = ?1, high, low)
                WHERE (low = ?1 OR high = ?1) AND type = 2 AND friend.notices & ?5 <> 0)
            """,
            .integer(player),
            .integer(everybody),
            .text(NewsKind.passed.rawValue),
            .text(News.subject(ofPlayer: "")),
            .integer(NewsKind.passed.bit)
        )
        return db.changes > 0
    }

    /// All time of a board begins anew.
    static func withdrawPassed(onBoard board: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        try withdrawPassed(where: "boards.id", board, db)
    }

    /// A game is closed, or goes for good.
    static func withdrawPassed(inGame game: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        try withdrawPassed(where: "games.id", game, db)
    }

    private static func withdrawPassed(where column: String, _ id: Int64, _ db: borrowing Connection)
        throws(SQLiteError) -> Bool
    {
        try db.execute(
            """
            INSERT INTO news (person, kind, subject, word, at, expires_at)
            SELECT ?2, ?3, 'b:' || games.slug || '/' || boards.slug, '', 0, 0
            FROM boards JOIN games ON games.id = boards.game
            WHERE \(column) = ?1 AND EXISTS (SELECT 1 FROM players WHERE notices & ?4 <> 0)
            """,
            .integer(id),
            .integer(everybody),
            .text(NewsKind.passed.rawValue),
            .integer(NewsKind.passed.bit)
        )
        return db.changes > 0
    }
}
