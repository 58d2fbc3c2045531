public import Foundation
public import WatchpostModel

/// Which duels.
public enum DuelState: String, CaseIterable, Sendable {
    /// The first to end first.
    case running
    /// For an answer, of both sides.
    case waiting
    /// What ended last first.
    case archive
}

/// Duels: two friends, one board, a stretch of time.
extension WatchpostGame {
    /// Some of the player's; `cursor`: `next` of the list before.
    public func duels(
        _ state: DuelState = .running,
        limit: Int? = nil,
        cursor: String? = nil
    ) async throws(WatchpostError) -> DuelListBody {
        let query: [(name: String, value: String?)] = [
            ("state", state.rawValue), ("limit", limit.map { "\($0)" }), ("cursor", cursor),
        ]
        return try await mine(["me", "duels"], query)
    }

    /// One of them.
    public func duel(_ duel: String) async throws(WatchpostError) -> DuelBody {
        try await mine(["me", "duels", duel])
    }

    /// Asks a friend for a duel.
    ///
    /// - Parameters:
    ///   - player: the friend's code.
    ///   - board: of this game.
    ///   - goal: a score that wins at once; nil: the better one at the end wins.
    ///   - seconds: how long it runs from when it is accepted: an hour to thirty days.
    ///   - key: a UUID; the same one again, where no answer came, asks once.
    /// - Returns: the duel, which waits.
    /// - Throws: what the appliance refuses, such as a challenge to somebody who is no friend.
    public func challenge(
        _ player: String,
        on board: String,
        goal: Int64? = nil,
        seconds: Int64 = 86_400,
        key: UUID = UUID()
    ) async throws(WatchpostError) -> DuelBody {
        let wish = DuelWishBody(
            player: player,
            game: installation.game,
            board: board,
            goal: goal,
            seconds: seconds
        )
        let fields = ["Idempotency-Key": key.uuidString.lowercased()]
        return try await ask("POST", ["me", "duels"], fields: fields, body: try encode(wish))
    }

    /// It runs.
    @discardableResult
    public func accept(_ duel: String) async throws(WatchpostError) -> DuelBody {
        try await act("accept", on: duel) { _ in false }
    }

    /// Says no.
    @discardableResult
    public func decline(_ duel: String) async throws(WatchpostError) -> DuelBody {
        try await act("decline", on: duel) { $0.reason == .declined && !$0.isMine }
    }

    /// Takes a challenge back.
    @discardableResult
    public func cancel(_ duel: String) async throws(WatchpostError) -> DuelBody {
        try await act("cancel", on: duel) { $0.reason == .cancelled && $0.isMine }
    }

    /// The other side wins.
    @discardableResult
    public func giveUp(_ duel: String) async throws(WatchpostError) -> DuelBody {
        try await act("giveUp", on: duel) { $0.reason == .gaveUp && $0.outcome == .lost }
    }

    /// The same once more.
    @discardableResult
    public func rematch(_ duel: String) async throws(WatchpostError) -> DuelBody {
        try await act("rematch", on: duel) { _ in false }
    }

    /// `isDone`: what the appliance says shows that it is done already, by a request whose answer was lost.
    private func act(
        _ action: String,
        on duel: String,
        isDone: (DuelBody) -> Bool
    ) async throws(WatchpostError) -> DuelBody {
        let reply = try await answer("POST", ["me", "duels", duel, action]).reply
        if let current = conflict(reply, DuelBody.self), isDone(current) { return current }
        return try reply.body(DuelBody.self)
    }
}
