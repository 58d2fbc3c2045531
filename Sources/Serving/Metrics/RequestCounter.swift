/// Requests of one route by class of status.
package final class RequestCounter: Sendable {
    private let classes = (2...5).map { _ in Metric() }

    /// Adds the counters of a route; `route` is its pattern.
    package init(route: String, in metrics: Metrics) {
        let lines = zip(2..., classes).map { statusClass, metric in
            MetricSeries(
                "watchpost_http_requests_total",
                .counter,
                help: "Requests answered.",
                labels: ["route": route, "status": "\(statusClass)xx"]
            ) { metric.value }
        }
        metrics.add(lines)
    }

    package func count(status: UInt32) {
        let index = Int(status / 100) - 2
        if classes.indices.contains(index) { classes[index].add() }
    }
}
