/// A number that can be read from across the room: digits of five rows.
enum BigDigits {
    /// Three columns by five rows, row by row from the highest of the 15 bits.
    private static let shapes: [Character: UInt16] = [
        "0": 0b111_101_101_101_111, "1": 0b010_110_010_010_111, "2": 0b111_001_111_100_111,
        "3": 0b111_001_111_001_111, "4": 0b101_101_111_001_001, "5": 0b111_100_111_001_111,
        "6": 0b111_100_111_101_111, "7": 0b111_001_010_010_010, "8": 0b111_101_111_101_111,
        "9": 0b111_101_111_001_111,
    ]

    /// Five lines of full blocks; whatever is no digit becomes a gap.
    static func lines(_ text: String) -> [String] {
        (0..<5).map { row in
            text.map { character in
                let bits = (shapes[character] ?? 0) >> (12 - 3 * UInt16(row)) & 0b111
                return [4, 2, 1].map { bits & $0 == 0 ? "  " : "██" }.joined()
            }
            .joined(separator: "  ")
        }
    }
}
