import Core

/// Whose results a game's own server sends.
extension InstallStore {
    /// The installation by which a player's result is kept: the one that has this key already, else the newest of the game.
    ///
    /// Nil: nobody with the code has the game.
    func install(of code: String, in game: Int64, key: [UInt8]) async throws(SQLiteError) -> Int64? {
        try await database.read("find installation of player") { db throws(SQLiteError) in
            try db.first(
                """
                SELECT installs.id FROM installs JOIN players ON players.id = player
                WHERE code = ?1 AND game = ?2
                ORDER BY EXISTS (SELECT 1 FROM results WHERE results.key = ?3 AND install = installs.id) DESC,
                    installs.id DESC
                """,
                .text(code),
                .integer(game),
                .blob(key)
            ) { row throws(SQLiteError) in try row.integer(0) }
        }
    }
}
