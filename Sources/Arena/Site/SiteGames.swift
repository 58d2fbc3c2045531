import Core
import Serving
import WatchpostModel

/// The list of games, as a page: promoted ones first, by genre, and by what somebody looks for.
struct SiteGames {
    /// A game as the list shows it.
    struct Entry: Hashable, Sendable {
        let game: String
        let name: String
        let description: String
        let boards: Int
        /// Nil: its author says none.
        var genre: GameGenre?
        var isPromoted = false
        /// The path of its picture; nil: a sign is drawn.
        var icon: String?
    }

    /// What somebody wants to see of it.
    struct Question: Hashable, Sendable {
        var search = ""
        var genre: GameGenre?
        /// From 1.
        var page = 1

        var query: [(name: String, value: String)] {
            var pairs: [(name: String, value: String)] = search.isEmpty ? [] : [("q", search)]
            if let genre { pairs.append(("genre", genre.rawValue)) }
            return pairs
        }
    }

    /// Games on a page.
    static let most = 48

    /// Those that are promoted in the order in which they are shown.
    let entries: [Entry]
    let question: Question
    let visit: SiteVisit

    private var words: SiteWords { visit.words }

    /// What is asked for, in the order in which it is shown.
    private var found: [Entry] {
        let search = SiteSearch(question.search)
        let found = entries.filter { entry in
            (question.genre == nil || entry.genre == question.genre)
                && search.isFound(in: entry.name, entry.game, entry.genre.map { words.text($0) } ?? "")
        }
        let others = found.filter { !$0.isPromoted }.sorted { $0.name.lowercased() < $1.name.lowercased() }
        return found.filter(\.isPromoted) + others
    }

    var html: String {
        let found = found
        let from = (question.page - 1) * SiteGames.most
        let shown = found.dropFirst(from).prefix(SiteGames.most)
        let title = "<h1>\(words.html(.games))</h1>\n<p class=\"lead\">\(words.html(.lead))</p>"
        let parts: String
        if question == Question(page: question.page), entries.contains(where: \.isPromoted) {
            parts =
                section(.promoted, shown.filter(\.isPromoted), "games promoted")
                + section(.all, shown.filter { !$0.isPromoted }, "games")
        } else {
            parts = section(question.query.isEmpty ? .all : .found, Array(shown), "games")
        }
        let tools = entries.isEmpty ? "" : form + genres
        return """
            <div class="opening">
            \(title)
            \(tools)</div>
            \(shown.isEmpty ? nothing : parts)\(pages(found.count))
            """
    }

    /// Looks for a game; it is a link's address that it leads to.
    private var form: String {
        let hidden =
            (visit.said.map { [("lang", $0)] } ?? [])
            + (question.genre.map { [("genre", $0.rawValue)] } ?? [])
        let fields = hidden.map { name, value in
            "<input type=\"hidden\" name=\"\(name)\" value=\"\(HTML.escaped(value))\">"
        }
        return """
            <form class="search" role="search" action="/games">\(fields.joined())
            <label class="unseen" for="q">\(words.html(.search))</label>
            <input id="q" name="q" type="search" maxlength="60" value="\(HTML.escaped(question.search))" \
            placeholder="\(words.html(.search))" autocomplete="off" enterkeyhint="search">
            <button class="strong">\(words.html(.find))</button>
            </form>

            """
    }

    private var genres: String {
        let there = Set(entries.compactMap(\.genre))
        guard !there.isEmpty else { return "" }
        let choices = [nil] + there.map { Optional($0) }.sorted { name($0) < name($1) }
        let links = choices.map { genre in
            let link = visit.link("/games", Question(search: question.search, genre: genre).query)
            let isThis = genre == question.genre
            return
                "<li><a class=\"chip\" href=\"\(HTML.escaped(link))\"\(isThis ? " aria-current=\"true\"" : "")>"
                + "\(HTML.escaped(name(genre)))</a></li>"
        }
        return "<nav aria-label=\"\(words.html(.genres))\"><ul class=\"chips\">\(links.joined())</ul></nav>\n"
    }

    /// Nil: all of them.
    private func name(_ genre: GameGenre?) -> String {
        genre.map { words.text($0) } ?? words.text(.allGenres)
    }

    private func section(_ title: SitePhrase, _ entries: [Entry], _ kind: String) -> String {
        guard !entries.isEmpty else { return "" }
        let cards = entries.map { card($0) }.joined(separator: "\n")
        return """
            <section aria-labelledby="\(title == .promoted ? "promoted" : "all")">
            <h2 id="\(title == .promoted ? "promoted" : "all")">\(words.html(title))</h2>
            <ul class="\(kind)">
            \(cards)
            </ul>
            </section>

            """
    }

    private func card(_ entry: Entry) -> String {
        let link = HTML.escaped(visit.link("/games/\(entry.game)"))
        let facts = [
            entry.genre.map { HTML.escaped(words.text($0)) },
            words.html(.boardCount, ["count": words.number(entry.boards)]),
        ]
        let first = entry.description.split(separator: "\n").first.map(String.init) ?? ""
        return """
            <li><a class="card game-card" href="\(link)">\(SiteGames.sign(entry))<span class="game-text">\
            <span class="game-name"><bdi>\(HTML.escaped(entry.name))</bdi></span>\
            \(first.isEmpty ? "" : "<span class=\"game-words\">\(HTML.escaped(first))</span>")\
            <span class="game-facts">\(facts.compactMap { $0 }.joined(separator: " · "))</span></span></a></li>
            """
    }

    static func sign(_ entry: Entry) -> String {
        guard let icon = entry.icon else { return SiteSigns.game(entry.game) }
        return
            "<img class=\"game-sign\" src=\"\(HTML.escaped(icon))\" alt=\"\" width=\"56\" height=\"56\">"
    }

    private var nothing: String {
        guard !entries.isEmpty else { return "<p class=\"nothing\">\(words.html(.empty))</p>\n" }
        let link = HTML.escaped(visit.link("/games"))
        return
            "<p class=\"nothing\">\(words.html(.none)) <a href=\"\(link)\">\(words.html(.showAll))</a></p>\n"
    }

    private func pages(_ count: Int) -> String {
        let last = max(1, (count + SiteGames.most - 1) / SiteGames.most)
        guard last > 1 else { return "" }
        let links = [(question.page - 1, SitePhrase.previous), (question.page + 1, .next)].map {
            page,
            phrase in
            guard (1...last).contains(page) else { return "<span></span>" }
            let address = visit.link("/games", question.query + (page == 1 ? [] : [("page", String(page))]))
            return
                "<a class=\"quiet\" rel=\"\(phrase == .next ? "next" : "prev")\" href=\"\(HTML.escaped(address))\">"
                + "\(words.html(phrase))</a>"
        }
        let place = words.html(.pages, ["page": words.number(question.page), "count": words.number(last)])
        return "<nav class=\"pager\" aria-label=\"\(place)\">\(links[0])<p>\(place)</p>\(links[1])</nav>\n"
    }
}

extension SiteGames.Entry {
    init(_ listed: GameStore.Listed) {
        let facts = listed.game.facts
        self.init(
            game: facts.slug,
            name: facts.name,
            description: facts.description,
            boards: listed.boards.count
        )
        (genre, icon) = (facts.front.genre, PicturePath.text(listed.game.pictures.icon))
        isPromoted = listed.game.closedAt == nil && listed.game.promotion.rank != nil
    }
}
