/// Every path that is served; compared with the OpenAPI document by a test.
package struct RouteTable: Sendable {
    package let routes: [Route]

    /// Features add their lines here.
    init(_ features: APIFeatures, metrics: Metrics) {
        routes =
            RegionRoutes.routes + RealmRoutes.routes
            + HistoryRoutes(history: features.history).routes
            + RotationRoutes.routes + PanelRoutes.routes + EventRoutes.routes + LegacyRoutes.routes
            + HealthRoutes.routes + MetricsRoutes(metrics: metrics).routes
            + OpenAPIRoutes.routes + PageRoutes(assets: features.page).routes
    }

    /// The first route whose pattern fits, with its index and parameters.
    func match(_ path: RequestPath) -> (index: Int, parameters: [String: String])? {
        for (index, route) in routes.enumerated() {
            if let parameters = route.match(path) { return (index, parameters) }
        }
        return nil
    }
}
