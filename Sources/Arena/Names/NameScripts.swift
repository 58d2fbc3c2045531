import Core

/// A set of the scripts of which players' names are made: letters of two never meet in one name, and some are of several.
///
/// A name has a script if one is left that all its letters and marks share (UTS #39 §5.1). Chinese characters are of three:
/// with Bopomofo, with kana and with Hangul.
struct NameScripts: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    /// Codes of ISO 15924; the last three are writing systems that mix scripts.
    private static let codes: [Substring] = [
        "Arab", "Armn", "Beng", "Cyrl", "Deva", "Ethi", "Geor", "Grek", "Gujr", "Guru", "Hebr", "Khmr",
        "Knda", "Laoo", "Latn", "Mlym", "Mymr", "Orya", "Sinh", "Taml", "Telu", "Thaa", "Thai", "Tibt",
        "Hanb", "Jpan", "Kore",
    ]
    /// The writing systems of scripts that are mixed.
    private static let mixed: [Substring: NameScripts] = [
        "Bopo": named("Hanb"), "Hang": named("Kore"), "Hani": eastAsian, "Hira": named("Jpan"),
        "Kana": named("Jpan"),
    ]

    static let all = NameScripts(rawValue: (1 << UInt32(codes.count)) - 1)
    static let eastAsian = named("Hanb Jpan Kore")
    /// Those in which a joiner that is not seen makes other shapes.
    static let joining = named("Arab Beng Deva Gujr Guru Khmr Knda Mlym Mymr Orya Sinh Taml Telu")
    /// Those that write no blanks between words: some keyboards put a space without width there.
    static let unspaced = named("Khmr Laoo Mymr Thai")
    private static let hebrew = named("Hebr")
    /// Those whose vowels are marks, and stand on top of each other.
    private static let stacked = named(
        "Beng Deva Gujr Guru Khmr Knda Laoo Mlym Mymr Orya Sinh Taml Telu Thai Tibt"
    )

    private static func named(_ text: String) -> NameScripts {
        NameScripts(codes: text.split(separator: " "))
    }

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Those of these codes, of Unicode's or of writing systems.
    init(codes: [Substring]) {
        self.init(codes.map(NameScripts.scripts))
    }

    private static func scripts(of code: Substring) -> NameScripts {
        guard let place = codes.firstIndex(of: code) else { return mixed[code] ?? [] }
        return NameScripts(rawValue: 1 << UInt32(place))
    }

    /// Of a letter, digit, mark or sign between letters that a script has; nil: names have no such.
    init?(_ scalar: Unicode.Scalar) {
        var range = NameScripts.runs[...]
        while let middle = range.indices.isEmpty ? nil : (range.startIndex + range.endIndex) / 2 {
            let run = range[middle]
            if run.codes.contains(scalar.value) {
                self = run.scripts
                return
            }
            range = run.codes.lowerBound > scalar.value ? range[..<middle] : range[(middle + 1)...]
        }
        return nil
    }

    /// How many marks one letter carries: where vowels are marks these are more than accents.
    var mostMarks: Int {
        if !isDisjoint(with: .stacked) { return 4 }
        return contains(.hebrew) ? 3 : 2
    }

    private struct Run {
        let codes: ClosedRange<UInt32>
        let scripts: NameScripts
    }

    /// In order, without overlaps.
    private static let runs: [Run] = NameTableGroup.all(NameScriptTable.scripts)
        .flatMap { group in
            let scripts = NameScripts(codes: group.heads)
            return group.codes.map { Run(codes: $0, scripts: scripts) }
        }
        .sorted { $0.codes.lowerBound < $1.codes.lowerBound }
}
