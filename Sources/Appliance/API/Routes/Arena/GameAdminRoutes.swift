import Core
import Serving
import WatchpostModel

/// Games and their boards, for administrators and our own command line.
struct GameAdminRoutes {
    let services: DeviceServices
    let arena: ArenaService

    private static let pattern = "/v1/admin/games"
    private static let largestBody = 8_192

    var routes: [Route] {
        let bounds = CallBounds.body(GameAdminRoutes.largestBody).forGames
        let game = "\(GameAdminRoutes.pattern)/{game}"
        return [
            Route(.get, GameAdminRoutes.pattern, .administrator, .bare.forGames) { _ async throws(Problem) in
                let listed = try await arena.use { stores throws(SQLiteError) in
                    try await stores.games.games()
                }
                return Reply(GameListBody(games: listed.map { GameBody($0) }))
            },
            Route(.put, game, .administrator, bounds) { request async throws(Problem) in
                try await put(request)
            },
            Route(.put, "\(game)/boards/{board}", .administrator, bounds) { request async throws(Problem) in
                try await putBoard(request)
            },
            Route(.post, "\(game)/close", .administrator, .bare.forGames) { request async throws(Problem) in
                try await close(request.parameter("game"))
            },
        ]
    }

    private func put(_ request: CallRequest) async throws(Problem) -> Reply {
        let change = try request.json(GameChangeBody.self)
        let facts = try Problem.reading { () throws(ArenaText.Refusal) in
            try GameFacts(
                slug: request.parameter("game"),
                name: change.name,
                description: change.description ?? "",
                zone: change.zone ?? "UTC",
                isSigned: change.signed ?? false
            )
        }
        let now = try services.wall()
        let outcome = try await arena.use { stores throws(SQLiteError) in
            try await stores.games.put(facts, version: change.version, at: now) { stores.changed() }
        }
        switch outcome {
        case .added: return Reply(try await body(facts.slug), status: 201)
        case .changed, .unchanged: return Reply(try await body(facts.slug))
        case .conflict(let game):
            throw Problem(
                .conflict,
                "the game was changed meanwhile; version \(game.version) is current",
                extra: .game(try await body(facts.slug))
            )
        case .refused(let refusal): throw Problem(refusal)
        case .full(let most): throw Problem(arenaFull: "\(most) games are kept, which is the limit")
        case .noGame: throw Problem.noGame
        }
    }

    private func putBoard(_ request: CallRequest) async throws(Problem) -> Reply {
        let slug = request.parameter("game")
        let change = try request.json(GameBoardChangeBody.self)
        let rules = try Problem.reading { () throws(ArenaText.Refusal) in
            try BoardRules(change, slug: request.parameter("board")).checked()
        }
        let outcome = try await arena.use { stores throws(SQLiteError) in
            try await stores.games.put(rules, of: slug, version: change.version) { board in
                stores.changed(board: board)
            }
        }
        switch outcome {
        case .added(let board): return Reply(GameBoardBody(board), status: 201)
        case .changed(let board), .unchanged(let board): return Reply(GameBoardBody(board))
        case .conflict(let board):
            throw Problem(
                .conflict,
                "the board was changed meanwhile; version \(board.version) is current",
                extra: .board(GameBoardBody(board))
            )
        case .refused(let refusal): throw Problem(refusal)
        case .full(let most): throw Problem(arenaFull: "a game has \(most) boards at most")
        case .noGame: throw Problem.noGame
        }
    }

    private func close(_ slug: String) async throws(Problem) -> Reply {
        let now = try services.wall()
        let isThere = try await arena.use { stores throws(SQLiteError) in
            try await stores.games.close(slug, at: now) { stores.changed() }
        }
        guard isThere else { throw Problem.noGame }
        return Reply(try await body(slug))
    }

    private func body(_ slug: String) async throws(Problem) -> GameBody {
        let listed = try await arena.use { stores throws(SQLiteError) in try await stores.games.game(slug) }
        guard let listed else { throw Problem.noGame }
        return GameBody(listed)
    }
}

extension Problem {
    fileprivate init(arenaFull words: String) {
        self.init(.unavailable, words, code: "arena-full")
    }

    /// Words that cannot be taken, by their field.
    fileprivate init(_ refusal: ArenaText.Refusal) {
        self.init(.badRequest, "\(refusal.field): \(refusal.words)")
    }

    /// Does something with what was sent; what is refused there is a bad request.
    fileprivate static func reading<Value>(
        _ work: () throws(ArenaText.Refusal) -> Value
    ) throws(Problem) -> Value {
        do throws(ArenaText.Refusal) {
            return try work()
        } catch {
            throw Problem(error)
        }
    }
}
