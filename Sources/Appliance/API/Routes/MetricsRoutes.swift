import Serving

/// Numbers for Prometheus.
struct MetricsRoutes {
    let metrics: Metrics

    /// Text format 0.0.4.
    static let type = "text/plain; version=0.0.4; charset=utf-8"

    var routes: [Route] {
        [
            Route("/metrics") { request throws(Problem) in
                let body = Array(metrics.rendered().utf8)
                return .once(
                    Snapshot(body, type: MetricsRoutes.type, cacheControl: "no-store", compress: false)
                )
            }
        ]
    }
}
