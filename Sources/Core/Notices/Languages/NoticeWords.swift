/// What the appliance says to phones in one language: rows of that language's words file, read once at the start.
package struct NoticeWords: Sendable {
    /// BCP 47.
    package let language: String
    /// Regions (ISO 3166) whose people count the hours to twelve; `001`, the world, for all.
    private let twelveHourRegions: Set<String>
    private let plural: PluralRule
    private var phrases: [NoticePhrase: [PluralForm: PhraseTemplate]] = [:]

    package init(language: String, plural: PluralRule, twelveHourRegions: Set<String>) {
        self.language = language
        self.plural = plural
        self.twelveHourRegions = twelveHourRegions
    }

    /// Takes a row: its text by form, `other` for a text that does not count.
    ///
    /// Rows of other parts of the file are left alone.
    package mutating func take(_ key: String, _ forms: [PluralForm: String]) {
        guard let phrase = NoticePhrase(rawValue: key), forms[.other] != nil else { return }
        phrases[phrase] = forms.mapValues(PhraseTemplate.init)
    }

    /// The language with `other`'s words for what it has none for.
    func completed(from other: NoticeWords) -> NoticeWords {
        var words = self
        words.phrases.merge(other.phrases) { own, _ in own }
        return words
    }

    /// What it has no words for.
    package var missing: [NoticePhrase] { NoticePhrase.allCases.filter { phrases[$0] == nil } }

    /// The words of a phrase with `values` in its braces, and among them `count`, by which the form is chosen.
    package func text(
        _ phrase: NoticePhrase,
        count: Int64? = nil,
        _ values: KeyValuePairs<String, String> = [:]
    )
        -> String
    {
        guard let forms = phrases[phrase] else { return phrase.rawValue }
        let form = count.map(plural.form) ?? .other
        let template = forms[form] ?? forms[.other]
        return template?.filled(values, count: count) ?? phrase.rawValue
    }

    /// Whether somebody of this locale counts the hours to twelve.
    func countsToTwelve(in locale: String) -> Bool {
        let parts = locale.split { $0 == "-" || $0 == "_" }
        return twelveHourRegions.contains("001")
            || parts.dropFirst().contains { twelveHourRegions.contains($0.uppercased()) }
    }
}

/// The languages in which phones are spoken to: one for each words file.
package struct NoticeLanguages: Sendable {
    private let english: NoticeWords
    private let byTag: [String: NoticeWords]

    /// What a language has no words for is said in English.
    package init(_ languages: [NoticeWords]) {
        let english =
            languages.first { $0.language == "en" }
            ?? NoticeWords(language: "en", plural: .english, twelveHourRegions: [])
        self.english = english
        let pairs = languages.map { ($0.language, $0.completed(from: english)) }
        byTag = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// The language of a locale such as `pl-PL` or `pl_PL`; English for all that are not here.
    package func words(for locale: String) -> NoticeWords {
        let tag = locale.split { $0 == "-" || $0 == "_" }.first?.lowercased()
        return tag.flatMap { byTag[$0] } ?? english
    }
}
