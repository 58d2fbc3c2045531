import Core
import Serving
import SystemSupport
import WatchpostModel

/// Games and boards as everybody reads them, and as a player does.
struct BoardRoutes {
    let services: CallServices
    let arena: ArenaService
    private let fronts = FrontPages()
    /// For pages, each of less than a millisecond.
    private let budget = StrangersBudget(RateLimit(burst: 50, every: .milliseconds(20)))
    /// For first pages, which other questions cannot use up.
    private let frontBudget = StrangersBudget(RateLimit(burst: 50, every: .milliseconds(20)))
    private let loads: StrangersLoads

    init(services: CallServices, arena: ArenaService, loads: StrangersLoads = StrangersLoads()) {
        (self.services, self.arena, self.loads) = (services, arena, loads)
    }

    /// Rows of a page.
    private static let limits = 1...100
    private static let usualLimit = 20
    /// Of first pages with so many rows a copy is kept.
    private static let keptLimits: Set<Int> = [10, usualLimit, 50, 100]
    private static let games = "public, max-age=10"

    var routes: [Route] {
        let board = "/v1/games/{game}/boards/{board}"
        let players = Access([.install, .device])
        return [
            Route("/v1/games") { _ throws(Problem) in
                work { request async throws(Problem) in try await list(request) }
            },
            Route("/v1/games/{game}") { _ throws(Problem) in
                work { request async throws(Problem) in try await game(request) }
            },
            Route(board) { request throws(Problem) in try front(request) },
            Route("\(board)/around/{player}") { _ throws(Problem) in
                work { request async throws(Problem) in try await around(request) }
            },
            Route("\(board)/seasons") { _ throws(Problem) in
                work { request async throws(Problem) in
                    let (game, board) = (request.parameter("game"), request.parameter("board"))
                    return Reply(try await arena.seasons(game, board, at: try services.wall())).tagged(
                        "no-cache"
                    )
                }
            },
            Route(.get, "\(board)/me", players, .bare.forGames) { request async throws(Problem) in
                try await mine(request)
            },
            Route("/v1/players/{player}") { _ throws(Problem) in
                work { request async throws(Problem) in try await profile(request) }
            },
            Route(.get, "/v1/me/games/{game}/results", players, .bare.forGames) {
                request async throws(Problem) in
                guard let listed = try await arena.game(request.parameter("game")) else {
                    throw Problem.noGame
                }
                let player = try await arena.playerRow(of: request, services)
                let wanted = request.query["board"]
                guard wanted == nil || listed.boards.contains(where: { $0.rules.slug == wanted }) else {
                    throw Problem.noBoard
                }
                return Reply(try await arena.results(of: player, in: listed, board: wanted))
            },
            Route(.get, "/v1/me/games", players, .bare.forGames) { request async throws(Problem) in
                let player = try await arena.playerRow(of: request, services)
                let games = try await arena.games(of: player, at: try services.wall())
                return Reply(games).tagged(Reply.ownCacheControl)
            },
        ]
    }

    /// A read that asks the file: outside players are counted by what they have, and strangers by a part of the time that
    /// is theirs together.
    private func work(_ own: StrangersBudget? = nil, _ handler: @escaping CallHandler) -> RouteAnswer {
        let budget = own ?? self.budget
        return .work(.bare.forGames) { request async throws(Problem) in
            if let caller = request.countedOutside {
                try services.gate.countRequest(of: caller, from: request.client)
            } else {
                try budget.take(request, "boards are read too often from outside; ask again in a moment")
            }
            return try await handler(request)
        }
    }

    private func list(_ request: CallRequest) async throws(Problem) -> Reply {
        let question = try GameListQuestion(request.query)
        let listed = try await arena.use { stores throws(SQLiteError) in try await stores.book.all() }
        // Before the clock is set it is any day.
        let day = (services.now().wall?.seconds ?? 0) / 86_400
        return Reply(try question.page(of: listed, on: day)).tagged(BoardRoutes.games)
    }

    private func game(_ request: CallRequest) async throws(Problem) -> Reply {
        guard let listed = try await arena.game(request.parameter("game")) else { throw Problem.noGame }
        return Reply(PublicGameBody(GameBody(listed))).tagged(BoardRoutes.games)
    }

