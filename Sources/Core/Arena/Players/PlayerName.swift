/// What a player is called: a name that can be shown anywhere, and that nobody can take for somebody else's.
package struct PlayerName: Hashable, Sendable {
    /// As it is shown.
    package let text: String
    /// As it is compared: no two players have the same.
    package let folded: String

    /// Why a text is no name, in words for whoever chose it.
    package enum Refusal: Error, Hashable, Sendable {
        case empty, tooLong, sign(String), twoScripts, looseMark, reserved

        package var words: String {
            switch self {
            case .empty: "a name has at least one letter or digit"
            case .tooLong: "a name has at most \(ArenaRules.longestName) characters"
            case .sign(let number):
                "a name has letters, digits, spaces and - _ . ' ! ? & + # *, and not U+\(number)"
            case .twoScripts: "a name has letters of one script"
            case .looseMark: "an accent needs a letter under it, and a letter has at most two"
            case .reserved: "nobody may be called so"
            }
        }
    }

    private static let signs = Set("-_.'!?&+#*".unicodeScalars)
    private static let mostMarks = 2
    private static let reserved: Set<String> = Set(
        ["admin", "administrator", "moderator", "owner", "system", "watchpost", "deleted player"].map(
            NameFolding.fold
        )
    )

    /// Spaces at the ends go, and of several one stays.
    package init(_ text: String) throws(Refusal) {
        guard text.utf8.count <= ArenaRules.longestNameBytes else { throw .tooLong }
        let words = NameFolding.shown(text).split(separator: " ", omittingEmptySubsequences: true)
        let name = words.joined(separator: " ")
        guard name.count <= ArenaRules.longestName else { throw .tooLong }
        try PlayerName.check(name)
        let folded = NameFolding.fold(name)
        guard !PlayerName.reserved.contains(folded) else { throw .reserved }
        self.init(text: name, folded: folded)
    }

    private init(text: String, folded: String) {
        self.text = text
        self.folded = folded
    }

    /// What somebody is called who has no name of their own; `code` is the player's.
    package static func plain(_ code: String) -> PlayerName {
        let text = "Player-\(code)"
        return PlayerName(text: text, folded: NameFolding.fold(text))
    }

    /// A name like this one with a number behind it, that fits.
    func variant(_ number: Int) -> PlayerName {
        let end = "-\(number)"
        let start = text.prefix(ArenaRules.longestName - end.count)
        let kept = start.hasSuffix(" ") ? start.dropLast() : start
        let text = String(kept) + end
        return PlayerName(text: text, folded: NameFolding.fold(text))
    }

    private static func check(_ name: String) throws(Refusal) {
        var script: NameScript?
        var marks = 0
        var isLetter = false
        var hasContent = false
        for scalar in name.unicodeScalars {
            switch try kind(scalar) {
            case .mark:
                marks += 1
                guard isLetter, marks <= mostMarks else { throw .looseMark }
            case .letter:
                guard let own = NameScript(scalar) else { throw .sign(hexadecimal(scalar)) }
                guard script == nil || script == own else { throw .twoScripts }
                (script, marks, isLetter, hasContent) = (own, 0, true, true)
            case .digit: (marks, isLetter, hasContent) = (0, false, true)
            case .sign: (marks, isLetter) = (0, false)
            }
        }
        guard hasContent else { throw .empty }
    }

    private enum Kind {
        case letter, mark, digit, sign
    }

    /// Nothing that is invisible, turns the writing round or is shown as something else passes.
    private static func kind(_ scalar: Unicode.Scalar) throws(Refusal) -> Kind {
        if scalar == " " || signs.contains(scalar) { return .sign }
        if ("0"..."9").contains(scalar) { return .digit }
        guard !scalar.properties.isDefaultIgnorableCodePoint else { throw .sign(hexadecimal(scalar)) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter,
            .decimalNumber:
            return .letter
        case .nonspacingMark, .spacingMark: return .mark
        default: throw .sign(hexadecimal(scalar))
        }
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
