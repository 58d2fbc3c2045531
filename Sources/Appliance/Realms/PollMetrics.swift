import Core
import Serving
import WatchpostModel

/// Counts polls by source and outcome, and shows what the monitor makes of them, in `/metrics`.
struct PollMetrics: Sendable {
    /// How a poll ended.
    enum Outcome: String, CaseIterable, Sendable {
        /// A complete document.
        case document
        /// The server said that nothing has changed.
        case unchanged
        /// No answer, an error, or nonsense.
        case failed
    }

    private let counters: [RealmFeed: [Outcome: Metric]]
    /// The lines of every source in `/metrics`; labels are bounded by the configuration.
    let series: [MetricSeries]

    init(sources: [RealmFeed], publisher: Publisher) {
        var (counters, series): ([RealmFeed: [Outcome: Metric]], [MetricSeries]) = ([:], [])
        for source in sources {
            for outcome in Outcome.allCases {
                let (metric, help) = (Metric(), "Polls of realm lists by how they ended.")
                let labels: KeyValuePairs = ["source": source.description, "outcome": outcome.rawValue]
                series += [
                    MetricSeries("watchpost_polls_total", .counter, help: help, labels: labels) {
                        metric.value
                    }
                ]
                counters[source, default: [:]][outcome] = metric
            }
            series += PollMetrics.gauges(source, publisher)
        }
        (self.counters, self.series) = (counters, series)
    }

    private static func gauges(_ source: RealmFeed, _ publisher: Publisher) -> [MetricSeries] {
        let labels: KeyValuePairs = ["source": source.description]
        return [
            MetricSeries(
                "watchpost_source_fresh",
                .gauge,
                help: "1 while the realm list is fresh, else 0.",
                labels: labels
            ) {
                view(source, publisher)?.freshness.state == .fresh ? 1 : 0
            },
            MetricSeries(
                "watchpost_realms_down",
                .gauge,
                help: "Realms that are announced down, maintenance included.",
                labels: labels
            ) {
                view(source, publisher)?.realms.reduce(0) { $0 + ($1.state.isDown ? 1 : 0) } ?? 0
            },
        ]
    }

    /// Counts one poll.
    func count(_ source: RealmFeed, _ outcome: Outcome) {
        counters[source]?[outcome]?.add()
    }

    private static func view(_ source: RealmFeed, _ publisher: Publisher) -> SourceView? {
        publisher.state.sources.first { $0.source == source }
    }
}

extension RealmState {
    fileprivate var isDown: Bool {
        switch self {
        case .down, .recovering, .maintenance: true
        case .unknown, .up, .suspected: false
        }
    }
}
