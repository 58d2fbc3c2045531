import Serving

/// What the LEDs and the display show now.
enum PanelRoutes {
    static let routes = [
        Route("/v1/panel") { request throws(Problem) in
            guard let panel = request.state.panel else {
                throw Problem(.unavailable, "the panel does not run yet; try again in a moment")
            }
            return .json(.panel, key: "/v1/panel") { panel }
        }
    ]
}