    /// A page; the first one of a board is kept.
    private func front(_ request: RouteRequest) throws(Problem) -> RouteAnswer {
        let question = try question(request.parameters, request.query)
        guard question.cursor == nil, question.period == nil, BoardRoutes.keptLimits.contains(question.limit)
        else {
            return work { request async throws(Problem) in
                let page = try await arena.page(bounded(question, request), at: try services.wall())
                return Reply(page.body).tagged(FrontPages.cacheControl)
            }
        }
        let key = FrontPages.Key(question)
        if let kept = fronts.find(key, at: try arena.moment(at: try services.wall())) { return .once(kept) }
        return work(frontBudget) { request async throws(Problem) in
            let moment = try arena.moment(at: try services.wall())
            let page = try await arena.page(bounded(question, request), at: moment.wall)
            let kept = Snapshot(
                JSONBody.encode(page.body),
                type: JSONBody.type,
                cacheControl: FrontPages.cacheControl
            )
            fronts.keep(kept, as: key, from: moment, until: page.until)
            // Who asks next has the same bytes under the same tags, compressed or not.
            return Reply(kept: kept)
        }
    }

    /// Strangers wait for each other where a board is not in memory.
    private func bounded(_ question: ArenaService.BoardQuestion, _ request: CallRequest)
        -> ArenaService.BoardQuestion
    {
        var question = question
        question.loads = request.isStranger ? loads : nil
        return question
    }

    private func around(_ request: CallRequest) async throws(Problem) -> Reply {
        var question = try question(request.parameters, request.query, usual: 11)
        question.cursor = nil
        question.around = try await player(request.parameter("player")).id
        question.viewer = await viewer(request)
        let page = try await arena.page(bounded(question, request), at: try services.wall()).body
        guard page.own != nil else {
            throw Problem(.notFound, "the player is not on this board", code: "not-on-board")
        }
        return Reply(page).tagged(BoardRoutes.cacheControl(for: question.viewer))
    }

    /// Who is not on the board yet sees its first rows.
    private func mine(_ request: CallRequest) async throws(Problem) -> Reply {
        let scopes = ["all", BoardPageBody.Scope.friends.rawValue]
        let scope = try request.query.choice("scope", of: scopes, default: scopes[0])
        var question = try question(request.parameters, request.query, usual: 11)
        question.cursor = nil
        let player = try await arena.playerRow(of: request, services)
        (question.around, question.viewer) = (player, player)
        let now = try services.wall()
        guard scope == scopes[0] else {
            let most = request.query["limit"] == nil ? nil : question.limit
            return Reply(try await arena.friendsPage(question, of: player, most: most, at: now))
                .tagged(BoardRoutes.cacheControl(for: player))
        }
        return Reply(try await arena.page(question, at: now).body)
            .tagged(BoardRoutes.cacheControl(for: player))
    }

    /// As everybody sees a player; who is known also sees what it is to them.
    private func profile(_ request: CallRequest) async throws(Problem) -> Reply {
        let viewer = await viewer(request)
        let found = try await arena.use { stores throws(SQLiteError) in
            try await stores.friends.profile(request.parameter("player"), for: viewer)
        }
        guard let found else { throw Problem.noPlayer }
        let body = PlayerProfileBody(
            PlayerBody(found.player),
            since: found.since,
            link: found.link,
            relation: found.relation.map { PlayerRelation($0) }
        )
        return Reply(body).tagged(BoardRoutes.cacheControl(for: viewer))
    }

    /// The row of the player who reads what everybody may read; nil: nobody who is known, or never a player yet.
    private func viewer(_ request: CallRequest) async -> Int64? {
        guard request.bearer.credential != nil else { return nil }
        do throws(Problem) {
            let caller: Caller
            if case .fresh(let known) = request.bearer.known {
                caller = known
            } else {
                caller = try await services.gate.caller(request, for: Access([.install, .device]))
            }
            return try await arena.knownPlayer(of: caller)
        } catch {
            return nil
        }
    }

    private static func cacheControl(for viewer: Int64?) -> String {
        viewer == nil ? "no-cache" : Reply.ownCacheControl
    }

    private func player(_ code: String) async throws(Problem) -> Player {
        let player = try await arena.use { stores throws(SQLiteError) in
            try await stores.players.player(code: code)
        }
        guard let player else { throw Problem.noPlayer }
        return player
    }

    private func question(
        _ parameters: [String: String],
        _ query: QueryParameters,
        usual: Int = usualLimit
    ) throws(Problem) -> ArenaService.BoardQuestion {
        let windows = StandingBody.Window.allCases.map(\.rawValue)
        let window = try query.choice("window", of: windows, default: windows[0])
        return ArenaService.BoardQuestion(
            game: parameters["game"] ?? "",
            board: parameters["board"] ?? "",
            window: StandingBody.Window(rawValue: window) ?? .all,
            period: query["period"],
            limit: try query.number("limit", in: BoardRoutes.limits, default: usual),
            cursor: query["cursor"]
        )
    }
}

extension FrontPages.Key {
    fileprivate init(_ question: ArenaService.BoardQuestion) {
        self.init(
            game: question.game,
            board: question.board,
            window: question.window.rawValue,
            limit: question.limit
        )
    }
}
