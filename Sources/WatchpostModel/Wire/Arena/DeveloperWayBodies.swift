/// The body of `POST /v1/developers/recovery`: asks for a code for want of the password.
public struct RecoveryWishBody: Codable, Hashable, Sendable {
    /// How the code reaches whoever asks.
    public enum Way: String, CaseIterable, Codable, Sendable {
        /// On the appliance's own display; at home only.
        case display
        /// In a letter to the account's address, if that was confirmed.
        case mail
    }

    /// Of the account.
    public var email: String
    /// How the code is to come.
    public var by: Way
    /// In which a letter is written, such as `pl`; absent: in all that the appliance speaks.
    public var language: String?

    /// Makes one.
    public init(email: String, by: Way, language: String? = nil) {
        (self.email, self.by, self.language) = (email, by, language)
    }
}

/// What asking for a code came to: the same whether anybody has the address or not.
public struct RecoveryWayBody: Codable, Hashable, Sendable {
    /// How the code comes.
    public var by: RecoveryWishBody.Way
    /// When it ends.
    public var expiresAt: UnixTime
    /// Where it is shown; absent of a letter.
    public var shownOn: PairingBody.Place?
    /// The code itself, for the owner's key only; else absent.
    public var code: String?

    /// Makes one.
    public init(
        by way: RecoveryWishBody.Way,
        expiresAt: UnixTime,
        shownOn: PairingBody.Place? = nil,
        code: String? = nil
    ) {
        (by, self.expiresAt) = (way, expiresAt)
        (self.shownOn, self.code) = (shownOn, code)
    }
}

/// The body of `PUT /v1/developers/recovery`: another password for want of the old one.
public struct RecoveryBody: Codable, Hashable, Sendable {
    /// Of the account.
    public var email: String
    /// Eight digits of the display or of a letter, or a recovery code.
    public var code: String
    /// The one from now on: 8 to 128 characters.
    public var newPassword: String
    /// What the program that signs in calls itself.
    public var name: String?

    /// Makes one.
    public init(email: String, code: String, newPassword: String, name: String? = nil) {
        (self.email, self.code) = (email, code)
        (self.newPassword, self.name) = (newPassword, name)
    }
}

/// The body of `POST /v1/admin/invitations`.
public struct DeveloperInvitationWishBody: Codable, Hashable, Sendable {
    /// For whom it is, for the list alone.
    public var note: String?

    /// Makes one.
    public init(note: String? = nil) {
        self.note = note
    }
}

/// An invitation, for whoever administers the appliance.
public struct DeveloperInvitationBody: Codable, Hashable, Sendable {
    /// Names it in paths; it opens nothing.
    public var invitation: String
    /// For whom it is; absent: nothing was said.
    public var note: String?
    /// When it was made.
    public var since: UnixTime
    /// When it ends.
    public var expiresAt: UnixTime
    /// When somebody came by it; absent: nobody did.
    public var usedAt: UnixTime?

    /// Makes one.
    public init(
        invitation: String,
        note: String? = nil,
        since: UnixTime,
        expiresAt: UnixTime,
        usedAt: UnixTime? = nil
    ) {
        (self.invitation, self.note, self.since) = (invitation, note, since)
        (self.expiresAt, self.usedAt) = (expiresAt, usedAt)
    }
}

/// `POST /v1/admin/invitations`: what is given to somebody who is to register; it is shown this once.
public struct NewDeveloperInvitationBody: Codable, Hashable, Sendable {
    /// What the list has of it.
    public var invitation: DeveloperInvitationBody
    /// What is said with the registration, once.
    public var code: String

    /// Makes it.
    public init(invitation: DeveloperInvitationBody, code: String) {
        (self.invitation, self.code) = (invitation, code)
    }
}

/// `GET /v1/admin/invitations`.
public struct DeveloperInvitationListBody: Codable, Hashable, Sendable {
    /// The newest first.
    public var invitations: [DeveloperInvitationBody]

    /// Makes a list.
    public init(invitations: [DeveloperInvitationBody]) {
        self.invitations = invitations
    }
}

/// The body of `POST /v1/developers/me/confirmation`: asks for a letter to the account's address.
public struct ConfirmationWishBody: Codable, Hashable, Sendable {
    /// In which it is written, such as `pl`; absent: in all that the appliance speaks.
    public var language: String?

    /// Makes one.
    public init(language: String? = nil) {
        self.language = language
    }
}

/// A letter that is on its way.
public struct ConfirmationWayBody: Codable, Hashable, Sendable {
    /// How long its code is good at least.
    public var expiresAt: UnixTime

    /// Makes one.
    public init(expiresAt: UnixTime) {
        self.expiresAt = expiresAt
    }
}

/// The body of `PUT /v1/developers/me/confirmation`: the code of the newest letter.
public struct ConfirmationBody: Codable, Hashable, Sendable {
    /// Case, blanks and hyphens make no difference.
    public var code: String

    /// Makes one.
    public init(code: String) {
        self.code = code
    }
}
