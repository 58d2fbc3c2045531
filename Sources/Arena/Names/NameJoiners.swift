import Core

/// Signs that are not seen, but change how letters of some scripts are joined (UAX #31 §2.3.1): Persian and Indic names have them.
///
/// Where one changes nothing it goes, if the name's script has such signs at all: keyboards leave many behind. In other scripts
/// it stays, and the name is refused.
enum NameJoiners {
    private typealias Signs = ArraySlice<Unicode.Scalar>

    static let nonJoiner: Unicode.Scalar = "\u{200C}"
    static let joiner: Unicode.Scalar = "\u{200D}"
    /// Between words of scripts without blanks.
    private static let zeroSpace: Unicode.Scalar = "\u{200B}"

    static func settled(_ signs: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard signs.contains(where: \.properties.isDefaultIgnorableCodePoint) else { return signs }
        let scripts = signs.lazy.compactMap { NameScripts($0) }.first ?? []
        var result: [Unicode.Scalar] = []
        for (index, sign) in signs.enumerated() {
            let behind = signs[(index + 1)...].drop { $0.properties.isDefaultIgnorableCodePoint }
            let goes =
                switch sign {
                case nonJoiner: !parts(result[...], behind) && !scripts.isDisjoint(with: .joining)
                case joiner: !joins(result[...], behind) && !scripts.isDisjoint(with: .joining)
                case zeroSpace: !scripts.isDisjoint(with: .unspaced)
                // How a Chinese character is drawn is its font's.
                default: sign.properties.isVariationSelector && !scripts.isDisjoint(with: .eastAsian)
                }
            if !goes { result.append(sign) }
        }
        return result
    }

    /// Whether a non-joiner is seen between these: it parts letters that would join, or a virama from what it would make (A1, A2).
    private static func parts(_ before: Signs, _ behind: Signs) -> Bool {
        let next = behind.first { !isMark($0) }
        if let last = before.last(where: { !isMark($0) }), dual.contains(last) {
            return next.map { dual.contains($0) || right.contains($0) } ?? false
        }
        return endsInVirama(before) && behind.first { !isUpper($0) }.map(isLetter) == true
    }

    /// Whether a joiner is seen between these: it makes a half letter of the one before a virama (B).
    ///
    /// Or it keeps one whole whose virama is yet to come: Bengali writes so what begins with র‍্য, Sinhala and Kannada some letters
    /// that touch (The Unicode Standard, chapters 12 and 13).
    private static func joins(_ before: Signs, _ behind: Signs) -> Bool {
        if endsInVirama(before) { return behind.first.map(isMark) != true }
        guard let last = before.last, let virama = behind.first, isVirama(virama) else { return false }
        return isLetter(last) && behind.dropFirst().first.map(isLetter) == true
    }

    /// A letter, its marks and a virama.
    private static func endsInVirama(_ signs: Signs) -> Bool {
        let virama = signs.lastIndex { !isUpper($0) } ?? signs.startIndex
        guard signs.indices.contains(virama), isVirama(signs[virama]) else { return false }
        return signs[..<virama].last { !isMark($0) }.map(isLetter) == true
    }

    private static func isLetter(_ sign: Unicode.Scalar) -> Bool {
        switch sign.properties.generalCategory {
        case .otherLetter, .modifierLetter, .lowercaseLetter, .uppercaseLetter, .titlecaseLetter: true
        default: false
        }
    }

    /// Letters join across these.
    private static func isMark(_ sign: Unicode.Scalar) -> Bool {
        sign.properties.generalCategory == .nonspacingMark
    }

    /// A mark that has a place of its own beside the virama.
    private static func isUpper(_ sign: Unicode.Scalar) -> Bool {
        isMark(sign) && sign.properties.canonicalCombiningClass != .notReordered && !isVirama(sign)
    }

    private static func isVirama(_ sign: Unicode.Scalar) -> Bool {
        sign.properties.canonicalCombiningClass == .virama
    }

    /// Letters that join those on both sides, and those that join the one before alone.
    private static let dual = letters("D")
    private static let right = letters("R")

    private static func letters(_ kind: Substring) -> Set<Unicode.Scalar> {
        Set(NameTableGroup.all(NameScriptTable.joining).filter { $0.heads == [kind] }.flatMap(\.scalars))
    }
}
