import Core
import Serving
import WatchpostModel

/// The keys by which games sign, for whoever governs them.
struct GameKeyRoutes {
    let services: CallServices
    let arena: ArenaService
    var side = GameSide.administrators

    private static let largestBody = 1_024

    var routes: [Route] {
        let keys = "\(side.game)/keys"
        let next = side.route(.post, keys, .body(GameKeyRoutes.largestBody)) {
            request,
            door async throws(Problem) in try await replace(request, door)
        }
        // A developer has no machine of ours to be shown a key again on.
        guard side == .administrators else { return [next] }
        return [
            side.route(.get, keys) { request, _ async throws(Problem) in try await show(request) }, next,
        ]
    }

    /// The newest key, on the machine itself alone: a phone is shown each once, when it is made.
    private func show(_ request: CallRequest) async throws(Problem) -> Reply {
        let slug = request.parameter("game")
        guard request.caller == .owner else {
            throw Problem(
                .forbidden,
                "a key that was made before is shown only by the box's own command: watchpost game key GAME"
            )
        }
        let body = try await arena.use { stores throws(SQLiteError) in
            try await stores.games.game(slug).map { GameKeyBody($0.game, stores.keys) }
        }
        guard let body else { throw Problem.noGame }
        return Reply(body)
    }

    private func replace(_ request: CallRequest, _ door: GameDoor) async throws(Problem) -> Reply {
        let slug = request.parameter("game")
        let version = try request.json(GameKeyChangeBody.self).keyVersion
        let now = try services.wall()
        let (outcome, keys) = try await arena.use { stores throws(SQLiteError) in
            let outcome = try await stores.games.replaceKey(version, of: slug, through: door, at: now) {
                stores.book.forget()
            }
            return (outcome, stores.keys)
        }
        switch outcome {
        case .added(let game), .changed(let game), .unchanged(let game):
            return Reply(GameKeyBody(game, keys), status: 201)
        case .conflict(let game):
            let listed = try await arena.use { stores throws(SQLiteError) in
                try await stores.games.game(slug, through: door)
            }
            guard let listed else { throw Problem.noGame }
            throw Problem(
                .conflict,
                "another key was made meanwhile; version \(game.keys.current) is current",
                extra: .game(GameBody(listed))
            )
        case .noGame, .refused, .full, .taken: throw Problem.noGame
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
            oldKeyUntil: game.keys.oldUntil,
            serverKey: keys.serverKey(game.keys.current, of: game).exposed
        )
    }
}
