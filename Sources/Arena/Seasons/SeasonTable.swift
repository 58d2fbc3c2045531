import Core
import WatchpostModel

/// Seasons that run, in the rows of their boards.
enum SeasonTable {
    /// Ends the season that runs, if one does, and begins the next one; `rules`: by which it counts, nil: by those that hold.
    ///
    /// What that did to duels is for whoever follows after the commit: nothing, unless the order is another one.
    @discardableResult
    static func end(
        _ board: GameBoard,
        at now: UnixTime,
        _ rules: BoardOrdering?,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> DuelChanges {
        // What is not folded yet belongs to what ends, and is put together by the rules that hold until now.
        try StandingFold.addAll(db)
        let newest = try ResultTable.newest(db)
        if let season = board.season {
            try ArchiveTable.insert(
                ended: season,
                of: board,
                at: season.until.map { min($0, now) } ?? now,
                db
            )
        }
        try db.execute(
            """
            UPDATE boards SET season = season + 1, season_from = ?2, season_to = NULL, season_after = ?3,
                version = version + 1
            WHERE id = ?1
            """,
            .integer(board.id),
            .integer((board.season?.until.map { min($0, now) } ?? now).seconds),
            .integer(newest)
        )
        var duels = DuelChanges()
        guard let rules, rules != BoardOrdering(board.rules) else { return duels }
        // Who was ahead would be behind; what is due is decided by the order in which it was played.
        if rules.isAscending != board.rules.isAscending {
            duels = try DuelTable.closed(board: board.id, at: now, db)
        }
        try change(board, to: rules, after: newest, db)
        if try NewsTable.withdrawPassed(onBoard: board.id, db) { duels.hasNews = true }
        return duels
    }

    /// Another order or operator: what results so far came to says nothing any more, and all time begins with them as well.
    private static func change(
        _ board: GameBoard,
        to rules: BoardOrdering,
        after newest: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            "UPDATE boards SET ascending = ?2, operator = ?3, all_after = ?4 WHERE id = ?1",
            .integer(board.id),
            .flag(rules.isAscending),
            .text(rules.counts.rawValue),
            .integer(newest)
        )
        try db.execute("DELETE FROM standings WHERE board = ?1 AND season = 0", .integer(board.id))
        try db.execute("DELETE FROM archives WHERE board = ?1 AND span = 'all'", .integer(board.id))
    }
}
