/// Which ASCII characters a name from outside may be made of, one bit for each byte.
///
/// Characters beyond ASCII are in none, however they look: their bytes are not.
package struct ASCIISet: Sendable, ExpressibleByStringLiteral {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    package static let digits: ASCIISet = "0123456789"
    package static let smallLetters: ASCIISet = "abcdefghijklmnopqrstuvwxyz"
    package static let capitals: ASCIISet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    package static let letters = smallLetters | capitals
    /// In small letters.
    package static let hexadecimal = digits | "abcdef"
    /// Slugs, keys, labels of host names.
    package static let slug = smallLetters | digits | "-"

    /// Each character of a literal; one beyond ASCII stands for nothing.
    package init(stringLiteral text: StaticString) {
        text.withUTF8Buffer { bytes in
            for byte in bytes where byte < 64 { low |= 1 << byte }
            for byte in bytes where (64..<128).contains(byte) { high |= 1 << (byte - 64) }
        }
    }

    package static func | (one: ASCIISet, other: ASCIISet) -> ASCIISet {
        var both = one
        both.low |= other.low
        both.high |= other.high
        return both
    }

    package func contains(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<64: low >> byte & 1 == 1
        case 64..<128: high >> (byte - 64) & 1 == 1
        default: false
        }
    }
}

extension StringProtocol {
    /// Whether all its characters are in the set; an empty text has none that is not.
    package func isMade(of set: ASCIISet) -> Bool { utf8.allSatisfy(set.contains) }
}
