/// Games and their boards in memory, read once and again after a change: each result asks for one.
package final class GameBook: Sendable {
    private let store: GameStore
    private let state = Locked(State())

    private struct State {
        var games: [String: GameStore.Listed] = [:]
        /// Counts changes: what was read before one is not kept after it.
        var changes = 0
    }

    package init(_ store: GameStore) {
        self.store = store
    }

    /// Nil: there is none, which is not remembered, because anybody may ask for any.
    package func game(_ slug: String) async throws(SQLiteError) -> GameStore.Listed? {
        let (known, changes) = state.withLock { ($0.games[slug], $0.changes) }
        if let known { return known }
        guard let read = try await store.game(slug) else { return nil }
        state.withLock { state in
            if state.changes == changes { state.games[slug] = read }
        }
        return read
    }

    /// Somebody changed a game or a board.
    package func forget() {
        state.withLock { state in
            state.games = [:]
            state.changes += 1
        }
    }
}
