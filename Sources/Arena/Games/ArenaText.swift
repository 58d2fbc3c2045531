import Core

/// Words that authors of games give: they stand on pages and displays.
enum ArenaText {
    /// Why words cannot be taken; `words` completes the name of the field.
    struct Refusal: Error, Hashable, Sendable {
        let field: String
        let words: String

        init(_ field: String, _ words: String) {
            self.field = field
            self.words = words
        }
    }

    /// A name for paths: small letters, digits and hyphens.
    static func slug(_ text: String, _ field: String) throws(Refusal) -> String {
        let letters: ASCIISet = .smallLetters | .digits | "-"
        guard (1...32).contains(text.utf8.count), text.isMade(of: letters), !text.hasPrefix("-"),
            !text.hasSuffix("-")
        else { throw Refusal(field, "1 to 32 lowercase letters, digits and hyphens, no hyphen at the ends") }
        return text
    }

    /// Text of some bytes without anything that is invisible or turns the writing round; spaces at the ends go.
    ///
    /// `lines`: whether it may have several.
    static func words(
        _ text: String,
        _ field: String,
        bytes: ClosedRange<Int>,
        lines: Bool = false
    ) throws(Refusal) -> String {
        guard text.utf8.count <= bytes.upperBound else {
            throw Refusal(field, "longer than \(bytes.upperBound) bytes")
        }
        for scalar in text.unicodeScalars where !isShown(scalar) && !(lines && scalar == "\n") {
            throw Refusal(
                field,
                "has a sign that cannot be shown, U+\(String(scalar.value, radix: 16, uppercase: true))"
            )
        }
        var kept = text[...]
        while let first = kept.first, first == " " || first == "\n" { kept.removeFirst() }
        while let last = kept.last, last == " " || last == "\n" { kept.removeLast() }
        guard kept.utf8.count >= bytes.lowerBound else { throw Refusal(field, "empty") }
        return String(kept)
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            false
        default: !scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isVariationSelector
        }
    }
}
