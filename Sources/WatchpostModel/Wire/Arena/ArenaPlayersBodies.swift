/// `GET`, `DELETE /v1/admin/unused-players`: who takes the room of the arena, and what went by this request.
public struct ArenaPlayersBody: Codable, Hashable, Sendable {
    /// Guests that this request removed: their installations came from outside and never sent a result.
    public var removed: Int
    /// How many more of them there are: ask again.
    public var left: Int
    /// The other installations, by why they stay.
    public var kept: KeptInstallsBody
    /// Players that there are, and may be.
    public var players: Int
    /// Players at most.
    public var mostPlayers: Int
    /// Results that are kept one by one.
    public var results: Int
    /// Those of them whose installations are outside.
    public var resultsOutside: Int
    /// Results at most.
    public var mostResults: Int
    /// The ten installations that have most of them.
    public var senders: [ArenaSenderBody]

    /// Makes an answer without senders.
    public init(
        removed: Int,
        left: Int,
        kept: KeptInstallsBody,
        players: Int,
        mostPlayers: Int,
        results: Int,
        resultsOutside: Int,
        mostResults: Int
    ) {
        (self.removed, self.left, self.kept) = (removed, left, kept)
        (self.players, self.mostPlayers) = (players, mostPlayers)
        (self.results, self.resultsOutside, self.mostResults) = (results, resultsOutside, mostResults)
        senders = []
    }
}

/// Installations of games that stay when unused ones go, each counted under the first reason that holds.
public struct KeptInstallsBody: Codable, Hashable, Sendable {
    /// They registered at home, or came there.
    public var home: Int
    /// They sent a result twelve hours or more after they had registered.
    public var returned: Int
    /// They sent one before, and none since.
    public var played: Int
    /// They are not older than was asked for.
    public var young: Int

    /// Makes counts.
    public init(home: Int, returned: Int, played: Int, young: Int) {
        (self.home, self.returned, self.played, self.young) = (home, returned, played, young)
    }
}

/// An installation of a game that has many results.
public struct ArenaSenderBody: Codable, Hashable, Sendable {
    /// Whose it is.
    public var player: PlayerBody
    /// The game.
    public var game: String
    /// The network outside that it registered from, as people write it; absent: home, or none is known.
    public var network: String?
    /// Results that are kept of it.
    public var results: Int

    /// Makes an installation.
    public init(player: PlayerBody, game: String, network: String? = nil, results: Int) {
        (self.player, self.game, self.network, self.results) = (player, game, network, results)
    }
}
