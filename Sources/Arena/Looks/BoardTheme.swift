import Core

/// How a board in a page of somebody else's is to look: what an address may say of it, each member read strictly.
struct BoardTheme: Hashable, Sendable {
    /// What can be said; the raw value is its name in addresses, as in the module for games.
    enum Member: String, CaseIterable, Hashable, Sendable {
        case background, color, soft, line, accent
        /// Behind the row of who looks.
        case own
        /// The picture behind everything.
        case image
        case font, fontSize, radius

        /// Its custom property.
        fileprivate var property: String {
            switch self {
            case .fontSize: "--watchpost-font-size"
            default: "--watchpost-\(rawValue)"
            }
        }
    }

    private struct Value: Hashable, Sendable {
        let said: String
        let css: String
    }

    private let values: [Member: Value]

    /// Of fonts that are named one after the other.
    private static let mostFonts = 5
    /// The one picture that may be named: the game's own.
    private static let ownPicture = "own"

    init(_ said: [Member: String]) throws(ArenaText.Refusal) {
        var values: [Member: Value] = [:]
        for member in Member.allCases {
            guard let text = said[member] else { continue }
            values[member] = Value(said: text, css: try BoardTheme.css(member, text))
        }
        if (values[.background] == nil) != (values[.color] == nil) {
            let missing: Member = values[.color] == nil ? .color : .background
            throw ArenaText.Refusal(
                missing.rawValue,
                "is missing: some screens are light and some are dark, so name background and color together"
            )
        }
        if values[.image] != nil, values[.background] == nil {
            throw ArenaText.Refusal(
                Member.image.rawValue,
                "needs background and color, so that rows can be read over it"
            )
        }
        self.values = values
    }

    /// Nothing was said: the board looks as ours do.
    var isEmpty: Bool { values.isEmpty }

    /// What was said, in the order of the members: it makes the same theme again.
    var said: [(name: String, value: String)] {
        Member.allCases.compactMap { member in values[member].map { (member.rawValue, $0.said) } }
    }

    /// The style sheet that sets it; `picture`: where the game's own picture is read.
    func styleSheet(picture: String) -> String {
        let lines = Member.allCases.compactMap { member -> String? in
            guard let value = values[member] else { return nil }
            return "    \(member.property): \(member == .image ? "url(\"\(picture)\")" : value.css);\n"
        }
        return ":root {\n\(lines.joined())}\n"
    }

    private static func css(_ member: Member, _ text: String) throws(ArenaText.Refusal) -> String {
        let found: String?
        let takes: String
        switch member {
        case .background, .color, .soft, .line, .accent, .own:
            found = ThemeColour(text)?.text
            takes =
                "is not a colour; write 1c2430, rgb(28, 36, 48), hsl(216, 26%, 15%) or a name of CSS, such as navy"
        case .image:
            found = text == ownPicture ? text : nil
            takes = "is not taken; there is own, the picture that the game keeps here"
        case .font:
            found = fonts(text)
            takes =
                "is not a list of fonts; write up to \(mostFonts) names of letters, digits, blanks and hyphens"
        case .fontSize:
            found = size(text, from: 8)
            takes = "is not a size; write 18, 18px, 1.2em or 1.2rem, from 8 to 48 pixels"
        case .radius:
            found = size(text, from: 0)
            takes = "is not a size; write 8, 8px, 0.5em or 0.5rem, up to 48 pixels"
        }
        guard let found else {
            throw ArenaText.Refusal(member.rawValue, "“\(TextBytes.cut(text, to: 60))” \(takes)")
        }
        return found
    }

    /// Pixels, or with a unit.
    private static func size(_ text: String, from least: Double) -> String? {
        let unit = ["px", "rem", "em"].first { text.hasSuffix($0) } ?? ""
        guard let number = ThemeNumber(text.dropLast(unit.utf8.count)) else { return nil }
        let pixels = number.value * (unit == "rem" || unit == "em" ? 16 : 1)
        return (least...48).contains(pixels) ? number.text + (unit.isEmpty ? "px" : unit) : nil
    }

    /// Names of fonts as texts, and the families that every browser has as they are.
    private static func fonts(_ text: String) -> String? {
        let letters: ASCIISet = .letters | .digits | " -"
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            part.split(separator: " ").joined(separator: " ")
        }
        let areNames = names.allSatisfy { name in
            (1...40).contains(name.utf8.count) && name.isMade(of: letters)
        }
        guard areNames, names.count <= mostFonts else { return nil }
        return names.map { families.contains($0) ? $0 : "\"\($0)\"" }.joined(separator: ", ")
    }

    private static let families: Set<String> = [
        "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif", "ui-sans-serif",
        "ui-monospace", "ui-rounded",
    ]
}
