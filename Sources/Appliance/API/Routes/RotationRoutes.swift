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
        Route("/v1/schedules") { request throws(Problem) in
            let list = try rotations(request).list
            return .json(.rotations, key: "/v1/schedules") { ScheduleListBody(list) }
        },
        Route("/v1/hash") { request throws(Problem) in
            let list = try rotations(request).list
            return .json(.rotations, key: "/v1/hash") { HashBody(list) }
        },
    ]

    static func rotations(_ request: RouteRequest) throws(Problem) -> PublishedRotations {
        guard let rotations = request.state.rotations else {
            throw Problem(.unavailable, "no schedule was read yet; the log of the box says why")
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
            throw Problem(.badRequest, "modes: “\(name)” is not one of \(names(list))")
        }
        return all.filter(wanted.contains)
    }

    static func names(_ list: RotationListBody) -> String {
        list.modes.map(\.mode).joined(separator: ", ")
    }
}

extension ScheduleListBody {
    /// What is published, without the present.
    init(_ list: RotationListBody) {
        let modes = list.modes.filter { !$0.schedules.isEmpty }.map { mode in
            var body = ModeSchedulesBody(
                mode: mode.mode,
                name: mode.name,
                hash: "",
                schedules: mode.schedules
            )
            body.hash = SHA256Digest.hexadecimal(of: JSONBody.encode(body))
            return body
        }
        self.init(hash: "", source: list.source, modes: modes)
        hash = SHA256Digest.hexadecimal(of: JSONBody.encode(self))
    }
}

extension HashBody {
    fileprivate init(_ list: RotationListBody) {
        let schedules = ScheduleListBody(list)
        self.init(
            hash: SHA256Digest.hexadecimal(of: JSONBody.encode(list)),
            schedules: schedules.hash,
            modes: Dictionary(schedules.modes.map { ($0.mode, $0.hash) }) { first, _ in first }
        )
    }
}
