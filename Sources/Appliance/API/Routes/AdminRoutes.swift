import Core
import Serving
import WatchpostModel

/// What paired devices may do with the others, and with the box.
struct AdminRoutes {
    let services: DeviceServices

    static let pageSize = 1...500

    var routes: [Route] {
        [
            Route(.get, "/v1/admin/devices", .administrator, .bare) { request async throws(Problem) in
                try await list(request)
            },
            Route(.delete, "/v1/admin/devices/{id}", .administrator, .bare) { request async throws(Problem) in
                let identity = try await device(request)
                try await services.delete(identity, revoked: true)
                return .noContent
            },
            Route(.delete, "/v1/admin/devices/{id}/administrator", .administrator, .bare) {
                request async throws(Problem) in
                let identity = try await device(request)
                try await services.disk.watch { () throws(SQLiteError) in
                    try await services.store.persons.setAdministrator(false, person: identity.person)
                }
                services.pairing.revoked()
                await services.watching.tell()
                return .noContent
            },
            Route(.post, "/v1/admin/devices/{id}/test", .administrator, .waitingForPush) {
                request async throws(Problem) in
                let identity = try await device(request)
                try services.gate.count(.test, request, device: identity.id)
                return Reply(await services.notices.test(device: identity.id))
            },
            Route(.post, "/v1/admin/identify", .administrator, .bare) { _ async throws(Problem) in
                services.outlets.identify()
                return .noContent
            },
        ]
    }

    private func list(_ request: CallRequest) async throws(Problem) -> Reply {
        let most = try request.query.number("limit", in: AdminRoutes.pageSize, default: 100)
        let after = try request.query.number("after", in: 0...Int.max, default: 0)
        let page = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.devices(after: Int64(after), most: most)
        }
        let isLast = page.devices.count < most
        return Reply(
            AdminDeviceListBody(
                total: page.total,
                devices: page.devices.map { AdminDeviceBody($0) },
                next: isLast ? nil : page.devices.last?.id
            )
        )
    }

    /// The device of the path.
    private func device(_ request: CallRequest) async throws(Problem) -> DeviceIdentity {
        let install = request.parameter("id")
        let found = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.identity(of: install)
        }
        guard let found else { throw Problem(.notFound, "there is no device of this id") }
        return found
    }
}
