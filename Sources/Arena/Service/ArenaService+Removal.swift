import Core
import Serving
import WatchpostModel

/// Games that go for good.
extension ArenaService {
    /// Hides a game from everybody, and has its rows removed behind that.
    func removeGame(
        _ slug: String,
        named name: String,
        through door: GameDoor,
        by actor: String,
        at now: UnixTime
    ) async throws(Problem) -> GameRemovalStore.Begun {
        try await use { stores throws(SQLiteError) in
            try await stores.removals.begin(slug, named: name, through: door, by: actor, at: now) {
                [self] game, boards in
                stores.changed(boards: boards)
                // Those of its players and of its server are looked up again.
                identities(.game(game))
                hidingBell.ring()
                log("\(actor) removed the game \(slug), with its boards, results and duels")
            } duels: { [self] in
                follow($0)
            }
        }
    }

    /// Removes the rows of the game that waits longest; false: none does.
    func workOnRemoval() async throws(Problem) -> Bool {
        try await use { stores throws(SQLiteError) in
            guard let game = try await stores.removals.next() else { return false }
            let following = GameRemovalStore.Following(
                players: { players in for player in players { stores.gone(player) } },
                duels: { [self] in follow($0) }
            )
            try await stores.removals.work(on: game, following)
            identities(.game(game))
            return true
        }
    }
}
