import Serving

/// The Map Timer app's own paths, byte for byte what was published for them.
enum LegacyRoutes {
    static let paths = [
        "/hash", "/pubs/schedule", "/ranked/schedule", "/ltm/schedule", "/pubs/current", "/ranked/current",
        "/ltm/current",
    ]

    static let routes = paths.map { path in
        Route(path) { request throws(Problem) in
            guard let rotations = request.state.rotations else { throw unknown }
            guard let body = rotations.legacy[path] else {
                let reason = rotations.legacyAbsence.map { ": \($0)" } ?? ""
                throw Problem(.notFound, "no schedule is in force that the Map Timer app could read\(reason)")
            }
            return .kept(.rotations, key: path) { () throws(Problem) in Snapshot(body, type: type(of: path)) }
        }
    }

    /// Before any schedule is known.
    ///
    /// The app takes whatever `/hash` answers for the hash, and may store it: no two of these may be the same.
    private static var unknown: Problem {
        Problem(
            .unavailable,
            "no schedule is known yet, for example because the clock is not set (\(UInt64.random(in: 0 ... .max)))"
        )
    }

    /// What the reference server says (Vapor's defaults).
    private static func type(of path: String) -> String {
        path == "/hash" ? "text/plain; charset=utf-8" : "application/json; charset=utf-8"
    }
}
