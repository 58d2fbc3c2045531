import Core
import Serving
import WatchpostModel

/// What a person wants of single realms: to be told once, urgently, or not for a while.
struct WishRoutes {
    let services: DeviceServices

    private static let pattern = "/v1/devices/{id}/wishes/{region}"
    private static let largestBody = 1_024

    var routes: [Route] {
        [
            Route(.get, WishRoutes.pattern, .ownDevice, .bare) { request async throws(Problem) in
                let identity = try request.device()
                let region = try request.gameRegion()
                let now = try services.wall()
                let wishes = try await services.disk.watch { () throws(SQLiteError) in
                    try await services.store.wishes(region, of: identity.person, at: now)
                }
                return Reply(WishListBody(region, wishes))
            },
            Route(.put, WishRoutes.pattern, .ownDevice, .body(WishRoutes.largestBody)) {
                request async throws(Problem) in try await put(request)
            },
        ]
    }

    private func put(_ request: CallRequest) async throws(Problem) -> Reply {
        let identity = try request.device()
        let region = try request.gameRegion()
        let body = try request.json(WishChangeBody.self)
        let called = services.naming(in: region).realm(called: body.id)
        let change = try Problem.refusing { () throws(DeviceRefusal) in
            guard let realm = try WatchedRealm.list([called.id]).first else {
                throw DeviceRefusal("id: missing")
            }
            return try RealmWishChange(
                region: region,
                realm: realm,
                tellOnce: body.tellOnce,
                isUrgent: body.urgent,
                muteMinutes: body.muteMinutes
            )
        }
        let now = try services.wall()
        let outcome = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.put(
                change,
                of: identity.person,
                isTrusted: identity.isAdministrator || request.client.isLocal,
                at: now
            )
        }
        switch outcome {
        case .stored(let wishes):
            if change.muteMinutes != nil { services.outlets.alertsChanged() }
            return Reply(WishListBody(region, wishes))
        case .alreadyUp:
            throw Problem(.conflict, "this realm is up: there is nothing to wait for", code: .alreadyUp)
        case .unknownRealm:
            let detail = called.refusal ?? "there is no realm “\(change.realm)” in \(region.rawValue)"
            throw Problem(.notFound, detail, code: .unknownRealm)
        case .tooMany(let most):
            throw Problem(.conflict, "\(most) realms have wishes, which is the limit", code: .tooManyRealms)
        }
    }
}
