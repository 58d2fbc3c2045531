/// The characters that are built into the controller: which of the two common fonts it has.
///
/// Source: HD44780U datasheet, tables 4 (ROM code A00) and 5 (A02). Only what a Latin text may need is
/// mapped; A02's few Cyrillic capitals are not, because half a name is worse than the name in en_US.
package enum CharacterROM: String, Hashable, Sendable, CaseIterable {
    /// Japanese: ASCII except `\` and `~`, Katakana, a few umlauts. The usual one.
    case a00 = "A00"
    /// Western European.
    case a02 = "A02"

    /// The code of a character, or nil when the ROM has nothing like it.
    package func code(of character: Character) -> UInt8? {
        switch self {
        case .a00: CharacterROM.codesA00[character]
        case .a02: CharacterROM.codesA02[character]
        }
    }

    /// The character that a code shows; nil for glyph slots and for what is not mapped.
    package func character(of code: UInt8) -> Character? {
        switch self {
        case .a00: CharacterROM.charactersA00[code]
        case .a02: CharacterROM.charactersA02[code]
        }
    }

    private static let codesA00 = codes(ascii(without: ["\\", "~"]), extras: extrasA00)
    private static let codesA02 = codes(ascii(without: []), extras: extrasA02)
    private static let charactersA00 = inverse(codesA00)
    private static let charactersA02 = inverse(codesA02)

    private static let extrasA00: [(UInt8, String)] = [
        (0x5C, "¥"), (0x7E, "→←"), (0xA5, "·"), (0xDF, "°"), (0xE0, "αäßεµσρ"), (0xE8, "√"), (0xEC, "¢£ñö"),
        (0xF2, "θ∞Ωü"), (0xF6, "Σπ"), (0xFD, "÷"), (0xFF, "█"),
    ]

    private static let extrasA02: [(UInt8, String)] = [
        (0x12, "“”"), (0x16, "●"), (0x18, "↑↓→←≤≥▲▼"), (0x93, "πΣσ"), (0x9A, "Ωδ∞"), (0xA1, "¡¢£¤¥¦§ƒ©ª«"),
        (0xAE, "®"), (0xB0, "°±²³"), (0xB5, "µ¶·ω¹º»¼½¾¿"), (0xC0, "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×"),
        (0xD9, "ÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"),
    ]

    /// Printable ASCII at its own codes.
    private static func ascii(without missing: Set<Character>) -> [(Character, UInt8)] {
        (UInt8(0x20)...0x7E).map { (Character(Unicode.Scalar($0)), $0) }.filter { !missing.contains($0.0) }
    }

    /// Adds runs of characters that stand at consecutive codes.
    private static func codes(
        _ ascii: [(Character, UInt8)],
        extras: [(UInt8, String)]
    ) -> [Character: UInt8] {
        var codes = Dictionary(uniqueKeysWithValues: ascii)
        for (start, characters) in extras {
            for (offset, character) in characters.enumerated() { codes[character] = start + UInt8(offset) }
        }
        return codes
    }

    private static func inverse(_ codes: [Character: UInt8]) -> [UInt8: Character] {
        Dictionary(codes.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    }
}
