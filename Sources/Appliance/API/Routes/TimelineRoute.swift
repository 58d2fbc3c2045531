import Serving
import SystemSupport
import WatchpostModel

/// `GET /v1/timeline`.
///
/// There are more questions than anybody could keep answers to: millions, with twenty modes. Usual ones are answered once
/// and kept. Any other is worked out for whoever asks, beside the threads that serve; for strangers only so many in a
/// second, all of them together, so that endlessly different questions cost a small part of one core.
struct TimelineRoute: Sendable {
    /// Some milliseconds each.
    private let budget: StrangersBudget

    /// `now`: a monotonic clock.
    init(now: @escaping @Sendable () -> Duration = { .milliseconds(CoarseClock.now()) }) {
        budget = StrangersBudget(now: now)
    }

    var route: Route {
        Route("/v1/timeline") { request throws(Problem) in
            let rotations = try RotationRoutes.rotations(request)
            let all = rotations.list.modes.count
            let modes = try RotationRoutes.modes(request, of: rotations.list)
            let hours = try request.query.number("hours", in: 1...336, default: 48)
            guard TimelineRoute.isUsual(modes.count, of: all, hours: hours) else {
                return work { JSONBody.encode(rotations.timeline(modes, hours)) }
            }
            let key = "/v1/timeline?hours=\(hours)&modes=\(modes.joined(separator: ","))"
            return .kept(.rotations, key: key) { () throws(Problem) in
                rotations.usual.snapshot(key) {
                    Snapshot(JSONBody.encode(rotations.timeline(modes, hours)), type: JSONBody.type)
                }
            }
        }
    }

    /// Whether an answer is kept: at most 90 of them, some kilobytes each.
    static func isUsual(_ count: Int, of all: Int, hours: Int) -> Bool {
        if all <= 4 { return [12, 24, 48, 72, 168, 336].contains(hours) }
        return (count == 1 || count == all) && [24, 48].contains(hours)
    }

    private func work(_ body: @escaping @Sendable () -> [UInt8]) -> RouteAnswer {
        .work(.bare) { [self] request async throws(Problem) in
            try budget.take(request, TimelineRoute.tooMany)
            return Reply(body(), type: JSONBody.type).tagged("no-cache")
        }
    }

    private static let tooMany =
        "too many unusual timelines are asked for from outside; ask for 24 or 48 hours of all modes, or again later"

    /// Counts one question of a stranger; throws where that is one too many.
    func take() throws(Problem) { try budget.take(TimelineRoute.tooMany) }
}
