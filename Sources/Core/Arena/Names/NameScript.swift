/// The scripts of which players' names are made: letters of two never meet in one name.
///
/// Unicode's own property is not at hand in Swift. Blocks of phonetic, historic and mathematical letters are left out on
/// purpose: they are there to be mistaken for others.
enum NameScript: Hashable, Sendable {
    case latin, greek, cyrillic, armenian, hebrew, arabic, devanagari, bengali, gurmukhi, gujarati, tamil,
        telugu
    case kannada, malayalam, sinhala, thai, lao, tibetan, burmese, georgian, khmer, ethiopic, korean
    /// Chinese characters and kana: Japanese mixes them.
    case eastAsian

    private static let ranges: [(ClosedRange<UInt32>, NameScript)] = [
        (0x41...0x5A, .latin), (0x61...0x7A, .latin), (0xC0...0x1BF, .latin), (0x1CD...0x233, .latin),
        (0x1E00...0x1EFF, .latin),
        (0x370...0x3FF, .greek), (0x1F00...0x1FFF, .greek),
        (0x400...0x481, .cyrillic), (0x48A...0x52F, .cyrillic),
        (0x531...0x587, .armenian), (0x591...0x5F2, .hebrew), (0x620...0x6D5, .arabic),
        (0x900...0x97F, .devanagari), (0x980...0x9FF, .bengali), (0xA00...0xA7F, .gurmukhi),
        (0xA80...0xAFF, .gujarati), (0xB80...0xBFF, .tamil), (0xC00...0xC7F, .telugu),
        (0xC80...0xCFF, .kannada), (0xD00...0xD7F, .malayalam), (0xD80...0xDFF, .sinhala),
        (0xE00...0xE7F, .thai), (0xE80...0xEFF, .lao), (0xF00...0xFFF, .tibetan), (0x1000...0x109F, .burmese),
        (0x10D0...0x10FF, .georgian), (0x1200...0x137F, .ethiopic), (0x1780...0x17FF, .khmer),
        (0x3041...0x30FF, .eastAsian), (0x3400...0x4DBF, .eastAsian), (0x4E00...0x9FFF, .eastAsian),
        (0xAC00...0xD7A3, .korean), (0x20000...0x2FA1F, .eastAsian),
    ]

    /// Of a letter, or of a digit or mark that stands among one script's letters; nil: of none of these.
    init?(_ scalar: Unicode.Scalar) {
        guard let found = NameScript.ranges.first(where: { $0.0.contains(scalar.value) }) else { return nil }
        self = found.1
    }

    /// Marks that letters of several scripts carry.
    private static let sharedMarks: ClosedRange<UInt32> = 0x300...0x36F

    /// Whether letters of any script here carry such a mark.
    static func has(mark: Unicode.Scalar) -> Bool {
        sharedMarks.contains(mark.value) || NameScript(mark) != nil
    }

    /// Whether a letter of this script carries such a mark; that of another script is shown beside it, or hides in it.
    func carries(_ mark: Unicode.Scalar) -> Bool {
        guard NameScript.sharedMarks.contains(mark.value) else { return NameScript(mark) == self }
        return switch self {
        case .latin, .greek, .cyrillic: true
        default: false
        }
    }

    /// How many marks one letter carries: where vowels are marks these are more than accents.
    var mostMarks: Int {
        switch self {
        case .latin, .greek, .cyrillic, .armenian, .georgian, .arabic, .ethiopic, .korean, .eastAsian: 2
        case .hebrew: 3
        case .devanagari, .bengali, .gurmukhi, .gujarati, .tamil, .telugu, .kannada, .malayalam, .sinhala,
            .thai, .lao, .tibetan, .burmese, .khmer:
            4
        }
    }
}
