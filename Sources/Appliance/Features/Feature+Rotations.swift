import Core
import Display
import Serving
import WatchpostModel

extension RotationWatch {
    /// Shows and tells in this box which map is on.
    init(_ parts: Assembly) {
        let (platform, announcer, notices) = (parts.platform, parts.announcer, parts.notices)
        let (publisher, panel) = (platform.publisher, platform.panel)
        self.init(
            clock: platform.clock,
            liveness: platform.liveness,
            log: platform.log,
            outlets: Outlets(
                publish: { snapshot in
                    publisher.publish(rotations: PublishedRotations(snapshot))
                    notices.take(snapshot.schedules)
                    panel.submit(.rotations(snapshot.list.modes.map { PanelRotation($0) }))
                },
                announce: { announcer.announce($0) },
                fault: { panel.submit(.fault(code: "E33", $0)) }
            )
        )
    }
}

extension Feature {
    /// Map rotations, from the schedule file that the settings name, or from the one that is shipped.
    static let rotations = Feature(
        name: "rotations",
        topics: NoticeTopics.mapAlerts,
        published: [.rotations],
        openAPI: PackageResources.rotations_json,
        reads: { _ in RotationRoutes.routes + [TimelineRoute().route] },
        start: startRotations
    )

    /// A function, because Swift 6.0 sees no suspension in closures within a closure.
    private static func startRotations(_ parts: Assembly) -> RunningFeature {
        let (watch, platform) = (RotationWatch(parts), parts.platform)
        let metrics = RotationMetrics(publisher: platform.publisher).series
        guard let path = platform.configuration.rotations.scheduleFile else {
            return RunningFeature(
                metrics: metrics,
                prepare: { try await watch.useShipped() },
                loops: [{ await watch.run() }]
            )
        }
        let kept = KeptSchedule(platform.configuration)
        let file = ScheduleFileWatcher(path: path, kept: kept, log: platform.log)
        return RunningFeature(
            metrics: metrics,
            loops: [
                { await watch.run() }, { for await event in file.events { await watch.take(event) } },
            ],
            stop: { file.stop() }
        )
    }

    /// The Map Timer app's own paths, made of the rotations.
    static let mapTimer = Feature(
        name: "Map Timer app",
        openAPI: PackageResources.legacy_json,
        reads: { _ in LegacyRoutes.routes }
    )
}
