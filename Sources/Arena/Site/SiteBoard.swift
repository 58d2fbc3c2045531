import Core
import Serving
import WatchpostModel

/// A game with one of its boards as a page: links for boards, windows, what is over, and the pages of an order.
struct SiteBoard {
    /// A board in a window.
    struct Shown {
        let board: GameBoard
        let windows: [StandingBody.Window]
        let page: BoardPageBody
        /// What runs in this window; nil: all time, or none does.
        let running: BoardTimeBody?
        /// What of it is over, the newest first.
        let over: [BoardTimeBody]
        /// The page begins somewhere else than at the top.
        let isInside: Bool
    }

    /// Rows of a page.
    static let rows = 50
    /// Earlier times that are named at once.
    private static let mostOver = 24

    let listed: GameStore.Listed
    /// Nil: the game has no board.
    let shown: Shown?
    let visit: SiteVisit

    private var words: SiteWords { visit.words }
    private var facts: GameFacts { listed.game.facts }
    private var zone: CivilZone { CivilZone(named: facts.zone) ?? CivilZone.local }

    var html: String {
        let sign = SiteGames.sign(SiteGames.Entry(listed))
        let closed = listed.game.closedAt == nil ? "" : "<p class=\"note\">\(words.html(.closed))</p>\n"
        let description = HTML.escaped(facts.description)
        let about = description.isEmpty ? "" : "<p class=\"description\">\(description)</p>\n"
        return """
            <p class="way"><a href="\(HTML.escaped(visit.link("/games")))">\(SiteBoard.back)\(words.html(.allGames))</a></p>
            <div class="opening game-opening">\(sign)<div>
            <h1><bdi>\(HTML.escaped(facts.name))</bdi></h1>
            \(about)\(front)</div></div>
            \(closed)\(picture)\(shown.map(board) ?? "<p class=\"nothing\">\(words.html(.noBoards))</p>")
            """
    }

    /// What it is, what it costs, and where it is to be had.
    private var front: String {
        let said = [facts.front.genre.map { words.text($0) }, facts.front.price.map { words.text($0) }]
        let parts = said.compactMap { $0.map(HTML.escaped) }
        var lines = parts.isEmpty ? "" : "<p class=\"game-front\">\(parts.joined(separator: " · "))</p>\n"
        if let shop = facts.front.shop {
            let host = shop.dropFirst("https://".count).prefix { !"/?#".contains($0) }
            lines +=
                "<p><a href=\"\(HTML.escaped(shop))\" rel=\"noopener noreferrer nofollow ugc\">"
                + "\(words.html(.shop, ["host": String(host)]))</a></p>\n"
        }
        return lines
    }

    private var picture: String {
        guard let path = PicturePath.text(listed.game.pictures.picture) else { return "" }
        return "<img class=\"game-picture\" src=\"\(HTML.escaped(path))\" alt=\"\">\n"
    }

    private static let back =
        "<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path class=\"line\" d=\"M15 5 L8 12 L15 19\"/></svg>"

    private func board(_ shown: Shown) -> String {
        """
        \(boards(shown))<div class="beside">
        <section class="standings" aria-labelledby="board-title">
        \(windows(shown))<div class="card order">
        <div class="order-head"><h2 id="board-title"><bdi>\(HTML.escaped(shown.board.rules.name))</bdi></h2>
        \(caption(shown))</div>
        \(rows(shown.page))
        \(pager(shown))</div>
        </section>
        <aside class="side">
        \(earlier(shown))<p class="small">\(rules(shown.board.rules))</p>
        </aside>
        </div>
        """
    }

    /// The other boards of the game.
    private func boards(_ shown: Shown) -> String {
        guard listed.boards.count > 1 else { return "" }
        let links = listed.boards.map { board in
            let isThis = board.id == shown.board.id
            return "<li>\(link("chip", HTML.escaped(board.rules.name), query(board), isThis))</li>"
        }
        return "<nav aria-label=\"\(words.html(.boards))\"><ul class=\"chips\">\(links.joined())</ul></nav>\n"
    }

    private func windows(_ shown: Shown) -> String {
        guard shown.windows.count > 1 else { return "" }
        let links = shown.windows.map { window in
            let isThis = window == shown.page.window
            return
                "<li>\(link("segment", words.html(window.sitePhrase), query(shown.board, window), isThis))</li>"
        }
        return
            "<nav aria-label=\"\(words.html(.windows))\"><ul class=\"segments\">\(links.joined())</ul></nav>\n"
    }

    /// Which time it is of, whether that is over, and how many play.
    private func caption(_ shown: Shown) -> String {
        let page = shown.page
        let time = page.period.flatMap { id in
            (shown.over + (shown.running.map { [$0] } ?? [])).first { $0.period == id }
        }
        let isOver = page.period != nil && page.period != shown.running?.period
        var parts = [time.map { name($0) } ?? words.html(page.window.sitePhrase)]
        if isOver {
            parts.append("<strong>\(words.html(.over))</strong>")
        } else if let until = time?.until {
            parts.append(words.html(.running, ["time": words.moment(zone.civil(until))]))
        }
        parts.append(words.html(.players, ["count": words.number(page.total)]))
        let now =
            isOver ? "<p>\(link("", words.html(.toNow), query(shown.board, page.window), false))</p>" : ""
        return "<p class=\"order-facts\">\(parts.joined(separator: " · "))</p>\(now)"
    }

