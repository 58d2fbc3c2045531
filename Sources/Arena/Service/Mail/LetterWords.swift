import Core
import Serving
import WatchpostModel

/// What letters say: rows of the words files that begin with `mail.`.
struct LetterWords: Sendable {
    /// English first.
    private let languages: [(tag: String, texts: [String: String])]
    /// What the box is called in them.
    private let box: String

    init(_ languages: [PageLanguage], box: String) {
        self.languages = languages.map { ($0.tag, $0.texts(startingWith: "mail.")) }
        self.box = box
    }

    /// Subject and text of a letter; in all languages where it was not said which.
    ///
    /// `code`: what stands in its place, of several players a line for each.
    func words(_ leased: LeasedLetter, code: String) -> (subject: String, text: String) {
        let known = languages.filter { $0.tag == leased.language }
        let chosen = known.isEmpty ? languages : known
        let key = "mail.\(leased.kind.rawValue)"
        let texts = chosen.map { language in filled(language.texts["\(key).text"] ?? "", code) }
        var text = texts.joined(separator: "\n\n--\n\n")
        if let message = leased.message {
            text += "\n\n\(message.name) <\(message.address)>, \(message.at.rfc3339)\n\n\(message.text)"
        }
        return (filled(chosen.first?.texts["\(key).subject"] ?? "", code), text + "\n")
    }

    /// The languages that somebody may ask for; others are as if none was named.
    func language(_ wished: String?) -> String? {
        guard let wished, wished.utf8.count <= 35 else { return nil }
        let tag = wished.lowercased().prefix { $0 != "-" && $0 != "_" }
        return languages.first { $0.tag == tag }?.tag
    }

    private func filled(_ text: String, _ code: String) -> String {
        text.replacing("{box}", with: box).replacing("{code}", with: code)
    }
}
