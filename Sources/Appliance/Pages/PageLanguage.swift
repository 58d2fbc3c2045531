import JSONReading

/// A language of the pages, from its words file: `{"language": {"tag", "locale", "name"}, "words": {…}}`.
struct PageLanguage: Sendable {
    /// BCP 47, and the file's name: `pl`.
    let tag: String
    /// In itself: `Polski`.
    let name: String
    private let words: JSONElement

    /// nil for a file that is no words file; a test reads every one that is embedded.
    init?(parsing bytes: [UInt8]) {
        guard let file = try? JSONElement(parsing: bytes, limits: PageLanguage.limits),
            let tag = file.member(named: "language")?.member(named: "tag")?.string,
            let name = file.member(named: "language")?.member(named: "name")?.string,
            let words = file.member(named: "words")
        else { return nil }
        (self.tag, self.name, self.words) = (tag, name, words)
    }

    /// The words of every key that begins so.
    func texts(startingWith prefix: String) -> [String: String] {
        var texts: [String: String] = [:]
        for (key, row) in words.members where key.hasPrefix(prefix) { texts[key] = row.string }
        return texts
    }

    /// Our own files, of some 50 kB.
    static let limits = JSONLimits(bytes: 1 << 20, depth: 4)

    /// The words of a key; nil without any, and for a count's forms.
    func text(_ key: String) -> String? {
        key == "language" ? tag : words.member(named: key)?.string
    }
}
