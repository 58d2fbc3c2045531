import Core
import Serving
import SystemSupport
import WatchpostModel

@testable import Appliance

/// A rotation watch whose schedule can be edited, at noon on 30 November 2025.
enum EditedSchedule {
    /// Pubs: OL 11:00-12:30, SP 12:30-13:30, from 10:00 on without an end; ranked: SP all day.
    static let file = """
        source = "to be edited"
        [maps]
        OL = "Olympus"
        SP = "Storm Point"
        [[mode]]
        key = "pubs"
        name = "Casual"
        [[mode.schedule]]
        anchor = 2025-11-30T11:00:00Z
        cycle = [{ map = "OL", minutes = 90 }, { map = "SP", minutes = 60 }]
        [[mode]]
        key = "ranked"
        name = "Ranked"
        [[mode.schedule]]
        anchor = 2025-11-30T00:00:00Z
        cycle = [{ map = "SP", minutes = 1440 }]
        """

    /// `log`: a file; `published`: every snapshot.
    static func watch(
        _ database: Database,
        log: String = "/dev/null",
        published: Locked<[RotationSnapshot]> = Locked([])
    ) throws -> RotationWatch {
        let clock = SystemClock(now: { Moment(wall: APIFixture.noon, monotonic: .zero) })
        guard let file = Log.file(log, clock: clock) else { throw StartFailure("no log", code: 0) }
        return RotationWatch(
            clock: clock,
            liveness: LivenessRegistry(clock: clock),
            log: file,
            editing: RotationWatch.Editing(
                store: ScheduleEditStore(database: database),
                zone: { CivilZone(named: "UTC") ?? .local }
            ),
            outlets: RotationWatch.Outlets(
                publish: { snapshot in published.withLock { $0.append(snapshot) } },
                announce: { _ in }
            )
        )
    }
}
