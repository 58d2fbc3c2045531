import Core
import WatchpostModel

/// What is shown of duels.
extension DuelTable {
    static func view(_ record: DuelRecord, _ db: borrowing Connection) throws(SQLiteError) -> DuelView? {
        guard let board = try BoardTable.board(record.board, db)?.board else { return nil }
        let game = try db.first(
            """
            SELECT slug, games.name FROM games
            WHERE id = (SELECT game FROM boards WHERE id = ?1) AND \(GameTable.isThere)
            """,
            .integer(record.board)
        ) { row throws(SQLiteError) in (try row.text(0), try row.text(1)) }
        guard let game else { return nil }
        let repeated: String?
        if let earlier = record.rematchOf {
            repeated = try db.first("SELECT code FROM duels WHERE id = ?1", .integer(earlier)) {
                row throws(SQLiteError) in try row.text(0)
            }
        } else {
            repeated = nil
        }
        return DuelView(
            record: record,
            game: game.0,
            gameName: game.1,
            rules: board.rules,
            players: DuelSides(
                creator: try player(record.players.creator, db),
                opponent: try player(record.players.opponent, db)
            ),
            rematchOf: repeated
        )
    }

    /// Those that are there.
    static func views(_ records: [DuelRecord], _ db: borrowing Connection) throws(SQLiteError) -> [DuelView] {
        var views: [DuelView] = []
        for record in records {
            if let view = try view(record, db) { views.append(view) }
        }
        return views
    }

    /// A guest whose installations play for somebody else now is nobody.
    private static func player(_ id: Int64?, _ db: borrowing Connection) throws(SQLiteError)
        -> DuelView.Player?
    {
        guard let id else { return nil }
        return try db.first(
            "SELECT code, name, picture FROM players WHERE id = ?1 AND merged_into IS NULL",
            .integer(id)
        ) { row throws(SQLiteError) in
            DuelView.Player(
                code: try row.text(0),
                name: try row.text(1),
                picture: try row.optionalBlob(2)
            )
        }
    }
}
