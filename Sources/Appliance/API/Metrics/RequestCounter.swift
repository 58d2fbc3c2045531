/// Requests of one route by class of status.
final class RequestCounter: Sendable {
    private let classes: [Metric]

    /// Registers the counters of a route; `route` is its pattern.
    init(route: String, in metrics: Metrics) {
        classes = (2...5).map { statusClass in
            metrics.register(
                "watchpost_http_requests_total",
                .counter,
                help: "Requests answered.",
                labels: ["route": route, "status": "\(statusClass)xx"]
            )
        }
    }

    func count(status: UInt32) {
        let index = Int(status / 100) - 2
        if classes.indices.contains(index) { classes[index].add() }
    }
}
