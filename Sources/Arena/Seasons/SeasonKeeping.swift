import Core
import WatchpostModel

/// Puts seasons that ended into the archive, from what installations have in them; until then nothing of them is deleted.
extension ArchiveStore {
    /// Rows that one write deletes.
    private static let step: Int64 = 2_000

    private struct Ended: Sendable {
        let archive: Int64
        let board: Int64
        let season: Int64
        let rules: BoardOrdering
    }

    /// Puts together seasons that ended, of a board (its row); nil: of all, and lets go of what installations had in them.
    func finishSeasons(of board: Int64? = nil) async throws(SQLiteError) {
        for ended in try await ended(of: board) {
            let chunks = try await database.readStep("read season") { db throws(SQLiteError) in
                try ArchiveStore.chunks(of: ended, db)
            }
            let count = chunks.reduce(0) { $0 + $1.rows.count }
            try await database.writeStep("store season") { db throws(SQLiteError) in
                try db.execute(
                    "UPDATE archives SET count = ?2 WHERE id = ?1 AND count IS NULL",
                    .integer(ended.archive),
                    .integer(Int64(count))
                )
                // Somebody else did it meanwhile, or the board is gone.
                guard db.changes == 1 else { return }
                try ArchiveTable.insert(chunks, of: ended.archive, db)
                try ArchiveTable.insert(places: ArchiveRows.places(of: chunks), of: ended.archive, db)
            }
        }
        // It can wait for the look at all of them.
        guard board == nil else { return }
        while try await sweepSeasons() > 0 {}
    }

    private func ended(of board: Int64?) async throws(SQLiteError) -> [Ended] {
        let boards = BoardRows(of: board)
        return try await database.readStep("find ended seasons") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT id, board, period, ascending, operator FROM archives
                WHERE board BETWEEN ?1 AND ?2 AND count IS NULL
                """,
                .integer(boards.first),
                .integer(boards.last)
            ) { row throws(SQLiteError) in
                Ended(
                    archive: try row.integer(0),
                    board: try row.integer(1),
                    season: Int64(try row.text(2)) ?? 0,
                    rules: BoardOrdering(
                        isAscending: try row.flag(3),
                        counts: BoardOperator(rawValue: try row.text(4)) ?? .best
                    )
                )
            }
        }
    }

    private static func chunks(of ended: Ended, _ db: borrowing Connection) throws(SQLiteError)
        -> [ArchiveRows]
    {
        var table = StandingTable(ended.rules)
        try BoardLoad.addFolded(ended.season, of: ended.board, to: &table, db)
        return ArchiveRows.chunks(table.standings, isAscending: ended.rules.isAscending)
    }

    /// Deletes rows of seasons that ended and do not wait to be put together; how many.
    private func sweepSeasons() async throws(SQLiteError) -> Int {
        let over = try await database.readStep("look for ended seasons") { db throws(SQLiteError) in
            try db.first(
                """
                SELECT id, oldest FROM
                    (SELECT id, season,
                        (SELECT min(season) FROM standings WHERE board = boards.id AND season > 0) AS oldest
                    FROM boards) AS running
                WHERE oldest < season AND NOT EXISTS
                    (SELECT 1 FROM archives WHERE board = running.id AND span = 'season'
                        AND period = CAST(oldest AS TEXT) AND count IS NULL)
                LIMIT 1
                """
            ) { row throws(SQLiteError) in (board: try row.integer(0), season: try row.integer(1)) }
        }
        guard let over else { return 0 }
        return try await database.writeStep("sweep seasons") { db throws(SQLiteError) in
            try db.execute(
                """
                DELETE FROM standings WHERE (board, season, install) IN
                    (SELECT board, season, install FROM standings WHERE board = ?1 AND season = ?2 LIMIT ?3)
                """,
                .integer(over.board),
                .integer(over.season),
                .integer(ArchiveStore.step)
            )
            return db.changes
        }
    }
}
