import Core

/// A game's own style sheet, which takes the place of ours on the pages of its boards: looked through once, when it is given.
///
/// It can load nothing but the game's own picture, and has nothing in it that hides what it loads. The page's content security
/// policy says the same to the browser.
struct GameStyle: Hashable, Sendable {
    /// In bytes.
    static let longest = 32_768

    let text: String

    /// `picture`: where the game's own picture is read, the only address that it may name.
    init(_ given: [UInt8], picture: String) throws(ArenaText.Refusal) {
        let field = GameStyle.field
        guard !given.isEmpty else { throw ArenaText.Refusal(field, "is empty; DELETE it to have ours again") }
        guard given.count <= GameStyle.longest else {
            throw ArenaText.Refusal(field, "is longer than \(GameStyle.longest / 1_024) KiB")
        }
        guard let text = String(validating: given, as: UTF8.self) else {
            throw ArenaText.Refusal(field, "is not UTF-8; save it as that")
        }
        let isPlain = given.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [9, 10, 13].contains($0) }
        guard isPlain, !text.unicodeScalars.contains("\u{FEFF}") else {
            throw ArenaText.Refusal(field, "has a sign that cannot be shown")
        }
        var scanner = StyleScanner(given, picture: picture)
        try scanner.check()
        self.text = text
    }

    static let field = "style"
}
