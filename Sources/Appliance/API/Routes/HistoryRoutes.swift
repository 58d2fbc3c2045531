package import Core
import Serving
import SystemSupport
package import WatchpostModel

/// Answers what happened in the last hours, from memory and quickly, from any thread; nil when nothing is kept.
package typealias HistoryProvider = @Sendable (_ subject: HistorySubject, _ hours: Int) -> HistoryBody?

/// What happened to a realm or a region.
struct HistoryRoutes {
    let history: HistoryProvider
    /// Changes when a history does; nil while the clock is not set.
    let basis: @Sendable () -> KeptHistories.Basis?
    private let kept = KeptHistories()

    init(
        history: @escaping HistoryProvider,
        basis: @escaping @Sendable () -> KeptHistories.Basis? = { nil }
    ) {
        (self.history, self.basis) = (history, basis)
    }

    /// Thirty days: what the history store keeps.
    static let hours = 1...720
    /// Of those that are asked for all together: no more, because they are many.
    static let hoursOfAll = 24

    var routes: [Route] {
        [
            // One question for the bars of a whole page.
            Route("/v1/history") { request throws(Problem) in .once(try ofAll(request.state.sources)) },
            Route("/v1/regions/{region}/history") { request throws(Problem) in
                let view = try request.sourceByQuery()
                let hours = try asked(request)
                let body = try kept.snapshot(
                    of: view.source,
                    hours: hours,
                    tellers: [view.origin.map { RealmSourceBody($0) }],
                    // Before it is made: of a change that comes meanwhile whoever asks next is told.
                    from: basis()
                ) { () throws(Problem) in try made(.source(view.source), of: view, hours) }
                return .once(body)
            },
            Route("/v1/realms/{region}/{flavour}/{slug}/history") { request throws(Problem) in
                let view = try request.sourceByPath()
                let key = try request.realm(of: view).key
                return .once(try made(.realm(key), of: view, try asked(request)))
            },
        ]
    }

    private func ofAll(_ views: [SourceView]) throws(Problem) -> Snapshot {
        try kept.snapshot(
            of: nil,
            hours: HistoryRoutes.hoursOfAll,
            tellers: views.map { $0.origin.map { RealmSourceBody($0) } },
            from: basis()
        ) { () throws(Problem) in
            var bodies: [HistoryBody] = []
            for view in views {
                bodies.append(try body(.source(view.source), of: view, HistoryRoutes.hoursOfAll))
            }
            return Snapshot(JSONBody.encode(RegionHistoryListBody(histories: bodies)), type: JSONBody.type)
        }
    }

    private func asked(_ request: RouteRequest) throws(Problem) -> Int {
        try request.query.number("hours", in: HistoryRoutes.hours, default: 24)
    }

    /// `view` says who tells of it.
    private func made(
        _ subject: HistorySubject,
        of view: SourceView,
        _ hours: Int
    ) throws(Problem) -> Snapshot {
        Snapshot(JSONBody.encode(try body(subject, of: view, hours)), type: JSONBody.type)
    }

    private func body(
        _ subject: HistorySubject,
        of view: SourceView,
        _ hours: Int
    ) throws(Problem) -> HistoryBody {
        guard var body = history(subject, hours) else {
            throw Problem(.unavailable, "no history is kept yet, for example because the clock is not set")
        }
        body.source = view.origin.map { RealmSourceBody($0) }
        return body
    }
}
