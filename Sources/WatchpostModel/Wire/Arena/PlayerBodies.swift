/// `GET /v1/me`: the player who asks, as the player sees itself.
public struct MeBody: Codable, Hashable, Sendable {
    /// Public: by it others name the player.
    public var code: String
    /// What the player is called.
    public var name: String
    /// Rises with each change; a change names the version that it replaces.
    public var version: Int64
    /// Since when it plays.
    public var since: UnixTime
    /// Nobody of this appliance is known to be this player: only the installation of a game is.
    public var guest: Bool
    /// The path of its picture; absent: apps draw a figure from the code.
    public var picture: String?
    /// A page of the player's, shown as text; absent: none.
    public var link: String?
    /// For recovery alone, and shown to nobody else; absent: none.
    public var email: String?
    /// What the player's phones are told of.
    public var notices: NewsSwitchesBody
    /// Recovery codes that were not used yet.
    public var recoveryCodes: Int

    /// Makes it.
    public init(
        code: String,
        name: String,
        version: Int64,
        since: UnixTime,
        guest: Bool,
        notices: NewsSwitchesBody = NewsSwitchesBody(),
        recoveryCodes: Int = 0
    ) {
        (self.code, self.name, self.version) = (code, name, version)
        (self.since, self.guest) = (since, guest)
        (self.notices, self.recoveryCodes) = (notices, recoveryCodes)
    }
}

/// What a player's phones are told of; as a player begins, all but the last.
public struct NewsSwitchesBody: Codable, Hashable, Sendable {
    /// Somebody wants to be a friend.
    public var invited = true
    /// An invitation was accepted.
    public var accepted = true
    /// A friend wants a duel.
    public var challenged = true
    /// A duel was accepted or declined.
    public var answered = true
    /// A duel is over.
    public var decided = true
    /// A duel ends within a day, and the other one is ahead.
    public var behind = true
    /// A friend is better on a board since.
    public var passed = false

    /// As a player begins.
    public init() {}
}

/// Switches that are changed; those that are absent stay.
public struct NewsSwitchesChangeBody: Codable, Hashable, Sendable {
    /// As in `NewsSwitchesBody`.
    public var invited: Bool?
    /// As in `NewsSwitchesBody`.
    public var accepted: Bool?
    /// As in `NewsSwitchesBody`.
    public var challenged: Bool?
    /// As in `NewsSwitchesBody`.
    public var answered: Bool?
    /// As in `NewsSwitchesBody`.
    public var decided: Bool?
    /// As in `NewsSwitchesBody`.
    public var behind: Bool?
    /// As in `NewsSwitchesBody`.
    public var passed: Bool?

    /// Changes nothing yet.
    public init() {}
}

/// The body of `PUT /v1/me`; what is absent stays.
public struct MeChangeBody: Codable, Hashable, Sendable {
    /// The version that this replaces.
    public var version: Int64
    /// 1 to 20 characters of one script.
    public var name: String?
    /// An address with https, at most 200 bytes; empty: none any more.
    public var link: String?
    /// A plain address, at most 254 bytes; empty: none any more.
    public var email: String?
    /// Switches that change.
    public var notices: NewsSwitchesChangeBody?

    /// Makes a change.
    public init(version: Int64, name: String? = nil) {
        self.version = version
        self.name = name
    }
}

/// The body of `PUT /v1/games/{g}/installs/{id}`.
public struct InstallRegistrationBody: Codable, Hashable, Sendable {
    /// What the player wants to be called; absent: any name will do.
    public var name: String?

    /// Makes it.
    public init(name: String? = nil) {
        self.name = name
    }
}

/// Its answer.
public struct InstallBody: Codable, Hashable, Sendable {
    /// Why the player is not called as it wanted to be.
    public enum NameChange: String, CaseIterable, Codable, Sendable {
        /// Somebody else is called so, or nearly so.
        case taken
        /// It is no name that can be shown.
        case notAllowed
    }

    /// The game.
    public var game: String
    /// The player.
    public var player: MeBody
    /// Absent: it is called as it wanted to be, or was known before.
    public var nameChange: NameChange?

    /// Makes it.
    public init(game: String, player: MeBody, nameChange: NameChange? = nil) {
        (self.game, self.player, self.nameChange) = (game, player, nameChange)
    }
}
