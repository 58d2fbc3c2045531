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

    /// Makes it.
    public init(code: String, name: String, version: Int64, since: UnixTime, guest: Bool) {
        (self.code, self.name, self.version) = (code, name, version)
        (self.since, self.guest) = (since, guest)
    }
}

/// The body of `PUT /v1/me`.
public struct MeChangeBody: Codable, Hashable, Sendable {
    /// The version that this replaces.
    public var version: Int64
    /// 1 to 20 characters of one script.
    public var name: String

    /// Makes a change.
    public init(version: Int64, name: String) {
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
