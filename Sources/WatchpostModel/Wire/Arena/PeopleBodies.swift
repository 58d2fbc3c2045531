/// `POST /v1/me/codes`: a code that makes whoever says it one with this player.
public struct PlayerCodeBody: Codable, Hashable, Sendable {
    /// Eight letters and digits, for one use.
    public var code: String
    /// When it ends.
    public var expiresAt: UnixTime
    /// What opens the app with the code on a phone; absent when the appliance has no public address.
    public var link: String?

    /// Makes one.
    public init(code: String, expiresAt: UnixTime, link: String? = nil) {
        (self.code, self.expiresAt, self.link) = (code, expiresAt, link)
    }
}

/// The body of `POST /v1/me/join`.
public struct JoinRequestBody: Codable, Hashable, Sendable {
    /// As it was read: eight letters, or a recovery code.
    public var code: String
    /// True: nothing is done, and the answer says what would be.
    public var preview: Bool?

    /// Makes one.
    public init(code: String, preview: Bool? = nil) {
        (self.code, self.preview) = (code, preview)
    }
}

/// What joining comes to.
public struct JoinBody: Codable, Hashable, Sendable {
    /// Who the caller is then.
    public var player: PlayerBody
    /// The name that stays.
    public var keeps: String
    /// The name that goes; absent: the caller was nobody yet.
    public var loses: String?
    /// Installations that play for the player then and did not before.
    public var installs: Int
    /// Friends that the player has then.
    public var friends: Int
    /// Friends of who goes who do not come along, because there is room for 500; absent: none, or a lost answer that is told
    /// again.
    public var friendsLeft: Int?
    /// Duels of the two with each other, which are over without a winner.
    public var voidedDuels: Int
    /// Duels with others that are called off; absent: none, or a lost answer that is told again.
    public var endedDuels: Int?
    /// False: nothing was done yet.
    public var done: Bool

    /// Makes one.
    public init(
        player: PlayerBody,
        keeps: String,
        loses: String? = nil,
        installs: Int,
        friends: Int,
        voidedDuels: Int,
        done: Bool
    ) {
        (self.player, self.keeps, self.loses) = (player, keeps, loses)
        (self.installs, self.friends, self.voidedDuels) = (installs, friends, voidedDuels)
        self.done = done
    }
}

/// `POST /v1/me/recovery`: codes by which the player comes back, each once; they are shown this once.
public struct RecoveryCodesBody: Codable, Hashable, Sendable {
    /// Eight of them; earlier ones no longer count.
    public var codes: [String]

    /// Makes it.
    public init(codes: [String]) {
        self.codes = codes
    }
}

/// The body of `POST /v1/players/recovery`: asks for a letter with a code, to the address of a player.
public struct PlayerRecoveryWishBody: Codable, Hashable, Sendable {
    /// Of the player.
    public var email: String
    /// In which the letter is written, such as `pl`; absent: in all that the box speaks.
    public var language: String?

    /// Makes one.
    public init(email: String, language: String? = nil) {
        (self.email, self.language) = (email, language)
    }
}

/// A letter that is on its way, if a player has the address: that is not said.
public struct PlayerRecoveryWayBody: Codable, Hashable, Sendable {
    /// When its code ends, at the latest.
    public var expiresAt: UnixTime

    /// Makes one.
    public init(expiresAt: UnixTime) {
        self.expiresAt = expiresAt
    }
}

/// The body of `DELETE /v1/me`, and of the deletion of a game.
public struct FarewellBody: Codable, Hashable, Sendable {
    /// The name of the player or of the game, typed in.
    public var name: String

    /// Makes it.
    public init(name: String) {
        self.name = name
    }
}

/// `GET /v1/me/installs`: the installations of games that play for the player.
public struct PlayerInstallsBody: Codable, Hashable, Sendable {
    /// The guest that an installation was before.
    public struct Former: Codable, Hashable, Sendable {
        /// What it is called.
        public var name: String
        /// Until then it comes back when the installation leaves.
        public var until: UnixTime

        /// Makes one.
        public init(name: String, until: UnixTime) {
            (self.name, self.until) = (name, until)
        }
    }

    /// One installation.
    public struct Install: Codable, Hashable, Sendable {
        /// The random id that it made.
        public var id: String
        /// The game's name in paths.
        public var game: String
        /// What the game is called.
        public var name: String
        /// When it was first here.
        public var since: UnixTime
        /// When it began to play for this player; absent: it always did.
        public var linkedAt: UnixTime?
        /// Absent: it would begin anew.
        public var former: Former?
        /// It is the one that asks.
        public var isCaller: Bool
        /// The network outside that it came from first; absent: it has been at home, or that is not known.
        public var network: String?

        /// Makes one.
        public init(id: String, game: String, name: String, since: UnixTime, isCaller: Bool) {
            (self.id, self.game, self.name) = (id, game, name)
            (self.since, self.isCaller) = (since, isCaller)
        }
    }

    /// In the order in which they came.
    public var installs: [Install]

    /// Makes a list.
    public init(installs: [Install]) {
        self.installs = installs
    }
}

/// `DELETE /v1/me/installs/{id}`: whom the installation plays for now.
public struct SeparationBody: Codable, Hashable, Sendable {
    /// That player.
    public var player: PlayerBody
    /// It is the guest that it was before.
    public var former: Bool

    /// Makes it.
    public init(player: PlayerBody, former: Bool) {
        (self.player, self.former) = (player, former)
    }
}
