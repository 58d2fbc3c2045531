package import Core
import Serving
import SystemSupport
package import WatchpostModel

/// Answers what happened in the last hours, from memory and quickly, from any thread; nil when nothing is kept.
package typealias HistoryProvider = @Sendable (_ subject: HistorySubject, _ hours: Int) -> HistoryBody?

/// What happened to a realm or a region.
///
/// The window ends now, so these bodies are not kept.
struct HistoryRoutes {
    let history: HistoryProvider

    /// Thirty days: what the history store keeps.
    static let hours = 1...720

    var routes: [Route] {
        [
            Route("/v1/regions/{region}/history") { request throws(Problem) in
                let view = try request.sourceByQuery()
                return try answer(.source(view.source), of: view, request)
            },
            Route("/v1/realms/{region}/{flavour}/{slug}/history") { request throws(Problem) in
                let view = try request.sourceByPath()
                return try answer(.realm(try request.realm(of: view).key), of: view, request)
            },
        ]
    }

    /// `view` says who tells of it.
    private func answer(
        _ subject: HistorySubject,
        of view: SourceView,
        _ request: RouteRequest
    ) throws(Problem) -> RouteAnswer {
        let hours = try request.query.number("hours", in: HistoryRoutes.hours, default: 24)
        guard var body = history(subject, hours) else {
            throw Problem(.unavailable, "no history is kept yet, for example because the clock is not set")
        }
        body.source = view.origin.map { RealmSourceBody($0) }
        return .once(Snapshot(JSONBody.encode(body), type: JSONBody.type))
    }
}
