import Core

/// Which of some languages a client likes best, from its Accept-Language (RFC 9110 §12.5.4).
enum AcceptedLanguage {
    /// Bytes that are read: browsers send a few dozen.
    private static let longest = 512

    /// One of `tags`, each a language without its region; nil: it names none of them, or says nothing.
    static func best(of tags: [String], for field: String?) -> String? {
        var best: (tag: String, weight: Int)?
        for item in (field ?? "").utf8.prefix(longest).split(separator: UInt8(ascii: ",")) {
            let semicolon = UInt8(ascii: ";")
            let parts = item.split(separator: semicolon, maxSplits: 1, omittingEmptySubsequences: false)
            guard let range = parts.first else { continue }
            let name = range.filter { !isBlank($0) }.prefix { $0 != UInt8(ascii: "-") }
            let language = String(decoding: name, as: UTF8.self).lowercased()
            let weight = parts.count > 1 ? weight(parts[1]) : most
            guard weight > best?.weight ?? 0, tags.contains(language) else { continue }
            best = (language, weight)
        }
        return best?.tag
    }

    /// Of what has no weight.
    private static let most = 1_000

    /// `q=0.8` in thousandths; 0 for what is no weight.
    private static func weight(_ parameter: Substring.UTF8View.SubSequence) -> Int {
        let text = parameter.filter { !isBlank($0) }
        guard text.count >= 3, text[0] | 0x20 == UInt8(ascii: "q"), text[1] == UInt8(ascii: "=") else {
            return 0
        }
        if text[2] == UInt8(ascii: "1") { return most }
        var (weight, place) = (0, 100)
        for byte in text.dropFirst(4).prefix(3) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return 0 }
            weight += Int(byte - UInt8(ascii: "0")) * place
            place /= 10
        }
        return weight
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
