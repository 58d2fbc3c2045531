import Core
import Serving

/// From which side games are governed: below which paths, by whom, and through which door.
///
/// Administrators and developers do the same to games by the same routes. What a developer may not reach is not there.
enum GameSide: CaseIterable, Sendable {
    /// Whoever administers the appliance, and our own command line: all games.
    case administrators
    /// Developers: their own.
    case developers

    /// The path of all games of this side.
    var games: String {
        switch self {
        case .administrators: "/v1/admin/games"
        case .developers: "/v1/developers/games"
        }
    }

    /// The pattern of one of them.
    var game: String { "\(games)/{game}" }

    var access: Access {
        switch self {
        case .administrators: .administrator
        case .developers: .developer
        }
    }

    /// Developers wait with those who work with the file of games, and never with home.
    func bounds(_ bounds: CallBounds) -> CallBounds {
        self == .developers ? bounds.forGames : bounds
    }

    /// Through which door a request comes that its access let in.
    func door(_ request: CallRequest) throws(Problem) -> GameDoor {
        switch self {
        case .administrators: .all
        case .developers: .developer(try request.session().developer)
        }
    }

    /// A call of this side; its handler is told the door.
    func route(
        _ verb: Verb,
        _ pattern: String,
        _ bounds: CallBounds = .bare,
        handler: @escaping @Sendable (CallRequest, GameDoor) async throws(Problem) -> Reply
    ) -> Route {
        Route(verb, pattern, access, self.bounds(bounds)) { request async throws(Problem) in
            try await handler(request, try door(request))
        }
    }
}

extension ArenaService {
    /// A game behind a door, with its boards; whoever may not govern it is told that there is none.
    func game(_ slug: String, through door: GameDoor) async throws(Problem) -> GameStore.Listed {
        guard let listed = try await game(slug), door.opens(listed.game) else { throw Problem.noGame }
        return listed
    }

    /// All by which games are governed, from each side.
    func governing(_ services: CallServices) -> [Route] {
        GameSide.allCases.flatMap { side -> [Route] in
            let routes: [[Route]] = [
                GameAdminRoutes(services: services, arena: self, side: side).routes,
                GameKeyRoutes(services: services, arena: self, side: side).routes,
                SeasonRoutes(services: services, arena: self, side: side).routes,
                GameLookRoutes(services: services, arena: self, side: side).routes,
                GameFrontRoutes(services: services, arena: self, side: side).routes,
                ResultAdminRoutes(services: services, arena: self, governor: .from(side, self)).routes,
                ResultExportRoute(arena: self, side: side).routes,
                [GameRemovalRoute(services: services, arena: self, side: side).route],
                ModerationRoutes(services: services, arena: self, governor: .from(side, self)).routes,
            ]
            return routes.flatMap { $0 }
        }
    }
}
