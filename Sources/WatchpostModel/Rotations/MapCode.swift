/// The short name by which a map is told apart: `OL`, or what an upstream calls a map that has no short one.
package enum MapCode {
    /// In bytes; each is a letter or digit of ASCII, `_` or `-`.
    ///
    /// Longer than any that the game or an upstream ever had: what is shown can be written into a file, and be liked.
    package static let longest = 64

    /// Whether a text has the form of a code.
    package static func isCode(_ text: some StringProtocol) -> Bool {
        (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy(isByte)
    }

    /// The one that is meant by a code as people write it: as it is, else in letters of another size where only one has it so.
    package static func find<Named>(
        _ text: String,
        among known: [Named],
        code: (Named) -> String
    ) -> Named? {
        if let exact = known.first(where: { code($0) == text }) { return exact }
        let wanted = folded(text)
        let near = known.filter { folded(code($0)) == wanted }
        return near.count == 1 ? near.first : nil
    }

    /// Byte by byte: `lowercased()` would let the Kelvin sign pass for a K.
    private static func folded(_ text: String) -> [UInt8] {
        text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    }

    private static func isByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
    }
}
