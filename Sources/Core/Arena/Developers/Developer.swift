package import WatchpostModel

/// Somebody who writes games and has an account here.
package struct Developer: Hashable, Sendable {
    /// The row.
    package let id: Int64
    package let address: DeveloperAddress
    package let profile: DeveloperProfile
    /// Rises with each change.
    package let version: Int64
    package let since: UnixTime
    /// That were not used yet.
    package let recoveryCodes: Int
    /// That are theirs.
    package let games: Int
    /// The address was proved to be theirs.
    package let isConfirmed: Bool
}

/// What developers are called, checked.
package struct DeveloperProfile: Hashable, Sendable {
    package let firstName: String
    package let lastName: String
    /// Nil: none is said.
    package let company: String?

    /// In bytes: a name of forty letters of any script.
    package static let longest = 100

    /// An empty company is none.
    package init(firstName: String, lastName: String, company: String?) throws(ArenaText.Refusal) {
        self.firstName = try ArenaText.words(firstName, "firstName", bytes: 1...DeveloperProfile.longest)
        self.lastName = try ArenaText.words(lastName, "lastName", bytes: 1...DeveloperProfile.longest)
        let said = try ArenaText.words(company ?? "", "company", bytes: 0...DeveloperProfile.longest)
        self.company = said.isEmpty ? nil : said
    }

    /// As they were stored.
    init(stored firstName: String, lastName: String, company: String?) {
        (self.firstName, self.lastName, self.company) = (firstName, lastName, company)
    }
}

/// Who may become a developer here.
package enum RegistrationPolicy: String, CaseIterable, Hashable, Sendable {
    /// Everybody.
    case open
    /// Whom the owner, or who administers the appliance, gave an invitation.
    case invitation
    /// Nobody new.
    case closed
}

/// How long somebody stays signed in.
package enum SessionLife {
    /// Since it was used last.
    package static let idle: Int64 = 30 * 86_400
    /// Since it began.
    package static let longest: Int64 = 180 * 86_400
    /// How exactly the last use is stored: a write each time would be one a request.
    package static let noted: Int64 = 3_600

    /// When a session ends that began and was used then.
    package static func end(since: UnixTime, seen: UnixTime) -> UnixTime {
        min(since.advanced(by: longest), seen.advanced(by: idle))
    }

    /// Nobody comes in by it any more; before the clock is set nothing can be told, and it is not over.
    package static func isOver(since: UnixTime, seen: UnixTime, at now: UnixTime?) -> Bool {
        now.map { end(since: since, seen: seen) <= $0 } ?? false
    }
}

/// An invitation: by it one developer registers, once.
package struct Invitation: Hashable, Sendable {
    /// Names it in paths; it opens nothing.
    package let code: String
    /// Of whoever made it.
    package let note: String?
    package let since: UnixTime
    package let expiresAt: UnixTime
    package let usedAt: UnixTime?

    /// What may be noted of one; nil or empty: nothing.
    package static func note(_ text: String?) throws(ArenaText.Refusal) -> String? {
        let note = try ArenaText.words(text ?? "", "note", bytes: 0...100)
        return note.isEmpty ? nil : note
    }

    /// Somebody may come by it.
    package func isOpen(at now: UnixTime) -> Bool {
        usedAt == nil && now < expiresAt
    }
}
