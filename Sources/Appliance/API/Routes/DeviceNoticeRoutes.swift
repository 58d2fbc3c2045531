import Serving
import WatchpostModel

/// What a device was told, and a test.
struct DeviceNoticeRoutes {
    let services: DeviceServices

    /// How many notices are listed.
    private static let most = 50

    var routes: [Route] {
        [
            Route(.post, "/v1/devices/{id}/test", .ownDevice, .waitingForPush) {
                request async throws(Problem) in
                let identity = try request.device()
                try services.gate.count(.test, request)
                return Reply(await services.notices.test(device: identity.id))
            },
            Route(.post, "/v1/devices/{id}/read", .ownDevice, .bare) { request async throws(Problem) in
                let identity = try request.device()
                try await Problem.asking { () throws(NoticesError) in
                    try await services.notices.read(device: identity.id)
                }
                return .noContent
            },
            Route(.get, "/v1/devices/{id}/notices", .ownDevice, .bare) { request async throws(Problem) in
                let identity = try request.device()
                let notices = try await Problem.asking { () throws(NoticesError) in
                    try await services.notices.notices(device: identity.id, most: DeviceNoticeRoutes.most)
                }
                let unread = try await Problem.asking { () throws(NoticesError) in
                    try await services.notices.unread(device: identity.id)
                }
                return Reply(DeviceNoticeListBody(notices: notices, unread: unread))
            },
        ]
    }
}

extension CallBounds {
    /// A push service may take twenty seconds.
    static let waitingForPush = CallBounds(largestBody: 0, time: .seconds(25))
}

extension Problem {
    static func asking<Value: Sendable>(
        _ work: () async throws(NoticesError) -> Value
    ) async throws(Problem) -> Value {
        do throws(NoticesError) {
            return try await work()
        } catch {
            throw Problem(.unavailable, error.words)
        }
    }
}
