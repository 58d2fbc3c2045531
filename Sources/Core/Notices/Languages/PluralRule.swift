/// The forms of a word by its count (CLDR cardinal categories).
package enum PluralForm: String, CaseIterable, Hashable, Sendable {
    case zero, one, two, few, many, other
}

/// How a language chooses the form of a whole count (CLDR plural rules), named after a language that does so; a words
/// file names the rule of its own.
package enum PluralRule: String, CaseIterable, Sendable {
    /// One form for all counts: Japanese, Chinese, Korean, Vietnamese.
    case japanese = "ja"
    /// 1 and the rest: English, German, Dutch, Swedish; Spanish and Italian up to a million.
    case english = "en"
    /// 0 and 1, and the rest: French, up to a million.
    case french = "fr"
    /// 1, 2 to 4, and the rest: Czech, Slovak.
    case czech = "cs"
    /// 1, what ends in 2 to 4, and the rest.
    case polish = "pl"
    /// What ends in 1, what ends in 2 to 4, and the rest: Russian, Ukrainian; the rest is `other` in Serbian and Croatian.
    case russian = "ru"
    case serbian = "sr"
    case lithuanian = "lt"
    case romanian = "ro"
    case slovenian = "sl"
    case arabic = "ar"

    /// The form for a count of 0 and more.
    package func form(of count: Int64) -> PluralForm {
        let (ones, tens) = (count % 10, count % 100)
        let isTeen = (11...19).contains(tens)
        let endsInFew = (2...4).contains(ones) && !isTeen
        switch self {
        case .japanese: return .other
        case .english: return count == 1 ? .one : .other
        case .french: return count < 2 ? .one : .other
        case .czech: return count == 1 ? .one : (2...4).contains(count) ? .few : .other
        case .polish: return count == 1 ? .one : endsInFew ? .few : .many
        case .russian: return ones == 1 && !isTeen ? .one : endsInFew ? .few : .many
        case .serbian: return ones == 1 && !isTeen ? .one : endsInFew ? .few : .other
        case .lithuanian: return isTeen || ones == 0 ? .other : ones == 1 ? .one : .few
        case .romanian: return count == 1 ? .one : count == 0 || (1...19).contains(tens) ? .few : .other
        case .slovenian: return tens == 1 ? .one : tens == 2 ? .two : (3...4).contains(tens) ? .few : .other
        case .arabic: return PluralRule.arabicForm(count, tens)
        }
    }

    private static func arabicForm(_ count: Int64, _ tens: Int64) -> PluralForm {
        switch (count, tens) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...): .many
        default: .other
        }
    }
}
