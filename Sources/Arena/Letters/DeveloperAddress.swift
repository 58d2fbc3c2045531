import Core

/// The address of a developer, by which the account is found.
struct DeveloperAddress: Hashable, Sendable {
    /// As it was typed.
    let text: String
    /// As it is compared: no two accounts differ in capitals alone.
    let folded: String

    /// Nil: no plain address.
    init?(_ text: String) {
        guard let checked = PlayerEmail(text)?.text else { return nil }
        self.text = checked
        // ASCII alone.
        folded = checked.lowercased()
    }

    /// As it was stored.
    init(stored text: String, folded: String) {
        (self.text, self.folded) = (text, folded)
    }
}
