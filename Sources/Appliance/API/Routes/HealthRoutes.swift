import Serving
import SystemSupport

/// For whoever supervises the process.
enum HealthRoutes {
    /// Running, or ready.
    private struct StatusBody: Encodable, Sendable {
        let status: String
    }

    static let routes = [
        Route("/healthz") { request throws(Problem) in
            .json(.fixed, key: "/healthz") { StatusBody(status: "ok") }
        },
        Route("/readyz") { request throws(Problem) in
            if case .notReady(let reason) = request.state.readiness { throw Problem(.unavailable, reason) }
            let body = JSONBody.encode(StatusBody(status: "ready"))
            return .once(Snapshot(body, type: JSONBody.type, cacheControl: "no-store"))
        },
    ]
}
