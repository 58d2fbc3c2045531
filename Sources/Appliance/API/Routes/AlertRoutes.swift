import Core
import Serving
import WatchpostModel

/// Map alerts and quiet hours of a device, by the version rule of watch lists.
struct AlertRoutes {
    let services: DeviceServices

    private static let pattern = "/v1/devices/{id}/alerts"
    private static let largestBody = 32_768

    var routes: [Route] {
        [
            Route(.get, AlertRoutes.pattern, .ownDevice, .bare) { request async throws(Problem) in
                let identity = try request.device()
                let list = try await services.disk.watch { () throws(SQLiteError) in
                    try await services.store.alerts(of: identity.id)
                }
                return try reply(list)
            },
            Route(.put, AlertRoutes.pattern, .ownDevice, .body(AlertRoutes.largestBody)) {
                request async throws(Problem) in try await put(request)
            },
        ]
    }

    private func put(_ request: CallRequest) async throws(Problem) -> Reply {
        let identity = try request.device()
        let body = try request.json(AlertListBody.self, elements: AlertList.mostMaps)
        guard (0..<Int64.max).contains(body.version) else {
            throw Problem(.badRequest, "version: not a number that was given out")
        }
        let list = try Problem.refusing { () throws(DeviceRefusal) in try body.list() }
        let outcome = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.put(
                list,
                ofDevice: identity.id,
                isTrusted: identity.isAdministrator || request.client.isLocal
            )
        }
        switch outcome {
        case .stored(let stored):
            services.outlets.alertsChanged()
            return try reply(stored)
        case .unchanged(let stored): return try reply(stored)
        case .conflict(let current):
            let detail =
                "version \(list.version) is not the current one; take “current”, change it and send that"
            throw Problem(.conflict, detail, code: .changedMeanwhile, extra: .alerts(AlertListBody(current)))
        case .full(let most): throw Problem(listsFull: most)
        case nil: return try reply(nil)
        }
    }

    private func reply(_ list: AlertList?) throws(Problem) -> Reply {
        guard let list else {
            throw Problem(
                .unauthorized,
                "this device was just deleted; register it again",
                code: .unknownDevice
            )
        }
        return Reply(AlertListBody(list))
    }
}
