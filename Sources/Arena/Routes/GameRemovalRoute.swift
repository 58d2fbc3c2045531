import Core
import Serving
import WatchpostModel

/// Removes a game for good, with all that players did in it.
struct GameRemovalRoute {
    let services: CallServices
    let arena: ArenaService
    let side: GameSide

    /// A name.
    private static let largestBody = 1_024

    var route: Route {
        side.route(.delete, side.game, .body(GameRemovalRoute.largestBody)) {
            request,
            door async throws(Problem) in try await remove(request, door)
        }
    }

    /// Answers as soon as nobody finds the game; its rows go behind that.
    private func remove(_ request: CallRequest, _ door: GameDoor) async throws(Problem) -> Reply {
        let (slug, name) = (request.parameter("game"), try request.json(FarewellBody.self).name)
        let begun = try await arena.removeGame(
            slug,
            named: name,
            through: door,
            by: request.caller.moderator,
            at: try services.wall()
        )
        switch begun {
        case .begun: return .noContent
        case .otherName(let name):
            let words = "the game is called “\(name)”; type that in"
            throw Problem(.unprocessable, words, code: "name-mismatch")
        case .noGame: throw Problem.noGame
        case .full:
            throw Problem(
                .unavailable,
                "\(ArenaRules.mostGameRemovals) of your games are still being removed; try again in a few minutes",
                code: "removals-full"
            )
        }
    }
}
