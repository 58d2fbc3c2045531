import Core

/// Games and their boards in memory, read once and again after a change: each result asks for one.
final class GameBook: Sendable {
    private let store: GameStore
    private let state = Locked(State())

    private struct State {
        var games: [String: GameStore.Listed] = [:]
        /// All of them, once somebody has asked for the list.
        var all: [GameStore.Listed]?
        /// Counts changes: what was read before one is not kept after it.
        var changes = 0
    }

    init(_ store: GameStore) {
        self.store = store
    }

    /// Nil: there is none, which is not remembered, because anybody may ask for any.
    func game(_ slug: String) async throws(SQLiteError) -> GameStore.Listed? {
        let (known, changes) = state.withLock { ($0.games[slug], $0.changes) }
        if let known { return known }
        guard let read = try await store.game(slug) else { return nil }
        state.withLock { state in
            if state.changes == changes { state.games[slug] = read }
        }
        return read
    }

    /// All games, by their slugs.
    func all() async throws(SQLiteError) -> [GameStore.Listed] {
        let (known, changes) = state.withLock { ($0.all, $0.changes) }
        if let known { return known }
        let read = try await store.games()
        state.withLock { state in
            if state.changes == changes { state.all = read }
        }
        return read
    }

    /// Somebody changed a game or a board.
    func forget() {
        state.withLock { state in
            state.games = [:]
            state.all = nil
            state.changes += 1
        }
    }
}
