import Core
import Display
import WatchpostModel

extension RotationWatch {
    /// Shows and tells in this box which map is on.
    init(_ platform: Platform, announcer: Announcer, notices: NoticeDispatcher) {
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
                announce: { announcer.announce($0) }
            )
        )
    }
}

extension Feature {
    /// Map rotations, from the schedule file that the settings name, or from the one that is shipped.
    static func rotations(_ watch: RotationWatch, _ platform: Platform) -> Feature {
        guard let path = platform.configuration.rotations.scheduleFile else {
            return Feature(
                name: "rotations",
                prepare: { await watch.take(.loaded(try ScheduleFile.shipped())) },
                loops: [{ await watch.run() }]
            )
        }
        let file = ScheduleFileWatcher(path: path)
        return Feature(
            name: "rotations",
            loops: [{ await watch.run() }, { for await event in file.events { await watch.take(event) } }],
            stop: { file.stop() }
        )
    }
}
