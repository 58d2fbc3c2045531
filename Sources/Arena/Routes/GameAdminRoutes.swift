import Core
import Serving
import WatchpostModel

/// Games and their boards, for whoever governs them.
struct GameAdminRoutes {
    let services: CallServices
    let arena: ArenaService
    var side = GameSide.administrators

    private static let largestBody = 8_192

    var routes: [Route] {
        let bounds = CallBounds.body(GameAdminRoutes.largestBody)
        return [
            side.route(.get, side.games) { _, door async throws(Problem) in try await list(door) },
            side.route(.put, side.game, bounds) { request, door async throws(Problem) in
                try await put(request, door)
            },
            side.route(.put, "\(side.game)/boards/{board}", bounds) { request, door async throws(Problem) in
                try await putBoard(request, door)
            },
            side.route(.post, "\(side.game)/close") { request, door async throws(Problem) in
                try await close(request.parameter("game"), door)
            },
        ]
    }

    private func list(_ door: GameDoor) async throws(Problem) -> Reply {
        let listed = try await arena.use { stores throws(SQLiteError) in
            try await stores.games.games(through: door)
        }
        var bodies = listed.map { GameBody($0) }
        guard side == .developers else { return Reply(GameListBody(games: bodies)) }
        let now = try services.wall()
        let figures = try await arena.use { stores throws(SQLiteError) in
            try await stores.tally.figures(of: listed.map(\.game), at: now)
        }
        for index in bodies.indices {
            bodies[index].figures = figures[listed[index].game.id].map { GameFiguresBody($0) }
        }
        return Reply(GameListBody(games: bodies)).tagged(Reply.ownCacheControl)
    }

    private func put(_ request: CallRequest, _ door: GameDoor) async throws(Problem) -> Reply {
        let change = try request.json(GameChangeBody.self)
        let facts = try Problem.reading { () throws(ArenaText.Refusal) in
            try GameFacts(change, slug: request.parameter("game"))
        }
        let now = try services.wall()
        let outcome = try await arena.use { stores throws(SQLiteError) in
            try await stores.games.put(facts, version: change.version, through: door, at: now) {
                stores.changed(boards: $0)
            }
        }
        switch outcome {
        case .added: return Reply(try await body(facts.slug, door), status: 201)
        case .changed, .unchanged: return Reply(try await body(facts.slug, door))
        case .conflict(let game):
            throw Problem(
                .conflict,
                "the game was changed meanwhile; version \(game.version) is current",
                extra: .game(try await body(facts.slug, door))
            )
        case .refused(let refusal): throw Problem(refusal)
        case .full(let most): throw Problem(arenaFull: "\(most) games are kept, which is the limit")
        case .noGame: throw Problem.noGame
        case .taken: throw GameAdminRoutes.taken
        }
    }

    private static let taken = Problem(
        .conflict,
        "another game already has this name in paths; choose a different one",
        code: "game-taken"
    )

    private func putBoard(_ request: CallRequest, _ door: GameDoor) async throws(Problem) -> Reply {
        let slug = request.parameter("game")
        let change = try request.json(GameBoardChangeBody.self)
        let rules = try Problem.reading { () throws(ArenaText.Refusal) in
            try BoardRules(change, slug: request.parameter("board")).checked()
        }
        let outcome = try await arena.use { stores throws(SQLiteError) in
            try await stores.games.put(rules, of: slug, version: change.version, through: door) { board in
                stores.changed(boards: [board])
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
        case .noGame, .taken: throw Problem.noGame
        }
    }

    private func close(_ slug: String, _ door: GameDoor) async throws(Problem) -> Reply {
        let now = try services.wall()
        let isThere = try await arena.use { stores throws(SQLiteError) in
            try await stores.games.close(slug, through: door, at: now) {
                stores.changed(boards: [])
            } duels: {
                arena.follow($0)
            }
        }
        guard isThere else { throw Problem.noGame }
        return Reply(try await body(slug, door))
    }

    private func body(_ slug: String, _ door: GameDoor) async throws(Problem) -> GameBody {
        let listed = try await arena.use { stores throws(SQLiteError) in
            try await stores.games.game(slug, through: door)
        }
        guard let listed else { throw Problem.noGame }
        return GameBody(listed)
    }
}

extension Problem {
    fileprivate init(arenaFull words: String) {
        self.init(.unavailable, words, code: "arena-full")
    }

    /// Words that cannot be taken, by their field.
    init(_ refusal: ArenaText.Refusal) {
        self.init(.badRequest, "\(refusal.field): \(refusal.words)")
    }

    /// Does something with what was sent; what is refused there is a bad request.
    static func reading<Value>(
        _ work: () throws(ArenaText.Refusal) -> Value
    ) throws(Problem) -> Value {
        do throws(ArenaText.Refusal) {
            return try work()
        } catch {
            throw Problem(error)
        }
    }
}
