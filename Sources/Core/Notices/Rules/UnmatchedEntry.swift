/// An entry of a watch list that matched no realm, as its notice tells it.
struct UnmatchedEntry: Hashable, Sendable {
    /// What was stored, without the flavour.
    let text: String
    /// The name of the realm that was meant, which is watched from now on; nil: nobody knows what was meant.
    let realm: String?

    /// As a row of the outbox carries them: one in a line, a tab before the name of its realm.
    static func detail(_ entries: [UnmatchedEntry]) -> String {
        entries.map { entry in entry.realm.map { "\(entry.text)\t\($0)" } ?? entry.text }
            .joined(separator: "\n")
    }

    static func entries(_ detail: String) -> [UnmatchedEntry] {
        detail.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
            return UnmatchedEntry(text: parts.first ?? "", realm: parts.count > 1 ? parts[1] : nil)
        }
    }
}
