import Serving
import WatchpostModel

/// What `/metrics` says of the map schedule.
struct RotationMetrics: Sendable {
    let series: [MetricSeries]

    init(publisher: Publisher) {
        series = [
            MetricSeries(
                "watchpost_schedule_refused",
                .gauge,
                help: "1 while the newest schedule file is refused, else 0."
            ) {
                publisher.state.rotations?.list.refused == nil ? 0 : 1
            },
            MetricSeries(
                "watchpost_modes_without_map",
                .gauge,
                help: "Modes of the schedule for which no map is known now."
            ) {
                let modes = publisher.state.rotations?.list.modes ?? []
                return modes.reduce(0) { $0 + ($1.state == .running ? 0 : 1) }
            },
        ]
    }
}
