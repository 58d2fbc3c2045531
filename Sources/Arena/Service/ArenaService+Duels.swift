import Core
import Serving
import WatchpostModel

/// Duels between friends.
extension ArenaService {
    /// Public, of a player or a duel.
    static func newCode() -> PlayerCode {
        var generator = SystemRandomNumberGenerator()
        return PlayerCode(using: &generator)
    }

    /// After a commit that changed duels: phones, display and clock follow.
    ///
    /// Waits for nothing.
    func follow(_ changes: DuelChanges) {
        if changes.hasNews { ringNews() }
        duelBell.ring(changes)
    }

    /// One of a player's duels, decided if it is due; nil: there is none for this player.
    func duel(_ code: String, of player: Int64, at now: UnixTime) async throws(Problem) -> DuelView? {
        try await decided(of: player, at: now) { stores throws(SQLiteError) in
            try await stores.duels.duel(code, of: player, at: now)
        }
    }

    /// A page of a player's duels; nil: the cursor is none of its own.
    func duels(
        _ list: DuelStore.List,
        of player: Int64,
        after code: String?,
        most: Int,
        at now: UnixTime
    ) async throws(Problem) -> DuelStore.Page? {
        try await decided(of: player, at: now) { stores throws(SQLiteError) in
            try await stores.duels.list(list, of: player, after: code, most: most, at: now)
        }
    }

    /// Reads duels of a player; what is due by the clock is decided first, so that nobody sees it run on.
    private func decided<Value: Hashable & Sendable>(
        of player: Int64,
        at now: UnixTime,
        _ read: (Stores) async throws(SQLiteError) -> DuelStore.Read<Value>
    ) async throws(Problem) -> Value? {
        for _ in 0..<3 {
            switch try await use(read) {
            case .found(let value): return value
            case .unknown: return nil
            case .due:
                try await use { stores throws(SQLiteError) in
                    try await stores.duels.decideDue(of: player, at: now) { [self] in follow($0) }
                }
            }
        }
        return nil
    }

    func create(_ wish: DuelStore.Wish, at now: UnixTime) async throws(Problem) -> DuelStore.Created {
        try await use { stores throws(SQLiteError) in
            try await stores.duels.create(wish, code: ArenaService.newCode(), at: now) { [self] in
                follow($0)
            }
        }
    }

    /// Nil: there is no such duel for this player.
    func rematch(_ code: String, by player: Int64, at now: UnixTime) async throws(Problem)
        -> DuelStore.Created?
    {
        try await use { stores throws(SQLiteError) in
            try await stores.duels.rematch(code, by: player, code: ArenaService.newCode(), at: now) {
                [self] in follow($0)
            }
        }
    }

    func act(
        _ action: DuelStore.Action,
        on code: String,
        by player: Int64,
        at now: UnixTime
    ) async throws(Problem) -> DuelStore.Acted {
        try await use { stores throws(SQLiteError) in
            try await stores.duels.act(action, on: code, by: player, at: now) { [self] in follow($0) }
        }
    }
}
