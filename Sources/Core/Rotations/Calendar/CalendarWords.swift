/// What calendars say in one language: rows of that language's words file, read once at the start.
package struct CalendarWords: Sendable {
    /// BCP 47.
    package let language: String
    private var phrases: [CalendarPhrase: PhraseTemplate] = [:]

    package init(language: String) {
        self.language = language
    }

    /// Takes a row; those of other parts of the file are left alone.
    package mutating func take(_ key: String, _ text: String) {
        guard let phrase = CalendarPhrase(rawValue: key) else { return }
        phrases[phrase] = PhraseTemplate(text)
    }

    /// What it has no words for.
    package var missing: [CalendarPhrase] { CalendarPhrase.allCases.filter { phrases[$0] == nil } }

    /// The language with `other`'s words for what it has none for.
    func completed(from other: CalendarWords) -> CalendarWords {
        var words = self
        words.phrases.merge(other.phrases) { own, _ in own }
        return words
    }

    /// The words of a phrase with `values` in its braces.
    func text(_ phrase: CalendarPhrase, _ values: KeyValuePairs<String, String> = [:]) -> String {
        phrases[phrase]?.filled(values, count: nil) ?? phrase.rawValue
    }
}

/// The languages of calendars: one for each words file, so that whoever asks can only choose among these.
package struct CalendarLanguages: Sendable {
    private let english: CalendarWords
    private let byTag: [String: CalendarWords]

    /// What a language has no words for is said in English.
    package init(_ languages: [CalendarWords]) {
        let english = languages.first { $0.language == "en" } ?? CalendarWords(language: "en")
        self.english = english
        let pairs = languages.map { ($0.language.lowercased(), $0.completed(from: english)) }
        byTag = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// The language of a tag such as `pl-PL`, less and less of it (RFC 4647 §3.4); English without one, and for all that are
    /// not here.
    package func words(for tag: String?) -> CalendarWords {
        var parts = tag?.lowercased().split(separator: "-", omittingEmptySubsequences: false) ?? []
        while !parts.isEmpty {
            if let words = byTag[parts.joined(separator: "-")] { return words }
            parts.removeLast()
        }
        return english
    }
}
