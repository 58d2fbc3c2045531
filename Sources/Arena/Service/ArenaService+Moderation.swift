import Core
import Serving
import WatchpostModel

/// What is hidden together, and what is written down of it.
extension ArenaService {
    /// Does the oldest that waits to be done; false: none does.
    func workOnHiding(at now: UnixTime?) async throws(Problem) -> Bool {
        try await use { stores throws(SQLiteError) in
            guard let hiding = try await stores.hidings.next() else { return false }
            let following = HidingStore.Following(
                boards: { stores.changed(boards: $0) },
                duels: { [self] in follow($0) }
            )
            try await stores.hidings.work(on: hiding, at: now, following)
            return true
        }
    }

    /// One of a game as it is when it is done, or as it is after some seconds.
    func wait(for hiding: Hiding, of game: OpenedGame) async throws(Problem) -> Hiding {
        hidingBell.ring()
        var found = hiding
        for turn in 0..<ArenaService.hidingTurns {
            try? await Task.sleep(for: .milliseconds(turn < 20 ? 10 : 100))  // The call's own time ends it.
            let now = try await use { stores throws(SQLiteError) in
                try await stores.hidings.find(hiding.id, of: game)
            }
            guard let now else { return found }
            found = now
            if now.state != .hiding && now.state != .undoing { return found }
        }
        return found
    }

    /// Some three seconds.
    private static let hidingTurns = 48
}
