import Core

/// An address of a player's page or of a game's shop, which is shown and never fetched; or none.
struct ShownLink: Hashable, Sendable {
    /// Nil: none any more.
    let text: String?

    /// In bytes.
    static let longest = 200
    private static let start = "https://"
    private static let host: ASCIISet = .letters | .digits | "-."
    /// Those of a URL (RFC 3986), without brackets.
    private static let signs: ASCIISet = .letters | .digits | "-._~:/?#@!$&'()*+,;=%"

    /// An empty text takes it away; nil: it is no https address with a host of at least two names.
    init?(_ text: String) {
        guard !text.isEmpty else {
            self.text = nil
            return
        }
        guard text.utf8.count <= ShownLink.longest, text.hasPrefix(ShownLink.start),
            text.isMade(of: ShownLink.signs)
        else { return nil }
        let host = text.dropFirst(ShownLink.start.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let names = host.split(separator: ".", omittingEmptySubsequences: false)
        guard host.isMade(of: ShownLink.host), names.count >= 2, !names.contains("") else { return nil }
        self.text = text
    }
}
