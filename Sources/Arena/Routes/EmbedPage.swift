import Core
import Serving
import SystemSupport
import WatchpostModel

/// A board as a page for a frame or a web view of a game; its first rows can be read without JavaScript.
///
/// `embed.js` draws the same elements later: a test compares them.
struct EmbedPage {
    let game: Game
    let rules: BoardRules
    let question: EmbedQuestion
    let tabs: [StandingBody.Window]
    let page: BoardPageBody
    let words: EmbedWords
    /// Other games, for whoever looks for one.
    let others: [Game]

    static let type = "text/html; charset=utf-8"
    /// Caches at the edge may take a crowd, and the page is no older than it looks.
    static let cacheControl = "public, max-age=2"
    /// Any page may frame it, and it is nobody: `sandbox` takes our origin away.
    ///
    /// With that go the app's storage, its worker and its pages. It loads from here alone, runs nothing inline, and never takes
    /// the place of the page around it. Links to other games open pages of their own, which have their origin again and know nothing
    /// of the frame.
    static let headers: [PreparedResponse.Header] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors *; "
                + "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox"
        ),
        ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
    ]

    var html: [UInt8] {
        let name = EmbedPage.text(rules.name)
        let script = "<script type=\"module\" src=\"/assets/embed.js\"></script>"
        // A frame that says itself what it is about has a heading for readers alone: it is empty, whatever the style sheet.
        let heading =
            question.hasTitle
            ? "<h1 class=\"title\">\(name)</h1>\n" : "<h1 class=\"unseen\" aria-label=\"\(name)\"></h1>\n"
        let rows = page.rows.map(EmbedPage.row).joined(separator: "\n")
        let said = page.rows.isEmpty ? words[.nobody] : ""
        let main = """
            <main class="board" aria-label="\(name)" data-game="\(question.game)" data-board="\(question.board)" \
            data-window="\(page.window.rawValue)" data-limit="\(question.limit)" data-words="\(EmbedPage.text(words.json))">
            \(heading)\(links)<ol class="rows" role="list">
            \(rows)
            </ol>
            <p class="note" role="status"\(said.isEmpty ? " hidden" : "")>\(EmbedPage.text(said))</p>
            <noscript><p class="note">\(EmbedPage.text(words[.stands]))</p></noscript>
            </main>\(more)
            """
        let title = "\(name) · \(EmbedPage.text(game.facts.name))"
        return EmbedPage.document(title, words.language, sheets: sheets, script, main)
    }

    /// A tab for each window, which are links without JavaScript; none where there is one window.
    private var links: String {
        guard tabs.count > 1 else { return "" }
        let links = tabs.map { window in
            let current = window == page.window ? " aria-current=\"true\"" : ""
            let link = EmbedPage.text(question.link(to: window))
            return "<a class=\"tab\" data-window=\"\(window.rawValue)\" href=\"\(link)\"\(current)>"
                + "\(EmbedPage.text(words[window.phrase]))</a>"
        }
        return "<nav class=\"tabs\">\(links.joined())</nav>\n"
    }

    /// Promoted games; nothing where there are none.
    private var more: String {
        guard !others.isEmpty else { return "" }
        let heading = EmbedPage.text(words[.more])
        let cards = others.map { other in
            let icon = PicturePath.text(other.pictures.icon).map {
                "<img class=\"sign\" src=\"\(EmbedPage.text($0))\" alt=\"\" width=\"32\" height=\"32\" loading=\"lazy\">"
            }
            return
                "<li><a class=\"other\" href=\"/games/\(other.facts.slug)?lang=\(words.language)\" target=\"_blank\" "
                + "rel=\"noopener noreferrer\">\(icon ?? "")<bdi>\(EmbedPage.text(other.facts.name))</bdi></a></li>"
        }
        return """

            <aside class="more" aria-label="\(heading)">
            <h2 class="more-title">\(heading)</h2>
            <ul class="others" role="list">
            \(cards.joined(separator: "\n"))
            </ul>
            </aside>
            """
    }

    private static func row(_ row: BoardRowBody) -> String {
        "<li class=\"row\"><span class=\"place\">\(row.position)</span> "
            + "<span class=\"name\"><bdi>\(text(row.player.name))</bdi></span> "
            + "<span class=\"score\">\(text(row.scoreText))</span></li>"
    }

    /// The game's own style sheet, or ours, and behind it what a theme sets.
    private var sheets: [String] {
        let place = "/embed/\(question.game)/\(question.board)"
        let own = game.look.style.map { LookPath.style($0, of: question.game, board: question.board) }
        let look = own ?? "/assets/embed.css"
        let theme = question.theme
        return theme.isEmpty ? [look] : [look, "\(place)/theme.css?\(EmbedQuestion.query(theme.said))"]
    }

    private static func document(
        _ title: String,
        _ language: String,
        sheets: [String],
        _ script: String,
        _ main: String
    ) -> [UInt8] {
        let links = sheets.map { "<link rel=\"stylesheet\" href=\"\(text($0))\">" }.joined(separator: "\n")
        let html = """
            <!doctype html>
            <html lang="\(language)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
            <title>\(title)</title>
            <link rel="icon" href="/assets/favicon.svg">
            \(links)
            \(script)
            </head>
            <body>
            \(main)
            </body>
            </html>

            """
        return Array(html.utf8)
    }

    /// Text as HTML: names and scores are never markup.
    private static func text(_ text: String) -> String { HTML.escaped(text) }
}

/// Pages that say why there is no board.
extension EmbedPage {
    private static func refusal(_ problem: Problem, _ words: EmbedWords?) -> [UInt8] {
        let heading = text(words?[.failed] ?? "")
        let main = """
            <main class="board">
            <h1 class="title">\(heading)</h1>
            <p class="note">\(text(problem.detail))</p>
            </main>
            """
        return document(heading, words?.language ?? "en", sheets: ["/assets/embed.css"], "", main)
    }

    private static func fields(_ problem: Problem) -> [PreparedResponse.Header] {
        headers + (problem.retryAfter.map { [("Retry-After", String($0))] } ?? [])
    }

    /// In the place of a snapshot.
    static func refused(_ problem: Problem, _ words: EmbedWords?) -> Snapshot {
        Snapshot(
            refusal(problem, words),
            type: type,
            status: UInt32(problem.kind.status),
            cacheControl: "no-store",
            compress: false,
            headers: fields(problem)
        )
    }

    /// In the place of an answer.
    static func refusedReply(_ problem: Problem, _ words: EmbedWords?) -> Reply {
        var reply = Reply(refusal(problem, words), type: type, status: problem.kind.status)
        reply.fields = fields(problem)
        return reply
    }
}

extension StandingBody.Window {
    fileprivate var phrase: EmbedPhrase {
        switch self {
        case .all: .all
        case .season: .season
        case .day: .day
        case .week: .week
        case .month: .month
        }
    }
}
