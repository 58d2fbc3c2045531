import Core
import WatchpostModel

/// What somebody wrote to the owner.
struct ContactMessage: Hashable, Sendable {
    /// The row.
    let id: Int64
    let name: String
    /// As it was said: nobody knows whether it is theirs.
    let address: String
    let text: String
    let at: UnixTime
    let isRead: Bool
}

/// What somebody wants to write, checked: text of one's own language in bounded bytes, without anything invisible.
struct NewContactMessage: Hashable, Sendable {
    let name: String
    let address: String
    let text: String

    /// In bytes: two thousand letters of any script.
    static let longestText = 4_000

    init(name: String, address: String, text: String) throws(ArenaText.Refusal) {
        self.name = try ArenaText.words(name, "name", bytes: 1...100)
        guard let checked = PlayerEmail(address)?.text else {
            throw ArenaText.Refusal("address", "not a plain address such as ola@example.org")
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
enum ContactRules {
    /// That nobody read yet, from outside: strangers fill this and no more.
    static let mostUnreadOutside: Int64 = 200
    /// That nobody read yet, from home.
    static let mostUnreadHome: Int64 = 50
    /// That were read; the oldest make room.
    static let mostRead: Int64 = 500
    /// Of one list.
    static let page = 50
}
