public import WatchpostModel

/// Friends: players are named by their codes.
extension WatchpostGame {
    /// By name.
    public func friends() async throws(WatchpostError) -> FriendListBody {
        try await mine(["me", "friends"])
    }

    /// A friend, beside the player.
    public func friend(_ player: String) async throws(WatchpostError) -> FriendBody {
        try await mine(["me", "friends", player])
    }

    /// Those that were received and sent.
    public func invitations() async throws(WatchpostError) -> InvitationListBody {
        try await mine(["me", "invitations"])
    }

    /// Whom the player has blocked.
    public func blocks() async throws(WatchpostError) -> BlockListBody {
        try await mine(["me", "blocks"])
    }

    /// Players who are called so, then those whose names begin so.
    public func findPlayers(named name: String) async throws(WatchpostError) -> PlayerSearchBody {
        try await mine(["players"], [("name", name)])
    }

    /// Invites, or accepts.
    @discardableResult
    public func befriend(_ player: String) async throws(WatchpostError) -> RelationBody {
        try await ask("PUT", ["me", "friends", player])
    }

    /// Takes back, declines, or ends.
    @discardableResult
    public func unfriend(_ player: String) async throws(WatchpostError) -> RelationBody {
        try await ask("DELETE", ["me", "friends", player])
    }

    /// Wants nothing of a player any more.
    @discardableResult
    public func block(_ player: String) async throws(WatchpostError) -> RelationBody {
        try await ask("PUT", ["me", "blocks", player])
    }

    /// Ends that.
    @discardableResult
    public func unblock(_ player: String) async throws(WatchpostError) -> RelationBody {
        try await ask("DELETE", ["me", "blocks", player])
    }

    /// How many invitations and duels wait for an answer.
    public func badges() async throws(WatchpostError) -> WaitingBody {
        try await mine(["me", "waiting"])
    }
}
