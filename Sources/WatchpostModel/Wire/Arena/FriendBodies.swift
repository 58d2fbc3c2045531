/// What a player is to the one who asks.
public enum PlayerRelation: String, CaseIterable, Codable, Sendable {
    /// Nothing that the one who asks is to know of.
    case none
    /// Was invited by the one who asks, and did not answer yet.
    case sent
    /// Has invited the one who asks, who may accept; also where that was declined.
    case received
    /// A friend.
    case friend
    /// Blocked by the one who asks.
    case blocked
    /// The one who asks.
    case me
}

/// A player, and what it is to the one who asks: the answer to each change of that.
public struct RelationBody: Codable, Hashable, Sendable {
    /// The other player.
    public var player: PlayerBody
    /// What it is now.
    public var relation: PlayerRelation

    /// Makes it.
    public init(player: PlayerBody, relation: PlayerRelation) {
        (self.player, self.relation) = (player, relation)
    }
}

/// `GET /v1/players?name=`: players who are called so, then those whose names begin so.
public struct PlayerSearchBody: Codable, Hashable, Sendable {
    /// At most 20.
    public var players: [RelationBody]

    /// Makes it.
    public init(players: [RelationBody]) {
        self.players = players
    }
}

/// `GET /v1/players/{p}`: a player as everybody sees it.
public struct PlayerProfileBody: Codable, Hashable, Sendable {
    /// By it others name the player.
    public var code: String
    /// What the player is called.
    public var name: String
    /// The path of its picture; absent: apps draw a figure from the code.
    public var picture: String?
    /// Since when it plays.
    public var since: UnixTime
    /// What it says of itself: an https address, to be shown as text.
    public var link: String?
    /// What it is to the one who asks; absent: nobody known does.
    public var relation: PlayerRelation?

    /// Makes it.
    public init(_ player: PlayerBody, since: UnixTime, link: String? = nil, relation: PlayerRelation? = nil) {
        (code, name, picture, self.since) = (player.code, player.name, player.picture, since)
        (self.link, self.relation) = (link, relation)
    }
}

/// `GET /v1/me/friends`.
public struct FriendListBody: Codable, Hashable, Sendable {
    /// A friend.
    public struct Entry: Codable, Hashable, Sendable {
        /// Who it is.
        public var player: PlayerBody
        /// Since when.
        public var since: UnixTime

        /// Makes one.
        public init(player: PlayerBody, since: UnixTime) {
            (self.player, self.since) = (player, since)
        }
    }

    /// By name, at most 500.
    public var friends: [Entry]

    /// Makes it.
    public init(friends: [Entry]) {
        self.friends = friends
    }
}

/// `GET /v1/me/invitations`.
public struct InvitationListBody: Codable, Hashable, Sendable {
    /// An invitation.
    public struct Entry: Codable, Hashable, Sendable {
        /// Who sent it, or was sent it.
        public var player: PlayerBody
        /// 1: it waits; 3: it was declined, which accepting it takes back; those that were sent are 1.
        public var type: Int
        /// Since when it is so.
        public var at: UnixTime

        /// Makes one.
        public init(player: PlayerBody, type: Int, at: UnixTime) {
            (self.player, self.type, self.at) = (player, type, at)
        }
    }

    /// Those that wait first, and of each kind the newest first.
    public var received: [Entry]
    /// Newest first, at most 50.
    public var sent: [Entry]

    /// Makes it.
    public init(received: [Entry], sent: [Entry]) {
        (self.received, self.sent) = (received, sent)
    }
}

/// `GET /v1/me/blocks`.
public struct BlockListBody: Codable, Hashable, Sendable {
    /// By name, at most 500.
    public var players: [PlayerBody]

    /// Makes it.
    public init(players: [PlayerBody]) {
        self.players = players
    }
}

/// `GET /v1/me/waiting`: how many things wait for the one who asks.
public struct WaitingBody: Codable, Hashable, Sendable {
    /// Invitations to be friends without an answer.
    public var invitations: Int
    /// Duels that the one who asks may accept.
    public var duels: Int
    /// Duels that run.
    public var running: Int

    /// Makes it.
    public init(invitations: Int, duels: Int, running: Int) {
        (self.invitations, self.duels, self.running) = (invitations, duels, running)
    }
}
