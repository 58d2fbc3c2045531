import Core
import Serving
import WatchpostModel

/// The games.
extension SiteRoutes {
    func games(_ visit: SiteVisit, _ query: QueryParameters) async throws(Problem) -> Reply {
        let question = SiteGames.Question(
            search: TextBytes.cut(query["q"] ?? "", to: 60),
            genre: query["genre"].flatMap { GameGenre(rawValue: $0) },
            page: try query.number("page", in: 1...1_000, default: 1)
        )
        let key = FrontPages.Key(game: "", board: "", window: "", limit: 0, look: visit.look)
        let moment = try arena.moment(at: try services.wall())
        let isFront = question == SiteGames.Question()
        if isFront, let kept = fronts.find(key, at: moment) { return Reply(kept: kept) }
        let listed = try await arena.use { stores throws(SQLiteError) in try await stores.book.all() }
        let day = moment.wall.seconds / 86_400
        let open = GameOrder.arranged(listed, on: day).filter { $0.game.closedAt == nil }
        let list = SiteGames(entries: open.map { SiteGames.Entry($0) }, question: question, visit: visit)
        let page = SitePage(
            place: .games,
            title: visit.words.text(.games),
            summary: visit.words.text(.gamesSummary),
            main: list.html,
            path: "/games",
            query: question.query,
            isHidden: !isFront
        )
        guard isFront else { return reply(page, visit, SiteRoutes.listLife) }
        let kept = snapshot(page, visit, SiteRoutes.listLife)
        // Of those that are promoted another one is the first tomorrow.
        fronts.keep(kept, as: key, from: moment, until: UnixTime(seconds: (day + 1) * 86_400))
        return Reply(kept: kept)
    }

    func game(_ visit: SiteVisit, _ request: CallRequest) async throws(Problem) -> Reply {
        let question = try SiteBoardQuestion(request)
        let moment = try arena.moment(at: try services.wall())
        let key = question.key(visit.look)
        if let key, let kept = fronts.find(key, at: moment) { return Reply(kept: kept) }
        let listed = try await arena.current(question.game, at: moment.wall)
        let found = try await shown(question, listed, request, at: moment.wall)
        let facts = listed.game.facts
        let page = SitePage(
            place: .games,
            title: facts.name,
            summary: visit.words.text(.gameSummary, ["game": facts.name]),
            main: SiteBoard(listed: listed, shown: found?.shown, visit: visit).html,
            path: "/games/\(facts.slug)",
            query: question.said,
            isHidden: question.cursor != nil || question.period != nil
        )
        guard let key else { return reply(page, visit, SiteRoutes.listLife) }
        let kept = snapshot(page, visit, SiteRoutes.frontLife)
        fronts.keep(kept, as: key, from: moment, until: found?.until)
        return Reply(kept: kept)
    }

    /// The board that is asked for, as it is now; nil: the game has none.
    private func shown(
        _ question: SiteBoardQuestion,
        _ listed: GameStore.Listed,
        _ request: CallRequest,
        at now: UnixTime
    ) async throws(Problem) -> (shown: SiteBoard.Shown, until: UnixTime?)? {
        guard let board = try question.board(of: listed) else { return nil }
        var asked = ArenaService.BoardQuestion(
            game: question.game,
            board: board.rules.slug,
            window: question.window,
            period: question.period,
            limit: SiteBoard.rows,
            cursor: question.cursor
        )
        asked.loads = request.isStranger ? loads : nil
        let found = try await arena.page(asked, at: now)
        // All time is never over.
        let times =
            question.window == .all
            ? nil : try await arena.seasons(question.game, board.rules.slug, at: now)
        let shown = SiteBoard.Shown(
            board: board,
            windows: StandingBody.Window.allCases.filter { $0.isKept(by: board) },
            page: found.body,
            running: times?.running.first { $0.window == question.window },
            over: times?.over.filter { $0.window == question.window } ?? [],
            isInside: question.cursor != nil
        )
        return (shown, found.until)
    }
}
