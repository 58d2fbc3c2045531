import CUTF8Proc
import Glibc

/// Compares what people type with slugs: case, accents and apostrophes do not matter, spaces are hyphens.
///
/// For finding only, never for showing: folding й to и or ñ to n changes the word.
package enum SlugFolding {
    /// Longest input that is folded, in bytes; longer input equals only itself.
    private static let longest = 512

    /// The form under which `text` is compared: NFC, case folded, without marks and apostrophes, spaces as hyphens.
    package static func fold(_ text: String) -> String {
        guard text.utf8.count <= longest, !text.utf8.contains(0) else { return text }
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return foldASCII(text) }
        guard let mapped = mapped(text) else { return text }
        var result = String.UnicodeScalarView()
        var isGap = false
        for scalar in mapped.unicodeScalars where !isApostrophe(scalar) {
            guard !isSpace(scalar) else {
                isGap = true
                continue
            }
            if isGap && !result.isEmpty { result.append("-") }
            isGap = false
            result.append(scalar)
        }
        return String(result)
    }

    /// The same for texts without other letters, which are nearly all: a twentieth of the work.
    private static func foldASCII(_ text: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        var isGap = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "`"): continue
            case UInt8(ascii: "-"), UInt8(ascii: " "), 0x09...0x0D: isGap = true
            default:
                if isGap && !result.isEmpty { result.append(UInt8(ascii: "-")) }
                isGap = false
                result.append((0x41...0x5A).contains(byte) ? byte + 0x20 : byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The form in which slugs are kept: lower case, Unicode normalisation form C; as it is when memory runs out, or
    /// when it is too long to be one (normalising megabytes of marks takes minutes).
    package static func normalised(_ text: String) -> String {
        guard text.utf8.count <= longest else { return text }
        // Nearly all slugs are so already.
        if text.utf8.allSatisfy({ $0 < 0x80 && !(0x41...0x5A).contains($0) }) { return text }
        let lower = text.lowercased()
        return lower.withCString { bytes in
            bytes.withMemoryRebound(to: UInt8.self, capacity: lower.utf8.count + 1) { bytes in
                guard let composed = utf8proc_NFC(bytes) else { return lower }
                defer { free(composed) }
                return String(cString: composed)
            }
        }
    }

    /// The form in which upstream would write a name as a slug, as far as that can be known without its list: lower case, form
    /// C, accents kept; without apostrophes and brackets, spaces as hyphens.
    package static func canonical(_ text: String) -> String {
        let text = normalised(text)
        guard text.utf8.count <= longest else { return text }
        var result = String.UnicodeScalarView()
        var isGap = false
        for scalar in text.unicodeScalars where !isApostrophe(scalar) {
            if isBracket(scalar) || (!isPlain(scalar) && scalar.properties.isWhitespace) {
                isGap = true
                continue
            }
            if isGap && !result.isEmpty { result.append("-") }
            isGap = false
            result.append(scalar)
        }
        return String(result)
    }

    /// Brackets stand around a language, as in Aggra (Português), and nobody types them.
    static func withoutBrackets(_ text: String) -> String {
        // By scalars: to find characters in what strangers send would cost more than all else that is done with it.
        guard text.unicodeScalars.contains(where: isBracket) else { return text }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: text.unicodeScalars.lazy.map { isBracket($0) ? " " : $0 })
        return String(result)
    }

    private static func isBracket(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "(", ")", "[", "]", "\u{FF08}", "\u{FF09}": true
        default: false
        }
    }

    fileprivate static func letters(of text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { scalar in
                    isPlain(scalar) || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                }
            )
        )
    }

    /// ' and the typographic forms that keyboards put in its place.
    private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "'", "\u{2019}", "\u{2018}", "\u{02BC}", "`", "\u{00B4}": true
        default: false
        }
    }

    /// Small letters and digits of ASCII: nearly all, and Unicode's tables need not be asked.
    static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        (0x61...0x7A).contains(scalar.value) || (0x30...0x39).contains(scalar.value)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        !isPlain(scalar) && (scalar == "-" || scalar.properties.isWhitespace)
    }

    /// utf8proc strips marks from the decomposed form and composes the rest, so Hangul stays whole.
    private static func mapped(_ text: String) -> String? {
        let options = utf8proc_option_t(
            rawValue: UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue
                | UTF8PROC_STRIPMARK.rawValue
        )
        var text = text
        return text.withUTF8 { bytes in
            var result: UnsafeMutablePointer<UInt8>?
            let length = utf8proc_map(bytes.baseAddress, bytes.count, &result, options)
            guard length >= 0, let result else { return nil }
            defer { free(result) }
            return String(decoding: UnsafeBufferPointer(start: result, count: length), as: UTF8.self)
        }
    }
}

/// Finds slugs by what people type; each slug is folded once, when the index is made.
package struct SlugIndex: Sendable {
    private let slugs: Set<String>
    /// By folded form: the first of those that fold alike.
    private var alike: [String: String] = [:]
    /// By letters and digits alone; an empty one where several have the same.
    private var close: [String: String] = [:]

    package init(_ slugs: [String]) {
        self.slugs = Set(slugs)
        for slug in slugs {
            let folded = SlugFolding.fold(slug)
            if alike[folded] == nil { alike[folded] = slug }
            let bare = SlugFolding.letters(of: folded)
            close[bare] = close[bare] == nil ? slug : ""
        }
    }

    /// As they were given.
    var all: [String] { slugs.sorted() }

    /// The slug of these very letters.
    func same(as text: String) -> String? {
        slugs.firstIndex(of: text).map { slugs[$0] }
    }

    /// The slug that folds alike.
    func slug(alike folded: String) -> String? { alike[folded] }

    /// The only slug with the same letters and digits; nil when none or several have them.
    func slug(close folded: String) -> String? {
        let bare = SlugFolding.letters(of: folded)
        guard !bare.isEmpty, let slug = close[bare], !slug.isEmpty else { return nil }
        return slug
    }

    /// The slug that `text` means.
    ///
    /// The very same, else the one that folds alike, else the only one with the same letters and digits
    /// (`Azjol-Nerub` is written `azjolnerub`). nil when none or several fit.
    package func slug(of text: String) -> String? {
        if let same = same(as: text) { return same }
        let folded = SlugFolding.fold(text)
        return slug(alike: folded) ?? slug(close: folded)
    }
}
