import Core
import Serving
import WatchpostModel

/// The keys by which games sign, for administrators and our own command line.
struct GameKeyRoutes {
    let services: DeviceServices
    let arena: ArenaService

    private static let pattern = "/v1/admin/games/{game}/keys"
    private static let largestBody = 1_024

    var routes: [Route] {
        [
            Route(.get, GameKeyRoutes.pattern, .administrator, .bare.forGames) {
                request async throws(Problem) in try await show(request)
            },
            Route(.post, GameKeyRoutes.pattern, .administrator, .body(GameKeyRoutes.largestBody).forGames) {
                request async throws(Problem) in try await replace(request)
            },
        ]
    }

    /// The newest key, on the machine itself alone: a phone is shown each once, when it is made.
    private func show(_ request: CallRequest) async throws(Problem) -> Reply {
        let slug = request.parameter("game")
        guard request.caller == .owner else {
            throw Problem(
                .forbidden,
                "a key that was made before is shown by the appliance's own command alone: watchpost game key GAME"
            )
        }
        let body = try await arena.use { stores throws(SQLiteError) in
            try await stores.games.game(slug).map { GameKeyBody($0.game, stores.keys) }
        }
        guard let body else { throw Problem.noGame }
        return Reply(body)
    }

    private func replace(_ request: CallRequest) async throws(Problem) -> Reply {
        let slug = request.parameter("game")
        let version = try request.json(GameKeyChangeBody.self).keyVersion
        let now = try services.wall()
        let (outcome, keys) = try await arena.use { stores throws(SQLiteError) in
            let outcome = try await stores.games.replaceKey(version, of: slug, at: now)
            stores.book.forget()
            return (outcome, stores.keys)
        }
        switch outcome {
        case .added(let game), .changed(let game), .unchanged(let game):
            return Reply(GameKeyBody(game, keys), status: 201)
        case .conflict(let game):
            let listed = try await arena.use { stores throws(SQLiteError) in
                try await stores.games.game(slug)
            }
            guard let listed else { throw Problem.noGame }
            throw Problem(
                .conflict,
                "another key was made meanwhile; version \(game.keys.current) is current",
                extra: .game(GameBody(listed))
            )
        case .noGame, .refused, .full: throw Problem.noGame
        }
    }
}

extension GameKeyBody {
    /// The newest key of a game.
    fileprivate init(_ game: Game, _ keys: GameKeys) {
        self.init(
            game: game.facts.slug,
            version: game.keys.current,
            key: keys.key(game.keys.current, of: game).exposed,
            oldKeyUntil: game.keys.oldUntil
        )
    }
}
