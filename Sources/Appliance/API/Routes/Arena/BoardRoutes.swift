import Core
import Serving
import SystemSupport
import WatchpostModel

/// Games and boards as everybody reads them, and as a player does.
struct BoardRoutes {
    let services: DeviceServices
    let arena: ArenaService
    private let fronts = FrontPages()
    /// For pages, each of less than a millisecond.
    private let budget = StrangersBudget(RateLimit(burst: 50, every: .milliseconds(20)))
    /// For first pages, which other questions cannot use up.
    private let frontBudget = StrangersBudget(RateLimit(burst: 50, every: .milliseconds(20)))

    init(services: DeviceServices, arena: ArenaService) {
        (self.services, self.arena) = (services, arena)
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
            Route("/v1/games") { _ throws(Problem) in work { _ async throws(Problem) in try await list() } },
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
                work { request async throws(Problem) in
                    let player = try await player(request.parameter("player"))
                    return Reply(PlayerBody(code: player.code, name: player.name, since: player.since))
                        .tagged("no-cache")
                }
            },
            Route(.get, "/v1/me/games/{game}/results", players, .bare.forGames) {
                request async throws(Problem) in
                guard let listed = try await arena.game(request.parameter("game")) else {
                    throw Problem.noGame
                }
                let player = try await arena.player(of: request.caller, services)
                return Reply(try await arena.results(of: player.id, in: listed))
            },
            Route(.get, "/v1/me/games", players, .bare.forGames) { request async throws(Problem) in
                let player = try await arena.player(of: request.caller, services)
                return Reply(try await arena.games(of: player.id, at: try services.wall()))
            },
        ]
    }

    /// A read that asks the file; strangers have a part of the time of their own for all of them.
    private func work(_ own: StrangersBudget? = nil, _ handler: @escaping CallHandler) -> RouteAnswer {
        let budget = own ?? self.budget
        return .work(.bare.forGames) { request async throws(Problem) in
            try budget.take(request, "boards are read too often from outside; ask again in a moment")
            return try await handler(request)
        }
    }

    private func list() async throws(Problem) -> Reply {
        let listed = try await arena.use { stores throws(SQLiteError) in try await stores.games.games() }
        let body = PublicGameListBody(games: listed.map { PublicGameBody(GameBody($0)) })
        return Reply(body).tagged(BoardRoutes.games)
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
            return work { _ async throws(Problem) in
                let page = try await arena.page(question, at: try services.wall())
                return Reply(page.body).tagged(FrontPages.cacheControl)
            }
        }
        let key = FrontPages.Key(question)
        if let kept = fronts.find(key, at: try arena.moment(at: try services.wall())) { return .once(kept) }
        return work(frontBudget) { _ async throws(Problem) in
            let moment = try arena.moment(at: try services.wall())
            let page = try await arena.page(question, at: moment.wall)
            let reply = Reply(page.body).tagged(FrontPages.cacheControl)
            let kept = Snapshot(reply.body, type: JSONBody.type, cacheControl: FrontPages.cacheControl)
            fronts.keep(kept, as: key, from: moment, until: page.until)
            return reply
        }
    }

    private func around(_ request: CallRequest) async throws(Problem) -> Reply {
        var question = try question(request.parameters, request.query, usual: 11)
        question.cursor = nil
        question.around = try await player(request.parameter("player")).id
        let page = try await arena.page(question, at: try services.wall()).body
        guard page.own != nil else {
            throw Problem(.notFound, "the player is not on this board", code: "not-on-board")
        }
        return Reply(page).tagged("no-cache")
    }

    /// Who is not on the board yet sees its first rows.
    private func mine(_ request: CallRequest) async throws(Problem) -> Reply {
        var question = try question(request.parameters, request.query, usual: 11)
        question.cursor = nil
        question.around = try await arena.player(of: request.caller, services).id
        return Reply(try await arena.page(question, at: try services.wall()).body)
    }

    private func player(_ code: String) async throws(Problem) -> Player {
        let player = try await arena.use { stores throws(SQLiteError) in
            try await stores.players.player(code: code)
        }
        guard let player else { throw Problem(.notFound, "there is no player with this code") }
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
