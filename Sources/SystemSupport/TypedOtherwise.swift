/// A character that editors, phones and web pages put in the place of one that files and command lines are written with.
///
/// It looks the same, or like nothing at all, so that it has to be named together with what to write.
package struct TypedOtherwise: Hashable, Sendable {
    /// What is there, with the character itself or its number, to stand behind "has".
    package let words: String
    /// What to do about it.
    package let remedy: String

    /// The first one in `text`; nil: none.
    package init?(in text: some StringProtocol) {
        for scalar in text.unicodeScalars {
            guard scalar.value > 0x7F, let known = TypedOtherwise(scalar) else { continue }
            self = known
            return
        }
        return nil
    }

    /// nil for a character that stands for itself.
    package init?(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x2018...0x201F, 0x00AB, 0x00BB, 0x2032...0x2036, 0x2039, 0x203A, 0x301D...0x301F, 0xFF02,
            0xFF07:
            self.init("curly quotes (\(scalar))", "write straight ones: \"")
        case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D:
            self.init("a dash (\(scalar)) that is not the one of the keyboard", "write -")
        case 0x00A0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000:
            self.init(
                "a blank of another kind (\(TypedOtherwise.number(scalar)))",
                "write a plain blank, or none"
            )
        case 0x00AD, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF:
            self.init(
                "a character that cannot be seen (\(TypedOtherwise.number(scalar)))",
                "delete it; typing the line anew helps"
            )
        case 0xFF01...0xFF5E:
            let plain = Unicode.Scalar(scalar.value - 0xFEE0).map { String(Character($0)) } ?? ""
            self.init("a wide \(scalar)", "write \(plain)")
        default: return nil
        }
    }

    private init(_ words: String, _ remedy: String) {
        self.words = words
        self.remedy = remedy
    }

    /// `U+FEFF`.
    private static func number(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }
}
