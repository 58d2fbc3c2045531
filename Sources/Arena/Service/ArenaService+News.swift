import Core

/// News on their way to phones.
extension ArenaService {
    /// Rows of news were committed: they are to reach the outbox of `state.db`.
    func ringNews() { news.ring() }

    /// Results were committed, and are in their places; on the database's thread.
    func moved(_ moves: [BoardMove]) {
        if passing.moves.add(moves) { passing.bell.ring() }
    }
}
