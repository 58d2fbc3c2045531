/// Which texts can be the slug of a realm: one rule for what sources say, what lists keep and what settings name, so that
/// whatever is published can be watched.
package enum RealmSlug {
    /// In bytes.
    static let longest = 128
    /// What RFC 3986 leaves without a meaning in addresses, and the apostrophe, which has none in a path.
    private static let plain: ASCIISet = .letters | .digits | "-._~'"

    /// Whether it can stand in an address as one segment that is what it says: `.` and `..` would lead elsewhere, and
    /// browsers take them away.
    package static func isUsable(_ slug: some StringProtocol) -> Bool {
        guard (1...longest).contains(slug.utf8.count), slug != ".", slug != ".." else { return false }
        return slug.isMade(of: plain) || slug.unicodeScalars.allSatisfy(mayHold)
    }

    /// Whether a slug may hold it: of ASCII what is plain, of all else what people see.
    static func mayHold(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return plain.contains(UInt8(scalar.value)) }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
