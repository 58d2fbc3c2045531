import Core
import WatchpostModel

/// Somebody who writes games and has an account here.
struct Developer: Hashable, Sendable {
    /// The row.
    let id: Int64
    let address: DeveloperAddress
    let profile: DeveloperProfile
    /// Rises with each change.
    let version: Int64
    let since: UnixTime
    /// That were not used yet.
    let recoveryCodes: Int
    /// That are theirs.
    let games: Int
    /// The address was proved to be theirs.
    let isConfirmed: Bool
}

/// What developers are called, checked.
struct DeveloperProfile: Hashable, Sendable {
    let firstName: String
    let lastName: String
    /// Nil: none is said.
    let company: String?

    /// In bytes: a name of forty letters of any script.
    static let longest = 100

    /// An empty company is none.
    init(firstName: String, lastName: String, company: String?) throws(ArenaText.Refusal) {
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
enum SessionLife {
    /// Since it was used last.
    static let idle: Int64 = 30 * 86_400
    /// Since it began.
    static let longest: Int64 = 180 * 86_400
    /// How exactly the last use is stored: a write each time would be one a request.
    static let noted: Int64 = 3_600

    /// When a session ends that began and was used then.
    static func end(since: UnixTime, seen: UnixTime) -> UnixTime {
        min(since.advanced(by: longest), seen.advanced(by: idle))
    }

    /// Nobody comes in by it any more; before the clock is set nothing can be told, and it is not over.
    static func isOver(since: UnixTime, seen: UnixTime, at now: UnixTime?) -> Bool {
        now.map { end(since: since, seen: seen) <= $0 } ?? false
    }
}

/// An invitation: by it one developer registers, once.
struct Invitation: Hashable, Sendable {
    /// Names it in paths; it opens nothing.
    let code: String
    /// Of whoever made it.
    let note: String?
    let since: UnixTime
    let expiresAt: UnixTime
    let usedAt: UnixTime?

    /// What may be noted of one; nil or empty: nothing.
    static func note(_ text: String?) throws(ArenaText.Refusal) -> String? {
        let note = try ArenaText.words(text ?? "", "note", bytes: 0...100)
        return note.isEmpty ? nil : note
    }

    /// Somebody may come by it.
    func isOpen(at now: UnixTime) -> Bool {
        usedAt == nil && now < expiresAt
    }
}
