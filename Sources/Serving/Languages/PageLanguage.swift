package import JSONReading

/// A language of the pages, from its words file: `{"language": {"tag", "locale", "name"}, "words": {…}}`.
package struct PageLanguage: Sendable {
    /// BCP 47, and the file's name: `pl`.
    package let tag: String
    /// In itself: `Polski`.
    package let name: String
    private let words: JSONElement

    /// nil for a file that is no words file; a test reads every one that is embedded.
    package init?(parsing bytes: [UInt8]) {
        guard let file = try? JSONElement(parsing: bytes, limits: PageLanguage.limits),
            let tag = file.member(named: "language")?.member(named: "tag")?.string,
            let name = file.member(named: "language")?.member(named: "name")?.string,
            let words = file.member(named: "words")
        else { return nil }
        (self.tag, self.name, self.words) = (tag, name, words)
    }

    /// The words of every key that begins so.
    package func texts(startingWith prefix: String) -> [String: String] {
        var texts: [String: String] = [:]
        for (key, row) in words.members where key.hasPrefix(prefix) { texts[key] = row.string }
        return texts
    }

    /// Our own files, of some 50 kB.
    package static let limits = JSONLimits(bytes: 1 << 20, depth: 4)

    /// The words of a key; nil without any, and for a count's forms.
    package func text(_ key: String) -> String? {
        key == "language" ? tag : words.member(named: key)?.string
    }
}
