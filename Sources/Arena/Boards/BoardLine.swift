import Core
import WatchpostModel

/// A row of a board with who stands there.
struct BoardLine: Hashable, Sendable {
    let row: BoardIndex.Row
    /// Public.
    let code: String
    let name: String
    /// SHA-256 of its picture; nil: it has none.
    let picture: [UInt8]?
    /// When the result by which the player stands there was accepted; nil: it is not kept one by one any more.
    let at: UnixTime?
    /// What the game said beside that result.
    let extra: String?
    /// What the player is to whoever reads the board; nil: nobody known does.
    let viewed: Viewed?

    /// What a player is to whoever reads a board.
    enum Viewed: Hashable, Sendable {
        case oneself, friend, other
    }
}

/// Fills rows of boards with what only the file knows.
struct BoardLines: Sendable {
    let database: Database

    init(database: Database) {
        self.database = database
    }

    /// In the order of the rows; whoever was removed since they were read is left out.
    ///
    /// `viewer`: the row of the player who reads; nil: nobody who is known.
    func lines(
        _ rows: [BoardIndex.Row],
        for viewer: Int64? = nil
    ) async throws(SQLiteError) -> [BoardLine] {
        guard !rows.isEmpty else { return [] }
        return try await database.read("read board lines") { db throws(SQLiteError) in
            var lines: [BoardLine] = []
            lines.reserveCapacity(rows.count)
            for row in rows {
                if let line = try BoardLines.line(row, viewer, db) { lines.append(line) }
            }
            return lines
        }
    }

    /// Boards, by their rows, on which a player has anything.
    func boards(of player: Int64) async throws(SQLiteError) -> Set<Int64> {
        try await database.read("read boards of player") { db throws(SQLiteError) in
            try BoardLines.boards(of: player, db)
        }
    }

    static let boardsQuery = """
        SELECT board FROM installs CROSS JOIN standings ON standings.install = installs.id WHERE player = ?1
        UNION
        SELECT board FROM results WHERE state = 0 AND \(ResultTable.rest(of: "?1"))
        """

    static func boards(of player: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Set<Int64> {
        Set(try db.rows(boardsQuery, .integer(player)) { row throws(SQLiteError) in try row.integer(0) })
    }

    /// A former guest, in an order that was over before it became somebody else, is shown as that one, also when its time is over.
    private static func line(_ row: BoardIndex.Row, _ viewer: Int64?, _ db: borrowing Connection)
        throws(SQLiteError) -> BoardLine?
    {
        let standing = row.standing
        return try db.first(
            """
            SELECT code, name, results.at, extra, EXISTS (
                SELECT 1 FROM friends
                WHERE low = min(players.id, ?3) AND high = max(players.id, ?3) AND type = 2 AND blocked = 0
            ), picture, players.id FROM players LEFT JOIN results ON seq = ?2
            WHERE players.id = (SELECT ifnull(merged_into, id) FROM players
                WHERE id = ifnull((SELECT player FROM earlier_players WHERE earlier_players.id = ?1), ?1))
            """,
            .integer(Int64(standing.player)),
            .integer(standing.sequence),
            .integer(viewer)
        ) { found throws(SQLiteError) in
            BoardLine(
                row: row,
                code: try found.text(0),
                name: try found.text(1),
                picture: try found.optionalBlob(5),
                at: try found.optionalInstant(2),
                extra: try found.optionalText(3),
                viewed: BoardLine.Viewed(try found.integer(6), viewer, isFriend: try found.flag(4))
            )
        }
    }
}

extension BoardLine.Viewed {
    fileprivate init?(_ player: Int64, _ viewer: Int64?, isFriend: Bool) {
        guard let viewer else { return nil }
        self = player == viewer ? .oneself : isFriend ? .friend : .other
    }
}
