/// Text for a display that cannot show it all: what the ROM has stays, accents go, the rest is refused or
/// `?`.
///
/// For show only: search folds by utf8proc, which keeps `ł` and makes `и` of `й`.
extension CharacterROM {
    /// The text in characters that the ROM or the glyph slots have, or nil when something in it (Cyrillic,
    /// Hangul, Han) has no likeness: then another name is better than a row of question marks.
    package func folded(_ text: String) -> String? {
        var result = ""
        for character in text {
            guard let likeness = likeness(of: character) else { return nil }
            result += likeness
        }
        return result
    }

    /// The same with `?` for what has no likeness; nothing of the outside may reach the bus as a control
    /// code.
    package func foldedForcibly(_ text: String) -> String {
        text.reduce(into: "") { $0 += likeness(of: $1) ?? "?" }
    }

    /// The first of the names that can be shown, else `last`.
    package func firstShowable(of names: [String], else last: String) -> String {
        for name in names where !name.isEmpty {
            if let folded = folded(name), folded.contains(where: { $0 != " " }) { return folded }
        }
        return foldedForcibly(last)
    }

    private func likeness(of character: Character) -> String? {
        if code(of: character) != nil || Glyph(character) != nil { return String(character) }
        if let base = CharacterROM.bases[character] { return base }
        guard let plain = CharacterROM.withoutMarks(character) else { return nil }
        if code(of: plain) != nil { return String(plain) }
        return CharacterROM.bases[plain]
    }

    /// The letter below combining marks that no composed character exists for.
    private static func withoutMarks(_ character: Character) -> Character? {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, scalars.count > 1 else { return nil }
        guard scalars.dropFirst().allSatisfy(\.properties.isDiacritic) else { return nil }
        return Character(first)
    }

    /// Latin letters without their accents, and punctuation as ASCII has it.
    ///
    /// `Character` compares by canonical
    /// equivalence, so decomposed text finds its row, too.
    private static let bases: [Character: String] = {
        var bases: [Character: String] = [:]
        for (base, characters) in likenesses {
            for character in characters { bases[character] = base }
        }
        return bases
    }()

    private static let likenesses: [(String, String)] = [
        ("A", "ÀÁÂÃÄÅĀĂĄǍ"), ("C", "ÇĆĈĊČ"), ("D", "ÐĎĐ"), ("E", "ÈÉÊËĒĔĖĘĚ"), ("G", "ĜĞĠĢ"), ("H", "ĤĦ"),
        ("I", "ÌÍÎÏĨĪĬĮİ"), ("J", "Ĵ"), ("K", "Ķ"), ("L", "ĹĻĽĿŁ"), ("N", "ÑŃŅŇŊ"), ("O", "ÒÓÔÕÖØŌŎŐ"),
        ("R", "ŔŖŘ"), ("S", "ŚŜŞŠȘ"), ("T", "ŢŤŦȚ"), ("U", "ÙÚÛÜŨŪŬŮŰŲ"), ("W", "Ŵ"), ("Y", "ÝŶŸ"),
        ("Z", "ŹŻŽ"),
        ("a", "àáâãäåāăąǎ"), ("c", "çćĉċč"), ("d", "ðďđ"), ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"), ("h", "ĥħ"),
        ("i", "ìíîïĩīĭįı"), ("j", "ĵ"), ("k", "ķĸ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉŋ"), ("o", "òóôõöøōŏő"),
        ("r", "ŕŗř"), ("s", "śŝşšſș"), ("t", "ţťŧț"), ("u", "ùúûüũūŭůűų"), ("w", "ŵ"), ("y", "ýÿŷ"),
        ("z", "źżž"),
        ("AE", "Æ"), ("ae", "æ"), ("OE", "Œ"), ("oe", "œ"), ("ss", "ß"), ("SS", "ẞ"), ("Th", "Þ"),
        ("th", "þ"),
        ("'", "‘’‚‛´ʼ′"), ("\"", "“”„‟«»″"), ("-", "‐‑‒–—―−~"), ("...", "…"), ("/", "\\"),
        (" ", "\u{A0}\u{2009}\u{202F}"),
        (".", "·•"), ("x", "×"), ("!", "¡"), ("u", "µ"), ("<", "‹"), (">", "›"), ("(C)", "©"), ("(R)", "®"),
    ]
}
