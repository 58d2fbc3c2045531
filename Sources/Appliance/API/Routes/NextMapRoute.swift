import Core
import Serving
import SystemSupport
import WatchpostModel

/// `GET /v1/maps/{code}/next`: when a map is on next in each mode.
///
/// What the app asks is answered once and kept; anything else is worked out as unusual timelines are.
struct NextMapRoute: Sendable {
    private let budget = StrangersBudget()

    var route: Route {
        Route("/v1/maps/{code}/next") { [self] request throws(Problem) in
            let rotations = try RotationRoutes.rotations(request)
            let map = try NextMapRoute.map(request.parameter("code"), among: rotations.maps)
            let all = rotations.list.modes.count
            let modes = try RotationRoutes.modes(request, of: rotations.list)
            let counts = 1...RotationSnapshot.mostOccurrences
            let count = try request.query.number("count", in: counts, default: NextMapRoute.usualCount)
            let isUsual = NextMapRoute.isUsual(count, modes.count, of: all, maps: rotations.maps.count)
            guard isUsual else {
                return work { NextMapRoute.body(rotations, map, modes, count) }
            }
            let key = "/v1/maps/\(map.code)/next?modes=\(modes.joined(separator: ","))"
            return .kept(.rotations, key: key) { () throws(Problem) in
                rotations.usual.snapshot(key) {
                    Snapshot(NextMapRoute.body(rotations, map, modes, count), type: JSONBody.type)
                }
            }
        }
    }

    static let usualCount = 3
    /// Answers of this kind that are kept, about a kilobyte each.
    private static let mostKept = 128

    /// Whether an answer is kept: all modes, or each alone, as long as there are not too many of them.
    static func isUsual(_ count: Int, _ modes: Int, of all: Int, maps: Int) -> Bool {
        guard count == usualCount else { return false }
        return (modes == all || modes == 1) && maps * (all + 1) <= mostKept
    }

    private static func body(
        _ rotations: PublishedRotations,
        _ map: GameMap,
        _ modes: [String],
        _ count: Int
    ) -> [UInt8] {
        do throws(TimelineRefusal) {
            return JSONBody.encode(try rotations.snapshot.next(map, modes: modes, count: count))
        } catch {
            // The route has checked the modes against the very same snapshot.
            preconditionFailure("a checked question was refused: \(error)")
        }
    }

    private func work(_ body: @escaping @Sendable () -> [UInt8]) -> RouteAnswer {
        .work(.bare) { [self] request async throws(Problem) in
            try budget.take(
                request,
                "too many unusual questions about maps are asked from outside; leave modes and count out, or ask later"
            )
            return Reply(body(), type: JSONBody.type).tagged("no-cache")
        }
    }

    /// The map with a code, in letters of any size; throws with the codes that there are.
    static func map(_ code: String, among known: [GameMap]) throws(Problem) -> GameMap {
        if let map = MapCode.find(code, among: known, code: { $0.code }) { return map }
        let names = known.prefix(64).map(\.code).joined(separator: ", ")
        throw Problem(
            .notFound,
            known.isEmpty
                ? "no schedule names any map" : "there is no map with the code “\(code)”; there are \(names)"
        )
    }
}
