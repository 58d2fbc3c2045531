import Core
import Serving
import WatchpostModel

/// Notices that could not be delivered, for administrators.
struct DeadNoticeRoutes {
    let services: DeviceServices

    private static let most = 100

    var routes: [Route] {
        [
            Route(.get, "/v1/admin/notices/dead", .administrator, .bare) { request async throws(Problem) in
                let notices = try await Problem.asking { () throws(NoticesError) in
                    try await services.notices.deadNotices(most: DeadNoticeRoutes.most)
                }
                return Reply(DeadNoticeListBody(notices: notices))
            },
            Route(.delete, "/v1/admin/notices/dead/{notice}", .administrator, .bare) {
                request async throws(Problem) in
                try await change(request) { (id) async throws(NoticesError) in
                    try await services.notices.forget(dead: id)
                }
            },
            Route(.post, "/v1/admin/notices/dead/{notice}/replay", .administrator, .bare) {
                request async throws(Problem) in
                try await change(request) { (id) async throws(NoticesError) in
                    try await services.notices.replay(dead: id)
                }
            },
        ]
    }

    private func change(
        _ request: CallRequest,
        _ work: (Int64) async throws(NoticesError) -> Bool
    ) async throws(Problem) -> Reply {
        let text = request.parameter("notice")
        let id = text.isMade(of: .digits) ? Int64(text) : nil
        var isThere = false
        if let id {
            isThere = try await Problem.asking { () throws(NoticesError) in try await work(id) }
        }
        guard isThere else { throw Problem(.notFound, "there is no dead notice “\(text)”") }
        return .noContent
    }
}
