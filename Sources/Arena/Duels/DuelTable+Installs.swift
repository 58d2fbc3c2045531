import Core
import WatchpostModel

/// What becomes of duels when installations play for somebody else.
extension DuelTable {
    /// A player became another one, whose its installations are already: its sides move, and what both have with each other is
    /// void.
    ///
    /// `recount` was read before anything moved, `ahead` before the transaction.
    @discardableResult
    static func merged(
        _ from: Int64,
        into: Int64,
        _ recount: DuelRecount,
        _ ahead: DuelCount?,
        at now: UnixTime?,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> DuelChanges {
        var changes = DuelChanges()
        for var record in try open(of: from, db) where record.side(of: into) != nil {
            _ = try apply(.merged, to: &record, at: now, &changes, db)
        }
        try rename(from, into, db)
        try db.execute(
            "UPDATE duels SET creator = ?2 WHERE creator = ?1 AND opponent IS NOT ?2",
            .integer(from),
            .integer(into)
        )
        try db.execute(
            "UPDATE duels SET opponent = ?2 WHERE opponent = ?1 AND creator IS NOT ?2",
            .integer(from),
            .integer(into)
        )
        try decide(recount, ahead, isHidden: false, at: now, &changes, db)
        return changes
    }

    /// Keys are a player's own: of two that are the same one becomes another.
    private static func rename(_ from: Int64, _ into: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        let same = try db.rows(
            "SELECT id FROM duels WHERE creator = ?1 AND key IN (SELECT key FROM duels WHERE creator = ?2)",
            .integer(from),
            .integer(into)
        ) { row throws(SQLiteError) in try row.integer(0) }
        for id in same {
            try db.execute(
                "UPDATE duels SET key = ?2 WHERE id = ?1",
                .integer(id),
                .blob(DuelKey.made("merged", of: id))
            )
        }
    }

    /// Decides duels by what the ledger has of their time; `ahead`: as much of it as was counted before the transaction.
    static func decide(
        _ recount: DuelRecount,
        _ ahead: DuelCount? = nil,
        isHidden: Bool,
        at now: UnixTime?,
        _ changes: inout DuelChanges,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let bests = try DuelCount.finish(recount, ahead, db)
        for scope in recount.scopes {
            guard let best = bests[scope.id], var record = try duel(scope.id, db) else { continue }
            _ = try apply(.recounted(best, isHidden: isHidden), to: &record, at: now, &changes, db)
        }
    }
}
