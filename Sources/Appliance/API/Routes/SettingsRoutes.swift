import Core
import Serving
import WatchpostModel

/// The settings of the box that paired phones may change, under the version rule of watch lists.
struct SettingsRoutes {
    let services: DeviceServices

    private static let pattern = "/v1/admin/settings"
    private static let largestBody = 4_096

    var routes: [Route] {
        [
            Route(.get, SettingsRoutes.pattern, .administrator, .bare) { request async throws(Problem) in
                Reply(services.settings.body)
            },
            Route(.put, SettingsRoutes.pattern, .administrator, .body(SettingsRoutes.largestBody)) {
                request async throws(Problem) in try await put(request)
            },
        ]
    }

    private func put(_ request: CallRequest) async throws(Problem) -> Reply {
        let body = try request.json(SettingsChangeBody.self)
        guard (0..<Int64.max).contains(body.version) else {
            throw Problem(.badRequest, "version: not a number that was given out")
        }
        let changes = try Problem.refusing { () throws(DeviceRefusal) in
            try services.settings.checked(body.settings)
        }
        let outcome = try await services.disk.watch { () throws(SQLiteError) in
            try await services.settings.change(changes, replacing: body.version)
        }
        switch outcome {
        case .stored(let stored), .unchanged(let stored): return Reply(stored)
        case .conflict(let current):
            let detail =
                "version \(body.version) is not the current one; take “current”, change it and send that"
            throw Problem(.conflict, detail, extra: .settings(current))
        case .full(let most): throw Problem(listsFull: most)
        }
    }
}
