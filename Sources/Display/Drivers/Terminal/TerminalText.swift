/// One line of a terminal screen: pieces of text with colours, cut to the screen's width when it is drawn.
package struct TerminalText: Hashable, Sendable {
    /// How a piece of text looks; colour is never the only sign.
    package enum Style: Hashable, Sendable {
        case plain, bold, dim, green, red

        /// ECMA-48 "select graphic rendition".
        fileprivate var code: String? {
            switch self {
            case .plain: nil
            case .bold: "1"
            case .dim: "2"
            case .green: "32"
            case .red: "31"
            }
        }
    }

    private struct Piece: Hashable, Sendable {
        var text: String
        var style: Style
    }

    private var pieces: [Piece] = []

    package init() {}

    package init(_ text: String, _ style: Style = .plain) {
        pieces = [Piece(text: text, style: style)]
    }

    package static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.pieces += right.pieces
        return sum
    }

    /// The line for a terminal of `width` columns.
    ///
    /// Control characters become `?`, so that no text from outside can steer the terminal.
    package func drawn(width: Int) -> String {
        var result = ""
        var room = width
        for piece in pieces {
            let text = TerminalText.cut(piece.text, to: &room)
            guard !text.isEmpty else { continue }
            result += piece.style.code.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
        }
        return result
    }

    private static func cut(_ text: String, to room: inout Int) -> String {
        var result = ""
        for character in text {
            let columns = columns(of: character)
            guard columns <= room else {
                room = 0
                break
            }
            room -= columns
            result.append(isControl(character) ? "?" : character)
        }
        return result
    }

    private static func isControl(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// Hangul, Han, Kana and emoji take two columns in every common terminal font.
    private static func columns(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first?.value else { return 0 }
        switch first {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
