import Core
import Serving

/// What `/metrics` tells of the upstream of rotations; there are such lines only where one is asked.
struct RotationUpstreamMetrics: Sendable {
    /// How a question ended.
    enum Outcome: String, CaseIterable, Sendable {
        case answered
        case failed
    }

    private let asked = (answered: Metric(), failed: Metric())
    private let shown = Locked((fresh: 0, disagreeing: 0))

    /// Counts a question.
    func count(_ outcome: Outcome) {
        metric(outcome).add()
    }

    /// What is known now.
    func show(_ check: RotationCrossCheck) {
        shown.withLock { $0 = (check.isFresh ? 1 : 0, check.disagreeing) }
    }

    var series: [MetricSeries] {
        let polls = Outcome.allCases.map { outcome in
            let metric = metric(outcome)
            return MetricSeries(
                "watchpost_rotation_polls_total",
                .counter,
                help: "Questions to the upstream of map rotations by how they ended.",
                labels: ["outcome": outcome.rawValue]
            ) { metric.value }
        }
        let shown = shown
        return polls + [
            MetricSeries(
                "watchpost_rotation_upstream_fresh",
                .gauge,
                help: "1 while the newest question to the upstream of map rotations was answered, else 0."
            ) { shown.withLock { $0.fresh } },
            MetricSeries(
                "watchpost_rotation_modes_disagreeing",
                .gauge,
                help: "Modes in which the schedule and the upstream of map rotations disagree."
            ) { shown.withLock { $0.disagreeing } },
        ]
    }

    private func metric(_ outcome: Outcome) -> Metric {
        switch outcome {
        case .answered: asked.answered
        case .failed: asked.failed
        }
    }
}
