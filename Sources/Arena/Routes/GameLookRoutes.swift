import Core
import Serving
import SystemSupport

/// What games bring along for the pages of their boards, for whoever governs them.
struct GameLookRoutes {
    let services: CallServices
    let arena: ArenaService
    var side = GameSide.administrators

    var routes: [Route] {
        let style = "\(side.game)/style"
        let background = "\(side.game)/background"
        return [
            side.route(.put, style, .body(GameStyle.longest)) { request, door async throws(Problem) in
                try await putStyle(request, door)
            },
            side.route(.delete, style) { request, door async throws(Problem) in
                try await set(nil, tag: nil, request.parameter("game"), door)
            },
            side.route(.put, background, .body(Picture.longest)) { request, door async throws(Problem) in
                try await setBackground(try HashedPicture(sentIn: request), request.parameter("game"), door)
            },
            side.route(.delete, background) { request, door async throws(Problem) in
                try await setBackground(nil, request.parameter("game"), door)
            },
        ]
    }

    private func putStyle(_ request: CallRequest, _ door: GameDoor) async throws(Problem) -> Reply {
        let game = request.parameter("game")
        let given = try request.body(of: "text/css")
        let style: GameStyle
        do throws(ArenaText.Refusal) {
            style = try GameStyle(given, picture: LookPath.background(of: game))
        } catch {
            throw Problem(.unprocessable, "the style sheet: \(error.words)", code: "style-refused")
        }
        let tag = String(SHA256Digest.hexadecimal(of: given).prefix(16))
        return try await set(style, tag: tag, game, door)
    }

    private func set(
        _ style: GameStyle?,
        tag: String?,
        _ game: String,
        _ door: GameDoor
    ) async throws(Problem) -> Reply {
        let isThere = try await arena.use { stores throws(SQLiteError) in
            try await stores.games.setStyle(style, tag: tag, of: game, through: door) {
                stores.changed(boards: [])
            }
        }
        guard isThere else { throw Problem.noGame }
        return .noContent
    }

    private func setBackground(
        _ picture: HashedPicture?,
        _ game: String,
        _ door: GameDoor
    ) async throws(Problem) -> Reply {
        let isThere = try await arena.use { stores throws(SQLiteError) in
            try await stores.games.setBackground(picture, of: game, through: door) {
                stores.changed(boards: [])
            }
        }
        guard isThere else { throw Problem.noGame }
        return .noContent
    }
}
