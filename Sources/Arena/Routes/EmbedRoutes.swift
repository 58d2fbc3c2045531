import Core
import Serving
import WatchpostModel

/// Boards in pages of others: a page for a frame or a web view, the style sheet that a theme comes to, and what a game brings
/// along itself.
struct EmbedRoutes {
    let services: CallServices
    let arena: ArenaService
    private let loads: StrangersLoads
    /// English first.
    private let words: [EmbedWords]
    private let fronts = FrontPages()
    private let budget = StrangersBudget(RateLimit(burst: 50, every: .milliseconds(20)))
    /// For style sheets and pictures, which browsers keep.
    private let filesBudget = StrangersBudget(RateLimit(burst: 100, every: .milliseconds(20)))

    /// `loads`: shared with all that read boards for strangers; `languages`: of the pages, English first.
    init(services: CallServices, arena: ArenaService, loads: StrangersLoads, languages: [PageLanguage]) {
        (self.services, self.arena, self.loads) = (services, arena, loads)
        words = languages.map { EmbedWords($0) }
    }

    private static let style = "text/css; charset=utf-8"
    /// Promoted games below a board.
    private static let mostOthers = 3
    private static let nosniff: [PreparedResponse.Header] = [("X-Content-Type-Options", "nosniff")]

    var routes: [Route] {
        let page = "/embed/{game}/{board}"
        return [
            Route(page) { request throws(Problem) in front(request) },
            Route("\(page)/theme.css") { request throws(Problem) in try theme(request) },
            Route("\(page)/style.css") { _ throws(Problem) in
                .work(.bare.forGames) { request async throws(Problem) in try await style(request) }
            },
            Route("/v1/games/{game}/background") { _ throws(Problem) in
                .work(.bare.forGames) { request async throws(Problem) in try await background(request) }
            },
        ]
    }

    /// A page; one that many ask for is kept for a moment.
    ///
    /// Refusals are pages as well: people see them in a game.
    private func front(_ request: RouteRequest) -> RouteAnswer {
        do throws(Problem) {
            let question = try EmbedQuestion(
                request.parameters,
                request.query,
                languages: words.map(\.language)
            )
            let key = EmbedRoutes.key(question)
            if let kept = fronts.find(key, at: try arena.moment(at: try services.wall())) {
                return .once(kept)
            }
            return .work(.bare.forGames) { request async throws(Problem) in
                await answer(question, request)
            }
        } catch {
            return .once(EmbedPage.refused(error, said(in: request.query["language"])))
        }
    }

    private func answer(_ question: EmbedQuestion, _ request: CallRequest) async -> Reply {
        do throws(Problem) {
            try count(request, budget)
            return try await page(question, request)
        } catch {
            return EmbedPage.refusedReply(error, said(in: question.language))
        }
    }

    private func page(_ question: EmbedQuestion, _ request: CallRequest) async throws(Problem) -> Reply {
        let moment = try arena.moment(at: try services.wall())
        let listed = try await arena.current(question.game, at: moment.wall)
        guard let board = listed.boards.first(where: { $0.rules.slug == question.board }) else {
            throw Problem.noBoard
        }
        guard let words = said(in: question.language) else { throw Problem.noBoard }
        let tabs = try question.tabs(of: board)
        var asked = ArenaService.BoardQuestion(
            game: question.game,
            board: question.board,
            window: question.shown ?? tabs.first ?? .all,
            limit: question.limit
        )
        asked.loads = request.isStranger ? loads : nil
        let found = try await arena.page(asked, at: moment.wall)
        let html =
            EmbedPage(
                game: listed.game,
                rules: board.rules,
                question: question,
                tabs: tabs,
                page: found.body,
                words: words,
                others: question.hasOthers ? try await others(than: listed.game, at: moment.wall) : []
            ).html
        let (type, caching) = (EmbedPage.type, EmbedPage.cacheControl)
        let kept = Snapshot(html, type: type, cacheControl: caching, headers: EmbedPage.headers)
        fronts.keep(kept, as: EmbedRoutes.key(question), from: moment, until: found.until)
        var reply = Reply(html, type: type).tagged(caching)
        reply.fields = EmbedPage.headers
        return reply
    }

    /// The first promoted games that are not this one.
    private func others(than game: Game, at now: UnixTime) async throws(Problem) -> [Game] {
        let listed = try await arena.use { stores throws(SQLiteError) in try await stores.book.all() }
        let promoted = GameOrder.arranged(listed, on: now.seconds / 86_400).map(\.game).filter {
            $0.closedAt == nil && $0.promotion.rank != nil && $0.id != game.id
        }
        return Array(promoted.prefix(EmbedRoutes.mostOthers))
    }

    /// The words of a language; English where it is none of ours.
    private func said(in language: String?) -> EmbedWords? {
        words.first { $0.language == language } ?? words.first
    }

    private static func key(_ question: EmbedQuestion) -> FrontPages.Key {
        FrontPages.Key(
            game: question.game,
            board: question.board,
            window: question.shown?.rawValue ?? "",
            limit: question.limit,
            look: EmbedQuestion.query(question.said)
        )
    }

    /// What a theme sets depends on its address alone.
    private func theme(_ request: RouteRequest) throws(Problem) -> RouteAnswer {
        let game = request.parameter("game")
        // It stands in the style sheet.
        guard EmbedRoutes.isSlug(game) else { throw Problem.noGame }
        guard EmbedRoutes.isSlug(request.parameter("board")) else { throw Problem.noBoard }
        try EmbedQuestion.check(request.query)
        let sheet = try EmbedQuestion.theme(request.query).styleSheet(picture: LookPath.background(of: game))
        return .once(
            Snapshot(
                Array(sheet.utf8),
                type: EmbedRoutes.style,
                cacheControl: "public, max-age=86400",
                compress: false,
                headers: EmbedRoutes.nosniff
            )
        )
    }

    /// Whether a game or a board may be called so.
    private static func isSlug(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.isMade(of: .slug) && !text.hasPrefix("-")
            && !text.hasSuffix("-")
    }

    /// A game's own style sheet; an address with its tag in it never changes.
    private func style(_ request: CallRequest) async throws(Problem) -> Reply {
        try count(request, filesBudget)
        let found = try await arena.use { stores throws(SQLiteError) in
            try await stores.games.style(of: request.parameter("game"))
        }
        guard let found else { throw Problem(.notFound, "the game has no style sheet of its own") }
        let isNamed = request.query["v"] == found.tag
        var reply = Reply(Array(found.text.utf8), type: EmbedRoutes.style)
            .tagged(isNamed ? "public, max-age=31536000, immutable" : "no-cache")
        reply.fields = EmbedRoutes.nosniff
        return reply
    }

    private func background(_ request: CallRequest) async throws(Problem) -> Reply {
        try count(request, filesBudget)
        let found = try await arena.use { stores throws(SQLiteError) in
            try await stores.games.background(of: request.parameter("game"))
        }
        guard let found else { throw Problem(.notFound, "the game has no picture behind its boards") }
        var reply = Reply(found.bytes, type: found.kind.mediaType).tagged("public, max-age=300")
        reply.fields = PictureRoutes.headers
        return reply
    }

    /// Players outside are counted by what they have, and strangers by a part of the time that is theirs together.
    private func count(_ request: CallRequest, _ budget: StrangersBudget) throws(Problem) {
        if let caller = request.countedOutside {
            try services.gate.countRequest(of: caller, from: request.client)
        } else {
            try budget.take(request, "boards are read too often from outside; ask again in a moment")
        }
    }
}
