import Serving
import SystemSupport
import WatchpostModel

/// Which map is on, for how long, and what follows.
enum RotationRoutes {
    static let routes = [
        Route("/v1/rotations") { request throws(Problem) in
            let list = try rotations(request).list
            return .json(.rotations, key: "/v1/rotations") { list }
        },
        Route("/v1/rotations/{mode}") { request throws(Problem) in
            let list = try rotations(request).list
            let name = request.parameter("mode")
            guard let mode = list.modes.first(where: { $0.mode == name }) else {
                throw Problem(.notFound, "there is no mode “\(name)”; there are \(names(list))")
            }
            return .json(.rotations, key: "/v1/rotations/\(name)") { mode }
        },
        Route("/v1/timeline") { request throws(Problem) in
            let rotations = try rotations(request)
            let modes = try modes(request, of: rotations.list)
            let hours = try request.query.number("hours", in: 1...168, default: 48)
            let key = "/v1/timeline?hours=\(hours)&modes=\(modes.joined(separator: ","))"
            return .json(.rotations, key: key) { rotations.timeline(modes, hours) }
        },
        Route("/v1/hash") { request throws(Problem) in
            let list = try rotations(request).list
            return .json(.rotations, key: "/v1/hash") {
                HashBody(hash: SHA256Digest.hexadecimal(of: JSONBody.encode(list)))
            }
        },
    ]

    static func rotations(_ request: RouteRequest) throws(Problem) -> PublishedRotations {
        guard let rotations = request.state.rotations else {
            throw Problem(.unavailable, "no schedule was read yet; the log of the appliance says why")
        }
        return rotations
    }

    /// `a,b` in the order of the list; absent: all.
    ///
    /// A mode that stands there twice counts once.
    static func modes(_ request: RouteRequest, of list: RotationListBody) throws(Problem) -> [String] {
        let all = list.modes.map(\.mode)
        guard let text = request.query["modes"] else { return all }
        let wanted = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for name in wanted where !all.contains(name) {
            throw Problem(.badRequest, "modes: “\(name)” is none of \(names(list))")
        }
        return all.filter(wanted.contains)
    }

    private static func names(_ list: RotationListBody) -> String {
        list.modes.map(\.mode).joined(separator: ", ")
    }
}
