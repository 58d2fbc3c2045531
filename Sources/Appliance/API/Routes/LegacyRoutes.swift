import Serving

/// The Map Timer app's own paths, byte for byte what was published for them.
enum LegacyRoutes {
    static let paths = [
        "/hash", "/pubs/schedule", "/ranked/schedule", "/ltm/schedule", "/pubs/current", "/ranked/current",
        "/ltm/current",
    ]

    static let routes = paths.map { path in
        Route(path) { request throws(Problem) in
            guard let body = try RotationRoutes.rotations(request).legacy[path] else {
                throw Problem(.notFound, "no schedule is in force that the Map Timer app could read")
            }
            return .kept(.rotations, key: path) { () throws(Problem) in Snapshot(body, type: type(of: path)) }
        }
    }

    /// What the reference server says (Vapor's defaults).
    private static func type(of path: String) -> String {
        path == "/hash" ? "text/plain; charset=utf-8" : "application/json; charset=utf-8"
    }
}
