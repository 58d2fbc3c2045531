import Core

/// Whose results a game's own server sends.
extension InstallStore {
    /// A result of a player, as a game's server names it.
    struct ServerResult: Hashable, Sendable {
        /// The player's code, as it was sent.
        let player: String
        /// The result's own, by which it counts once.
        let key: [UInt8]
    }

    /// The installations by which results of players are kept, by their places: each the one that has this key already, else the
    /// newest of the game.
    ///
    /// Nil: nobody with the code has the game. One read, however many they are.
    func installs(of results: [ServerResult], in game: Int64) async throws(SQLiteError) -> [Int64?] {
        try await database.read("find installations of players") { db throws(SQLiteError) in
            var found: [Int64?] = []
            for result in results { found.append(try InstallTable.install(of: result, in: game, db)) }
            return found
        }
    }
}

extension InstallTable {
    fileprivate static func install(
        of result: InstallStore.ServerResult,
        in game: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Int64? {
        try db.first(
            """
            SELECT installs.id FROM installs JOIN players ON players.id = player
            WHERE code = ?1 AND game = ?2
            ORDER BY EXISTS (SELECT 1 FROM results WHERE results.key = ?3 AND install = installs.id) DESC,
                installs.id DESC
            """,
            .text(result.player),
            .integer(game),
            .blob(result.key)
        ) { row throws(SQLiteError) in try row.integer(0) }
    }
}
