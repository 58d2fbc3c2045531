package import Core
import Serving
import SystemSupport
package import WatchpostModel

/// Where the histories of whole lists come from.
package struct RealmHistories: Sendable {
    /// The wall clock; nil while it is not set.
    package var now: @Sendable () -> UnixTime?
    /// The histories of the realms of a source, from memory and quickly, from any thread.
    package var list:
        @Sendable (_ source: SourceView, _ from: UnixTime, _ to: UnixTime) -> RealmHistoryListBody

    package init(
        now: @escaping @Sendable () -> UnixTime?,
        list:
            @escaping @Sendable (_ source: SourceView, _ from: UnixTime, _ to: UnixTime) ->
            RealmHistoryListBody
    ) {
        self.now = now
        self.list = list
    }
}

/// One body for the bars of a whole list, so that an app need not ask 340 times.
///
/// The window ends now; a body is kept for half a minute, so that strangers cannot have hundreds of realms summed up as
/// often as they like.
final class RealmHistoriesRoute: Sendable {
    /// A body, and when its window ended.
    private struct Kept {
        var at: UnixTime
        var snapshot: Snapshot
    }

    /// The window in seconds: a day.
    private static let window: Int64 = 86_400
    /// Seconds for which a body is good enough: no point of a bar is as narrow as that.
    private static let youth: Int64 = 30

    private let histories: RealmHistories
    private let kept = Locked<[RealmFeed: Kept]>([:])

    init(histories: RealmHistories) {
        self.histories = histories
    }

    var route: Route {
        Route("/v1/regions/{region}/realms/history") { [self] request throws(Problem) in
            let view = try request.sourceByQuery()
            guard let now = histories.now() else {
                throw Problem(
                    .unavailable,
                    "no history is kept yet, for example because the clock is not set"
                )
            }
            if let known = kept.withLock({ $0[view.source] }),
                (0..<RealmHistoriesRoute.youth) ~= now.since(known.at)
            {
                return .once(known.snapshot)
            }
            var body = histories.list(view, now.advanced(by: -RealmHistoriesRoute.window), now)
            body.source = view.origin.map { RealmSourceBody($0) }
            let snapshot = Snapshot(JSONBody.encode(body), type: JSONBody.type)
            kept.withLock { $0[view.source] = Kept(at: now, snapshot: snapshot) }
            return .once(snapshot)
        }
    }
}
