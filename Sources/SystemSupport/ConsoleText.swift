/// Makes text from anywhere fit for one line of a terminal or a log.
///
/// Names, reasons and messages come from upstreams, phones and whatever else listens at an address: an escape sequence
/// in them could clear the screen, retitle the window or type for its reader, a line break could forge a line.
package enum ConsoleText {
    /// The longest line, in bytes; the rest is left out with `…`.
    package static let longest = 4_096

    /// One line: what is no visible character or blank becomes U+FFFD.
    package static func line(_ text: String, atMost bytes: Int = longest) -> String {
        var shown = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= bytes else {
                shown.append("…")
                break
            }
            shown.append(isShown(scalar) ? scalar : "\u{FFFD}")
        }
        return String(shown)
    }

    /// Controls (C0, C1, DEL), what turns the direction of writing or is invisible, and further line ends.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value >= 0x20 }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            return false
        default: return true
        }
    }
}

extension UTF8 {
    /// The bytes that a scalar takes.
    fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0..<0x80: 1
        case 0x80..<0x800: 2
        case 0x800..<0x1_0000: 3
        default: 4
        }
    }
}
