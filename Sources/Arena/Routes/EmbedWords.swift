import Core
import Serving
import SystemSupport

/// What a board in a page of somebody else's says: keys of the words files.
enum EmbedPhrase: String, CaseIterable, Hashable, Sendable {
    case all = "embed.all"
    case season = "embed.season"
    case day = "embed.day"
    case week = "embed.week"
    case month = "embed.month"
    case nobody = "embed.nobody"
    /// To readers without JavaScript.
    case stands = "embed.stands"
    /// Of a page that cannot be shown.
    case failed = "embed.failed"
    /// Above other games.
    case more = "embed.more"
    // Said by the script alone.
    case you = "embed.you"
    case friend = "embed.friend"
    case around = "embed.around"
    case top = "embed.top"
    case notOn = "embed.notOn"
    case loading = "embed.loading"
    case offline = "embed.offline"
    case never = "embed.never"
    case refused = "embed.refused"
}

/// The words of one language.
struct EmbedWords: Sendable {
    /// BCP 47.
    let language: String
    private let texts: [String: String]

    init(_ language: PageLanguage) {
        self.language = language.tag
        texts = language.texts(startingWith: "embed.")
    }

    subscript(phrase: EmbedPhrase) -> String { texts[phrase.rawValue] ?? phrase.rawValue }

    /// All of them for the page's script, as JSON.
    var json: String { String(decoding: JSONBody.encode(texts), as: UTF8.self) }
}
