/// The language tag (BCP 47) of what a phone calls its language.
///
/// Systems write it in many ways: `pl_PL.UTF-8` and `C` (POSIX), `sr_RS@latin`, `en-US@posix` (Chromium on a bare Linux),
/// `zh_TW_#Hant` (Java). None of them is worth a refusal.
package enum LocaleTag {
    /// The language of a phone whose own makes no sense.
    package static let usual = "en"
    /// In bytes; room for language, script, region and some variants (RFC 5646, section 4.4.1).
    package static let longest = 35

    /// What of `text` is a tag, in its usual case; ``usual`` where that is nothing.
    ///
    /// It is cut at the first part that no tag has, so that nothing of it is ever more than letters, digits and `-`.
    package static func folded(_ text: String) -> String {
        let bytes = text.utf8.drop { blanks.contains($0) }
        let parts = bytes.prefix { !ends.contains($0) }.split { separators.contains($0) }
        guard let first = parts.first, (2...3).contains(first.count),
            first.allSatisfy(ASCIISet.letters.contains)
        else { return usual }
        let language = String(decoding: first, as: UTF8.self).lowercased()
        guard language != "und" else { return usual }
        let rest = parts.dropFirst().map { String(decoding: $0, as: UTF8.self) }
        return joined(language, script(of: bytes, rest).map { [$0] + rest } ?? rest)
    }

    private static let blanks: ASCIISet = " \t\r\n"
    private static let separators: ASCIISet = "-_#"
    /// The encoding and the modifier of POSIX, and what stands behind the first of a list (`Accept-Language`).
    private static let ends = blanks | ".@,;"

    /// The script that POSIX names as a modifier, unless the tag itself has one.
    private static func script(of text: Substring.UTF8View, _ rest: [String]) -> String? {
        guard let mark = text.firstIndex(of: UInt8(ascii: "@")), rest.first?.utf8.count != 4 else {
            return nil
        }
        let modifier = text[text.index(after: mark)...].prefix { ASCIISet.letters.contains($0) }
        return scripts[String(decoding: modifier, as: UTF8.self).lowercased()]
    }

    /// Those of glibc's list of locales, by their codes of ISO 15924.
    private static let scripts = [
        "cyrillic": "Cyrl", "devanagari": "Deva", "iqtelif": "Latn", "latin": "Latn",
    ]

    private static func joined(_ language: String, _ rest: [String]) -> String {
        var (tag, kept, isExtension) = (language, language, false)
        for part in rest {
            guard (1...8).contains(part.utf8.count), part.isMade(of: .letters | .digits),
                tag.utf8.count + 1 + part.utf8.count <= longest
            else { break }
            isExtension = isExtension || part.utf8.count == 1
            tag += "-" + (isExtension ? part.lowercased() : cased(part))
            // What an extension begins with is nothing without what follows.
            if part.utf8.count > 1 { kept = tag }
        }
        return kept
    }

    /// Regions in capitals, scripts with one, all else small.
    private static func cased(_ part: String) -> String {
        guard part.isMade(of: .letters) else { return part.lowercased() }
        switch part.utf8.count {
        case 2: return part.uppercased()
        case 4: return part.prefix(1).uppercased() + part.dropFirst().lowercased()
        default: return part.lowercased()
        }
    }
}
