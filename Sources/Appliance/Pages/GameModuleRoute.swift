import Serving

/// The module by which games of any origin talk to their boards (docs/games.md).
struct GameModuleRoute {
    private static let path = "/sdk/watchpost.js"

    var route: Route {
        Route(GameModuleRoute.path) { _ throws(Problem) in
            .kept(.fixed, key: GameModuleRoute.path) { () throws(Problem) in
                // Made when a game asks first: an arena whose games bring the file along holds none.
                Snapshot(
                    PageFiles().gameModule,
                    type: "text/javascript; charset=utf-8",
                    headers: [("X-Content-Type-Options", "nosniff")]
                )
            }
        }
    }
}