    private func name(_ time: BoardTimeBody) -> String {
        let end = time.until ?? time.from
        let period = BoardPeriod(span: time.window.span, id: time.period, start: time.from, end: end)
        return HTML.escaped(words.name(of: period, in: zone))
    }

    private func rows(_ page: BoardPageBody) -> String {
        guard !page.rows.isEmpty else { return "<p class=\"nothing\">\(words.html(.nobody))</p>" }
        return "<ol class=\"rows\" role=\"list\">\n\(page.rows.map(row).joined(separator: "\n"))\n</ol>"
    }

    private func row(_ row: BoardRowBody) -> String {
        let podium = row.rank <= 3 ? " podium" : ""
        return
            "<li class=\"row\(podium)\"><span class=\"place\">\(words.number(row.position))</span>\(SiteSigns.player(row.player))"
            + "<span class=\"name\"><bdi>\(HTML.escaped(row.player.name))</bdi></span><span class=\"end\">"
            + "<span class=\"score\">\(HTML.escaped(row.scoreText))</span>\(change(row.change))</span></li>"
    }

    /// By how many places somebody moved since Monday; nothing where nobody did.
    private func change(_ change: Int?) -> String {
        guard let change, change != 0 else { return "" }
        let count = words.number(abs(change))
        let said = words.html(change > 0 ? .up : .down, ["count": count])
        return "<span class=\"change \(change > 0 ? "better" : "worse")\"><span aria-hidden=\"true\">"
            + "\(change > 0 ? "▲" : "▼") \(count)</span><span class=\"unseen\">\(said)</span></span>"
    }

    private func pager(_ shown: Shown) -> String {
        let page = shown.page
        guard let first = page.rows.first, let last = page.rows.last else { return "" }
        guard page.next != nil || page.previous != nil || shown.isInside else { return "" }
        let range = words.html(
            .range,
            [
                "from": words.number(first.position), "to": words.number(last.position),
                "total": words.number(page.total),
            ]
        )
        let way = query(shown.board, page.window, period(shown))
        let previous = page.previous.map { cursor in
            link("quiet", words.html(.previous), way + [("cursor", cursor)], false, "rel=\"prev\"")
        }
        let next = page.next.map { cursor in
            link("quiet", words.html(.next), way + [("cursor", cursor)], false, "rel=\"next\"")
        }
        let top = shown.isInside ? link("", words.html(.first), way, false) : ""
        return
            "<nav class=\"pager\" aria-label=\"\(range)\">\(previous ?? "<span></span>")<p>\(range) \(top)</p>"
            + "\(next ?? "<span></span>")</nav>"
    }

    /// Which one of those that are over is shown; nil: that which runs.
    private func period(_ shown: Shown) -> String? {
        shown.page.period.flatMap { $0 == shown.running?.period ? nil : $0 }
    }

    private func earlier(_ shown: Shown) -> String {
        guard !shown.over.isEmpty else { return "" }
        let links = shown.over.prefix(SiteBoard.mostOver).map { time in
            let isThis = time.period == period(shown)
            let players = time.total.map { words.html(.players, ["count": words.number($0)]) } ?? ""
            let address = query(shown.board, time.window, time.period)
            return
                "<li>\(link("earlier", "<span>\(name(time))</span><span class=\"small\">\(players)</span>", address, isThis))</li>"
        }
        return """
            <nav class="card times" aria-labelledby="earlier-title">
            <h2 id="earlier-title">\(words.html(.earlier))</h2>
            <ul>\(links.joined())</ul>
            </nav>

            """
    }

    private func rules(_ rules: BoardRules) -> String {
        let counts: SitePhrase =
            switch rules.counts {
            case .best: .best
            case .latest: .latest
            case .sum: .sum
            }
        let parts = [rules.isAscending ? SitePhrase.less : .more, counts].map { words.html($0) }
        let zone = rules.windows.isEmpty ? [] : [words.html(.zone, ["zone": facts.zone])]
        return (parts + zone).joined(separator: " ")
    }

    private func query(
        _ board: GameBoard,
        _ window: StandingBody.Window = .all,
        _ period: String? = nil
    ) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        if board.id != listed.boards.first?.id { pairs.append(("board", board.rules.slug)) }
        if window != .all { pairs.append(("window", window.rawValue)) }
        if let period { pairs.append(("period", period)) }
        return pairs
    }

    /// A link within this page; `words`: HTML.
    private func link(
        _ kind: String,
        _ words: String,
        _ query: [(name: String, value: String)],
        _ isThis: Bool,
        _ more: String = ""
    ) -> String {
        let address = HTML.escaped(visit.link("/games/\(facts.slug)", query))
        let current = isThis ? " aria-current=\"true\"" : ""
        return
            "<a\(kind.isEmpty ? "" : " class=\"\(kind)\"") href=\"\(address)\"\(current)\(more.isEmpty ? "" : " \(more)")>\(words)</a>"
    }
}

extension StandingBody.Window {
    var sitePhrase: SitePhrase {
        switch self {
        case .all: .allTime
        case .season: .season
        case .day: .day
        case .week: .week
        case .month: .month
        }
    }

    var span: BoardSpan {
        switch self {
        case .all: .all
        case .season: .season
        case .day: .window(.day)
        case .week: .window(.week)
        case .month: .window(.month)
        }
    }
}
