import CQREncode
import Glibc

/// A QR code (ISO/IEC 18004) as squares, and as text for a terminal.
struct QRCode: Hashable, Sendable {
    /// Squares in each direction, without the quiet zone.
    let width: Int
    /// Row by row, true for dark ones.
    let dark: [Bool]

    /// How many light squares the standard asks for on each side; phones do not find the code without them.
    static let quietZone = 4

    /// nil when the text is too long for any QR code (2,331 bytes at this level of error correction).
    init?(_ text: String) {
        guard !text.utf8.contains(0), let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1)
        else {
            return nil
        }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        // Of each byte only the lowest bit is the colour.
        dark = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
        self.width = width
    }

    /// How the squares are made visible.
    enum Style: Sendable {
        /// Black on white, whatever the terminal's own colours are.
        case coloured
        /// Without escape sequences; light squares are drawn, which is right on a dark background.
        case plain
    }

    /// Lines of half blocks, two rows of squares each, with the quiet zone.
    func lines(_ style: Style) -> [String] {
        let edge = QRCode.quietZone
        return stride(from: -edge, to: width + edge, by: 2).map { row in
            let blocks = (-edge..<width + edge).map { column in
                let upper = isDark(row, column)
                let lower = isDark(row + 1, column)
                return style == .coloured ? QRCode.block(upper, lower) : QRCode.block(!upper, !lower)
            }
            let text = String(blocks)
            return style == .coloured ? "\u{1B}[38;5;16;48;5;231m\(text)\u{1B}[0m" : text
        }
    }

    private func isDark(_ row: Int, _ column: Int) -> Bool {
        guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
        return dark[row * width + column]
    }

    private static func block(_ upper: Bool, _ lower: Bool) -> Character {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
