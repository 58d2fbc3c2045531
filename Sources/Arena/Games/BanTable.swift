import Core

/// Rows of bans: from whom a game takes nothing.
enum BanTable {
    /// Another note for one that is there; nil: it keeps its own.
    static func note(_ note: String?, _ game: Int64, _ player: Int64, _ db: borrowing Connection)
        throws(SQLiteError)
    {
        guard let note else { return }
        try db.execute(
            "UPDATE bans SET note = ?3 WHERE game = ?1 AND player = ?2",
            .integer(game),
            .integer(player),
            .text(note)
        )
    }

    static func count(_ game: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Int64 {
        try db.first("SELECT count(*) FROM bans WHERE game = ?1", .integer(game)) { row throws(SQLiteError) in
            try row.integer(0)
        } ?? 0
    }

    /// Whether a game takes nothing of a player.
    static func isBanned(_ player: Int64, from game: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> Bool
    {
        try db.first(
            "SELECT 1 FROM bans WHERE game = ?1 AND player = ?2",
            .integer(game),
            .integer(player)
        ) { _ in true } != nil
    }

    /// The same of the game of a board (its row).
    static func isBanned(_ player: Int64, fromGameOf board: Int64, _ db: borrowing Connection)
        throws(SQLiteError) -> Bool
    {
        try db.first(
            "SELECT 1 FROM bans WHERE player = ?1 AND game = (SELECT game FROM boards WHERE id = ?2)",
            .integer(player),
            .integer(board)
        ) { _ in true } != nil
    }

    /// Who becomes one with somebody who is banned is banned as well: nobody comes back by that.
    static func merge(_ from: Int64, into: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            INSERT OR IGNORE INTO bans (game, player, at, actor, note)
            SELECT game, ?2, at, actor, note FROM bans WHERE player = ?1
            """,
            .integer(from),
            .integer(into)
        )
    }
}
