import Core

/// Finding games on the site by what somebody types.
struct SiteSearch: Sendable {
    private let words: [Substring]

    /// Words that are looked for; more are left out.
    private static let mostWords = 6

    /// `text`: at most a few hundred bytes.
    init(_ text: String) {
        words = SlugFolding.fold(text).split(separator: "-").prefix(SiteSearch.mostWords).map { $0 }
    }

    /// Whether each word is a part of these texts, whatever its case and accents.
    func isFound(in texts: String...) -> Bool {
        let all = texts.map(SlugFolding.fold).joined(separator: " ")
        return words.allSatisfy { all.firstRange(of: $0) != nil }
    }
}
