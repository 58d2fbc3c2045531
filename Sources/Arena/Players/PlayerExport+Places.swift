import Core
import WatchpostModel

extension PlayerExport {
    /// Orders of the player's games that one export looks into, the newest: two small reads each.
    private static let mostPlaces: Int64 = 1_000
    /// Guests whom a player was that are looked for in each of them, the newest.
    private static let mostGuests: Int64 = 1_000

    /// Where a player was in orders that are over, newest first, also as a guest that it was; `hasMore`: older orders were not
    /// looked into.
    ///
    /// Of all time, as weeks began, places alone are kept, and those for the week that runs.
    static func places(of player: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> (places: [PlayerExportBody.Place], hasMore: Bool)
    {
        let orders = try db.rows(
            """
            SELECT archives.id, games.slug, boards.slug, span, period
            FROM archives JOIN boards ON boards.id = archives.board JOIN games ON games.id = boards.game
            WHERE archives.count IS NOT NULL AND span <> 'all' AND \(GameTable.isThere)
                AND boards.game IN (SELECT game FROM installs WHERE player = ?1)
            ORDER BY ends DESC, archives.id DESC LIMIT ?2
            """,
            .integer(player),
            .integer(mostPlaces + 1)
        ) { row throws(SQLiteError) in
            (
                id: try row.integer(0),
                place: PlayerExportBody.Place(
                    game: try row.text(1),
                    board: try row.text(2),
                    window: try row.text(3),
                    period: try row.text(4),
                    position: 0,
                    score: 0
                )
            )
        }
        let players = try db.rows(
            """
            SELECT id FROM (
                SELECT id FROM players WHERE id = ?1 OR merged_into = ?1
                UNION SELECT earlier_players.id FROM players JOIN earlier_players ON earlier_players.player = players.id
                WHERE players.id = ?1 OR merged_into = ?1)
            ORDER BY id = ?1 DESC, id DESC LIMIT ?2
            """,
            .integer(player),
            .integer(mostGuests)
        ) { row throws(SQLiteError) in try row.integer(0) }
        var places: [PlayerExportBody.Place] = []
        for order in orders.prefix(Int(mostPlaces)) {
            for row in try ArchiveStore.rows(of: players, in: order.id, db).sorted(by: {
                $0.position < $1.position
            }) {
                var place = order.place
                (place.position, place.score) = (row.position, row.standing.score)
                places.append(place)
            }
        }
        return (places, Int64(orders.count) > mostPlaces)
    }
}
