package import WatchpostModel

/// A row of a board with who stands there.
package struct BoardLine: Hashable, Sendable {
    package let row: BoardIndex.Row
    /// Public.
    package let code: String
    package let name: String
    /// When the result by which the player stands there was accepted; nil: it is not kept one by one any more.
    package let at: UnixTime?
    /// What the game said beside that result.
    package let extra: String?
}

/// Fills rows of boards with what only the file knows.
package struct BoardLines: Sendable {
    let database: Database

    package init(database: Database) {
        self.database = database
    }

    /// In the order of the rows; whoever was removed since they were read is left out.
    package func lines(_ rows: [BoardIndex.Row]) async throws(SQLiteError) -> [BoardLine] {
        guard !rows.isEmpty else { return [] }
        return try await database.read("read board lines") { db throws(SQLiteError) in
            var lines: [BoardLine] = []
            lines.reserveCapacity(rows.count)
            for row in rows {
                if let line = try BoardLines.line(row, db) { lines.append(line) }
            }
            return lines
        }
    }

    /// Boards, by their rows, on which a player has anything.
    package func boards(of player: Int64) async throws(SQLiteError) -> Set<Int64> {
        let boards = try await database.read("read boards of player") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT board FROM standings JOIN installs ON installs.id = standings.install WHERE player = ?1
                UNION
                SELECT board FROM results JOIN installs ON installs.id = results.install
                WHERE seq > ifnull((SELECT seq FROM folded), 0) AND player = ?1 AND state = 0
                """,
                .integer(player)
            ) { row throws(SQLiteError) in try row.integer(0) }
        }
        return Set(boards)
    }

    private static func line(_ row: BoardIndex.Row, _ db: borrowing Connection) throws(SQLiteError)
        -> BoardLine?
    {
        let standing = row.standing
        return try db.first(
            """
            SELECT code, name, at, extra FROM players LEFT JOIN results ON seq = ?2 WHERE id = ?1
            """,
            .integer(Int64(standing.player)),
            .integer(standing.sequence)
        ) { found throws(SQLiteError) in
            BoardLine(
                row: row,
                code: try found.text(0),
                name: try found.text(1),
                at: try found.optionalInteger(2).map { UnixTime(seconds: $0) },
                extra: try found.optionalText(3)
            )
        }
    }
}
