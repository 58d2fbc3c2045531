import Serving
import Testing

@testable import Appliance
@testable import Arena

@Suite("The list of games on the site")
struct SiteGamesTests {
    private static let games = [
        SiteGames.Entry(game: "snake", name: "Snake", description: "One\nTwo", boards: 2, genre: .arcade),
        SiteGames.Entry(
            game: "orbit",
            name: "orbit",
            description: "",
            boards: 1,
            genre: .puzzle,
            isPromoted: true
        ),
        SiteGames.Entry(
            game: "aces",
            name: "<Aces>",
            description: "",
            boards: 0,
            genre: .arcade,
            isPromoted: true,
            icon: "/v1/pictures/\"x"
        ),
        SiteGames.Entry(game: "bees", name: "Bees", description: "", boards: 1),
    ]

    private static func list(
        _ question: SiteGames.Question = SiteGames.Question(),
        _ entries: [SiteGames.Entry] = games,
        said: String? = nil
    ) -> String {
        let languages = SiteWords.all(PageFiles().languages)
        let visit = SiteVisit(said: said, accepted: nil, languages)
        return SiteGames(entries: entries, question: question, visit: visit).html
    }

    /// The names in their order.
    private static func names(_ html: String) -> [Substring] {
        html.split(separator: "game-name\"><bdi>").dropFirst().map { $0.prefix { $0 != "<" } }
    }

    @Test("promoted ones come first, in the order in which they came, and the rest by name")
    func order() {
        let html = Self.list()
        #expect(Self.names(html) == ["orbit", "&lt;Aces&gt;", "Bees", "Snake"])
        #expect(
            html.contains("<h2 id=\"promoted\">Promoted</h2>") && html.contains("class=\"games promoted\"")
        )
        #expect(html.contains("src=\"/v1/pictures/&quot;x\"") && !html.contains("Two"))
    }

    @Test("a genre is a link, and leaves the others out")
    func genres() {
        let html = Self.list(SiteGames.Question(genre: .arcade), said: "pl")
        #expect(Self.names(html) == ["&lt;Aces&gt;", "Snake"])
        #expect(html.contains("href=\"/games?genre=puzzle&amp;lang=pl\""))
        #expect(
            html.contains("href=\"/games?genre=arcade&amp;lang=pl\" aria-current=\"true\">Zręcznościowa<")
        )
        #expect(!Self.list(SiteGames.Question(), [Self.games[3]]).contains("class=\"chips\""))
    }

    @Test(
        "a search stays in the field, and finds a genre as well",
        arguments: [("ARC", 2), ("bees", 1), ("x\"<", 0)]
    )
    func search(text: String, count: Int) {
        let html = Self.list(SiteGames.Question(search: text))
        #expect(Self.names(html).count == count)
        #expect(html.contains("value=\"\(HTML.escaped(text))\""))
        #expect(html.contains("No matching game.") == (count == 0))
    }

    @Test("many games come in pages, and a page behind the last is empty")
    func pages() {
        let many = (0..<100).map {
            SiteGames.Entry(game: "g\($0)", name: "Game \(100 + $0)", description: "", boards: 1)
        }
        let first = Self.list(SiteGames.Question(), many)
        #expect(
            Self.names(first).count == 48 && first.contains("href=\"/games?page=2\"")
                && first.contains("Page 1 of 3")
        )
        let last = Self.list(SiteGames.Question(page: 3), many)
        #expect(Self.names(last).count == 4 && !last.contains("page=4"))
        #expect(Self.list(SiteGames.Question(page: 9), many).contains("No matching game."))
    }

    @Test("without any game nothing is to be searched")
    func empty() {
        let html = Self.list(SiteGames.Question(), [])
        #expect(html.contains("No games here yet.") && !html.contains("<form"))
    }

    @Test(
        "every word counts, case and accents do not",
        arguments: [
            ("", true), ("snake", true), ("SNAKE", true), ("ake", true), ("zolty", false), ("ż", true),
            ("z", true),
            ("snake z", true), ("snake q", false), ("  snake  ", true), ("deluxe-2", true),
        ]
    )
    func found(text: String, isFound: Bool) {
        #expect(SiteSearch(text).isFound(in: "Snake Ż", "deluxe-2") == isFound)
        let words = Array(repeating: "snake", count: 6) + ["never"]
        #expect(SiteSearch(words.joined(separator: " ")).isFound(in: "Snake"))
    }
}
