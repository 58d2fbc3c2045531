import Core
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

    /// Registers the numbers of every source; labels are bounded by the configuration.
    init(_ metrics: Metrics, sources: [RealmFeed], publisher: Publisher) {
        var counters: [RealmFeed: [Outcome: Metric]] = [:]
        for source in sources {
            for outcome in Outcome.allCases {
                counters[source, default: [:]][outcome] = metrics.register(
                    "watchpost_polls_total",
                    .counter,
                    help: "Polls of realm lists by how they ended.",
                    labels: ["source": source.description, "outcome": outcome.rawValue]
                )
            }
            metrics.register(
                "watchpost_source_fresh",
                .gauge,
                help: "1 while the realm list is fresh, else 0.",
                labels: ["source": source.description]
            ) {
                PollMetrics.view(source, publisher)?.freshness.state == .fresh ? 1 : 0
            }
            metrics.register(
                "watchpost_realms_down",
                .gauge,
                help: "Realms that are announced down, maintenance included.",
                labels: ["source": source.description]
            ) {
                PollMetrics.view(source, publisher)?.realms.reduce(0) { $0 + ($1.state.isDown ? 1 : 0) } ?? 0
            }
        }
        self.counters = counters
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
