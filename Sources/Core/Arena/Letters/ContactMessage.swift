package import WatchpostModel

/// What somebody wrote to the owner.
package struct ContactMessage: Hashable, Sendable {
    /// The row.
    package let id: Int64
    package let name: String
    /// As it was said: nobody knows whether it is theirs.
    package let address: String
    package let text: String
    package let at: UnixTime
    package let isRead: Bool
}

/// What somebody wants to write, checked: text of one's own language in bounded bytes, without anything invisible.
package struct NewContactMessage: Hashable, Sendable {
    package let name: String
    package let address: String
    package let text: String

    /// In bytes: two thousand letters of any script.
    package static let longestText = 4_000

    package init(name: String, address: String, text: String) throws(ArenaText.Refusal) {
        self.name = try ArenaText.words(name, "name", bytes: 1...100)
        guard let checked = PlayerEmail(address)?.text else {
            throw ArenaText.Refusal("address", "no plain address such as ola@example.org")
        }
        self.address = checked
        // As forms send it: a line ends with both (HTML, 4.10.22.4).
        let isShort = text.utf8.count <= 2 * NewContactMessage.longestText
        let lines = isShort ? text.replacing("\r\n", with: "\n") : text
        self.text = try ArenaText.words(
            lines,
            "text",
            bytes: 1...NewContactMessage.longestText,
            lines: true
        )
    }
}

/// How many messages are kept.
package enum ContactRules {
    /// That nobody read yet, from outside: strangers fill this and no more.
    package static let mostUnreadOutside: Int64 = 200
    /// That nobody read yet, from home.
    package static let mostUnreadHome: Int64 = 50
    /// That were read; the oldest make room.
    static let mostRead: Int64 = 500
    /// Of one list.
    package static let page = 50
}
