import Core
import Serving
import WatchpostModel

/// What somebody asks of the list of all games.
struct GameListQuestion {
    private let search: GameSearch
    private let limit: Int
    private let cursor: String?

    /// Games of a page.
    private static let limits = 1...50
    /// Characters of what is looked for: names are shorter.
    private static let longestText = 200

    init(_ query: QueryParameters) throws(Problem) {
        let genres = ["any"] + GameGenre.allCases.map(\.rawValue)
        let genre = try query.choice("genre", of: genres, default: "any")
        let text = query["q"] ?? ""
        guard text.unicodeScalars.count <= GameListQuestion.longestText else {
            throw Problem(
                .badRequest,
                "q: a part of a name, \(GameListQuestion.longestText) characters at most"
            )
        }
        search = GameSearch(genre: GameGenre(rawValue: genre), text: text)
        cursor = query["cursor"]
        let most = GameListQuestion.limits.upperBound
        let said = try query.number("limit", in: GameListQuestion.limits, default: most)
        // Whoever asks for no page gets all: an app must not take a game for gone because fifty stand before it.
        limit = cursor == nil && query["limit"] == nil ? .max : said
    }

    /// A page of those that are found; `day`: since 1970, by which equals take turns.
    func page(of games: [GameStore.Listed], on day: Int64) throws(Problem) -> PublicGameListBody {
        let found = GameOrder.arranged(games, on: day).filter { search.finds($0.game) }
        var rest = found[...]
        if let cursor {
            let last = GameListQuestion.last(cursor, on: day)
            guard let last, let place = found.firstIndex(where: { $0.game.facts.slug == last }) else {
                throw Problem(
                    .gone,
                    "the list has another order by now; begin again with its first page",
                    code: "list-over"
                )
            }
            rest = found[(place + 1)...]
        }
        let shown = rest.prefix(limit)
        let next = shown.count < rest.count ? shown.last.map { "\(day).\($0.game.facts.slug)" } : nil
        return PublicGameListBody(games: shown.map { PublicGameBody(GameBody($0)) }, next: next)
    }

    /// The last game of the page before; nil: of another day, or no cursor of ours.
    private static func last(_ cursor: String, on day: Int64) -> String? {
        let parts = cursor.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, Int64(parts[0]) == day else { return nil }
        return String(parts[1])
    }
}
