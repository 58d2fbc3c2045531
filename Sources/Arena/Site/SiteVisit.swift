import Core
import Serving

/// How somebody reads a page of the site: in which language, and whether the address says that.
struct SiteVisit: Sendable {
    let words: SiteWords
    /// The language that the address says; nil: what the browser likes.
    let said: String?

    private static let name = "lang"

    /// What is said and not among the languages is taken for nothing said; English comes first in them.
    init(said: String?, accepted: String?, _ languages: [SiteWords]) {
        let tags = languages.map(\.language)
        self.said = tags.first { $0 == said }
        let tag = self.said ?? AcceptedLanguage.best(of: tags, for: accepted)
        words = languages.first { $0.language == tag } ?? languages[0]
    }

    /// How a request asks for a page; its route names the field.
    init(_ request: CallRequest, _ languages: [SiteWords]) {
        self.init(
            said: request.query[SiteVisit.name],
            accepted: request.field("accept-language"),
            languages
        )
    }

    /// The address of a page of the site, in the language that this one's address says.
    func link(_ path: String, _ query: [(name: String, value: String)] = []) -> String {
        SiteVisit.address(path, query, said)
    }

    /// The same in a language.
    static func address(
        _ path: String,
        _ query: [(name: String, value: String)],
        _ language: String?
    ) -> String {
        let pairs = query + (language.map { [(name: name, value: $0)] } ?? [])
        return pairs.isEmpty ? path : "\(path)?\(EmbedQuestion.query(pairs))"
    }

    /// Caches that many share tell languages apart by the address alone: not all of them look at `Vary`.
    func cacheControl(_ seconds: Int) -> String {
        "\(said == nil ? "private" : "public"), max-age=\(seconds)"
    }

    /// Tells apart what is kept for those who ask next.
    var look: String { words.language + (said == nil ? "" : "!") }
}
