package import WatchpostModel

/// What the arena keeps of a player, for the player to read; without secrets.
package struct PlayerExport: Encodable, Hashable, Sendable {
    package let code: String
    package let name: String
    package let since: UnixTime
    package let installs: [Install]

    /// A game that plays for it.
    package struct Install: Encodable, Hashable, Sendable {
        package let game: String
        package let since: UnixTime
    }
}

extension PlayerStore {
    /// Nil: the person never played.
    package func export(_ person: Int64) async throws(SQLiteError) -> PlayerExport? {
        try await database.read("export player") { db throws(SQLiteError) in
            guard let player = try PlayerTable.player(ofPerson: person, db) else { return nil }
            let installs = try db.rows(
                """
                SELECT slug, registered_at FROM installs JOIN games ON games.id = game
                WHERE player = ?1 ORDER BY installs.id
                """,
                .integer(player.id)
            ) { row throws(SQLiteError) in
                PlayerExport.Install(
                    game: try row.text(0),
                    since: UnixTime(seconds: try row.integer(1))
                )
            }
            return PlayerExport(code: player.code, name: player.name, since: player.since, installs: installs)
        }
    }

    /// Writes as much as the largest change and takes it away; throws while the disk refuses.
    ///
    /// A row alone would tell nothing: what is left of the write-ahead log takes one on a full disk, too.
    package func probe() async throws(SQLiteError) {
        try await database.write("probe") { db throws(SQLiteError) in
            try db.execute("INSERT INTO probe VALUES (zeroblob(65536))")
        }
        try await database.write("end of probe") { db throws(SQLiteError) in
            try db.execute("DELETE FROM probe")
        }
    }
}
