/// Somebody who writes games, for that one alone.
public struct DeveloperBody: Codable, Hashable, Sendable {
    /// The address by which they sign in.
    public var email: String
    /// What they are called.
    public var firstName: String
    /// What they are called.
    public var lastName: String
    /// For whom they work; absent: none is said.
    public var company: String?
    /// Rises with each change.
    public var version: Int64
    /// Since when the account is there.
    public var since: UnixTime
    /// Codes that were not used yet.
    public var recoveryCodes: Int
    /// Games that are theirs.
    public var games: Int
    /// The address was proved to be theirs: only then a code comes by mail.
    public var emailConfirmed: Bool

    /// Makes one.
    public init(
        email: String,
        firstName: String,
        lastName: String,
        company: String? = nil,
        version: Int64,
        since: UnixTime,
        recoveryCodes: Int,
        games: Int,
        emailConfirmed: Bool
    ) {
        (self.email, self.firstName, self.lastName, self.company) = (email, firstName, lastName, company)
        (self.version, self.since) = (version, since)
        (self.recoveryCodes, self.games) = (recoveryCodes, games)
        self.emailConfirmed = emailConfirmed
    }
}

/// The body of `POST /v1/developers`.
public struct DeveloperRegistrationBody: Codable, Hashable, Sendable {
    /// By which they sign in.
    public var email: String
    /// 8 to 128 characters.
    public var password: String
    /// What they are called.
    public var firstName: String
    /// What they are called.
    public var lastName: String
    /// Absent: none is said.
    public var company: String?
    /// The code of an invitation; absent: the appliance asks for none.
    public var invitation: String?

    /// Makes one.
    public init(
        email: String,
        password: String,
        firstName: String,
        lastName: String,
        company: String? = nil,
        invitation: String? = nil
    ) {
        (self.email, self.password) = (email, password)
        (self.firstName, self.lastName) = (firstName, lastName)
        (self.company, self.invitation) = (company, invitation)
    }
}

/// The body of `POST /v1/developers/session`.
public struct DeveloperSignInBody: Codable, Hashable, Sendable {
    /// Capitals make no difference.
    public var email: String
    /// The password.
    public var password: String
    /// What the program that signs in calls itself, for the list of sessions.
    public var name: String?

    /// Makes one.
    public init(email: String, password: String, name: String? = nil) {
        (self.email, self.password, self.name) = (email, password, name)
    }
}

/// A developer who is signed in now.
public struct DeveloperSignedInBody: Codable, Hashable, Sendable {
    /// `session.ID.SECRET`, to be sent as `Authorization: Bearer`; it is shown this once.
    public var credential: String
    /// When it ends if it is not used before; each use makes it longer.
    public var expiresAt: UnixTime
    /// Who that is.
    public var developer: DeveloperBody
    /// By which the developer comes back without the password; only with a new account, and shown this once.
    public var codes: [String]?

    /// Makes one.
    public init(
        credential: String,
        expiresAt: UnixTime,
        developer: DeveloperBody,
        codes: [String]? = nil
    ) {
        (self.credential, self.expiresAt) = (credential, expiresAt)
        (self.developer, self.codes) = (developer, codes)
    }
}

/// The body of `PUT /v1/developers/me`: what is absent stays.
public struct DeveloperChangeBody: Codable, Hashable, Sendable {
    /// The version that this replaces.
    public var version: Int64
    /// What they are called.
    public var firstName: String?
    /// What they are called.
    public var lastName: String?
    /// Empty: none any more.
    public var company: String?
    /// Another address; it needs the password.
    public var email: String?
    /// The password, for another address alone.
    public var password: String?

    /// Makes one that changes nothing.
    public init(version: Int64) {
        self.version = version
    }
}

/// The body of `PUT /v1/developers/me/password`.
public struct PasswordChangeBody: Codable, Hashable, Sendable {
    /// The one until now.
    public var password: String
    /// The one from now on: 8 to 128 characters.
    public var newPassword: String

    /// Makes one.
    public init(password: String, newPassword: String) {
        (self.password, self.newPassword) = (password, newPassword)
    }
}

/// The body of what needs the password once more.
public struct PasswordBody: Codable, Hashable, Sendable {
    /// The password.
    public var password: String

    /// Makes it.
    public init(password: String) {
        self.password = password
    }
}

/// The body of `DELETE /v1/developers/me`.
public struct DeveloperFarewellBody: Codable, Hashable, Sendable {
    /// What becomes of their games.
    public enum Games: String, CaseIterable, Codable, Sendable {
        /// Nothing is sent to them any more; their boards stay.
        case close
        /// They go on, as those of the appliance's owner.
        case owner
    }

    /// The password.
    public var password: String
    /// What becomes of their games.
    public var games: Games

    /// Makes it.
    public init(password: String, games: Games) {
        (self.password, self.games) = (password, games)
    }
}

/// `GET /v1/developers/sessions`.
public struct DeveloperSessionListBody: Codable, Hashable, Sendable {
    /// Somewhere the developer is signed in.
    public struct Session: Codable, Hashable, Sendable {
        /// Names it in paths.
        public var session: String
        /// What the program calls itself; absent: nothing was said.
        public var name: String?
        /// When it began.
        public var since: UnixTime
        /// When it was used last, to the hour.
        public var seenAt: UnixTime
        /// When it ends if it is not used before.
        public var expiresAt: UnixTime
        /// It is the one that asks.
        public var isCaller: Bool

        /// Makes one.
        public init(
            session: String,
            name: String? = nil,
            since: UnixTime,
            seenAt: UnixTime,
            expiresAt: UnixTime,
            isCaller: Bool
        ) {
            (self.session, self.name, self.since) = (session, name, since)
            (self.seenAt, self.expiresAt, self.isCaller) = (seenAt, expiresAt, isCaller)
        }
    }

    /// The newest first.
    public var sessions: [Session]

    /// Makes a list.
    public init(sessions: [Session]) {
        self.sessions = sessions
    }
}
