import Core
import WatchpostModel

/// What becomes of duels with their players, boards and games, within the transaction that changes those.
///
/// `now` is nil while the clock is not set. What is given back is for whoever follows after the commit.
extension DuelTable {
    /// A player is about to be deleted: duels stay with the other side, and what waits or runs is void.
    @discardableResult
    static func playerGone(
        _ player: Int64,
        at now: UnixTime?,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> DuelChanges {
        var changes = DuelChanges()
        for var record in try open(of: player, db) {
            guard let side = record.side(of: player) else { continue }
            _ = try apply(.removed(side), to: &record, at: now, &changes, db)
        }
        try db.execute("DELETE FROM duels WHERE creator = ?1 AND opponent IS NULL", .integer(player))
        try db.execute("DELETE FROM duels WHERE opponent = ?1 AND creator IS NULL", .integer(player))
        return changes
    }

    /// Two players are friends no more; `block`: because one of them blocks the other, who is told nothing of it then, nor
    /// anything else of what they had with each other.
    @discardableResult
    static func pairEnded(
        _ low: Int64,
        _ high: Int64,
        block: Bool,
        at now: UnixTime?,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> DuelChanges {
        var changes = DuelChanges()
        for var record in try open(of: low, db) where record.side(of: high) != nil {
            _ = try apply(block ? .blocked : .unfriended, to: &record, at: now, &changes, db)
        }
        if block { try DuelNews.withdrawAll(of: low, high, at: now, &changes, db) }
        return changes
    }

    /// Nothing is sent to a game any more.
    @discardableResult
    static func closed(game: Int64, at now: UnixTime?, _ db: borrowing Connection) throws(SQLiteError)
        -> DuelChanges
    {
        let boards = try db.rows("SELECT id FROM boards WHERE game = ?1", .integer(game)) {
            row throws(SQLiteError) in try row.integer(0)
        }
        var changes = DuelChanges()
        for board in boards { changes.note(try closed(board: board, at: now, db)) }
        return changes
    }

    /// A board counts the other way round from now on.
    @discardableResult
    static func closed(board: Int64, at now: UnixTime?, _ db: borrowing Connection) throws(SQLiteError)
        -> DuelChanges
    {
        let open = try db.rows(
            "SELECT \(columns) FROM \(tables) WHERE duels.board = ?1 AND state IN (0, 1)",
            .integer(board),
            read: read
        )
        var changes = DuelChanges()
        for var record in open { _ = try apply(.closed, to: &record, at: now, &changes, db) }
        return changes
    }
}

/// Keys of duels that no client made.
enum DuelKey {
    /// 16 bytes: six letters that say why, padded, and the number of a row.
    static func made(_ word: String, of id: Int64) -> [UInt8] {
        let letters = Array(word.utf8.prefix(8))
        let number = stride(from: Int64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: id >> $0) }
        return letters + [UInt8](repeating: 0, count: 8 - letters.count) + number
    }
}
