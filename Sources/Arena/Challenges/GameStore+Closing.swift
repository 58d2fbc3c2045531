import Core
import WatchpostModel

extension GameStore {
    /// Nothing is sent to it any more, and its duels are over; false: there is none.
    ///
    /// `duels` gets what that did to them: see `Database.write`.
    func close(
        _ slug: String,
        through door: GameDoor = .all,
        at now: UnixTime,
        then: @escaping @Sendable () -> Void = {},
        duels: @escaping DuelFollowing = { _ in }
    ) async throws(SQLiteError) -> Bool {
        try await database.write("close game") { db throws(SQLiteError) in
            guard let game = try door.game(slug, db) else { return (false, DuelChanges()) }
            try db.execute(
                "UPDATE games SET closed_at = ?2, version = version + 1 WHERE slug = ?1 AND closed_at IS NULL",
                .text(slug),
                .integer(now.seconds)
            )
            var changes = try DuelTable.closed(game: game.id, at: now, db)
            if try NewsTable.withdrawPassed(inGame: game.id, db) { changes.hasNews = true }
            return (true, changes)
        } then: { isThere, changes in
            if isThere { then() }
            if !changes.isEmpty { duels(changes) }
        }.0
    }
}
