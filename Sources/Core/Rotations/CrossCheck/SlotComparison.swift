import WatchpostModel

/// How one answer about a mode compares with the schedule.
enum SlotComparison: Hashable, Sendable {
    /// The same map and the same changes, as far as both name them.
    case agrees
    /// One of both is wrong.
    case differs(ours: RotationSlot, theirs: ReportedSlot)
    /// No schedule is in force, and the upstream names a map.
    case alone
    /// The answer says nothing of this instant.
    case silent

    /// Borders may differ by so many seconds: the schedule is in minutes, and so is what upstreams know.
    private static let tolerance: Int64 = 60

    /// Compares what a mode's schedule and an answer say of `time`.
    init(_ mode: RotationMode?, _ report: ReportedMode?, at time: UnixTime) {
        guard let theirs = report?.slot(at: time) else {
            self = .silent
            return
        }
        guard let mode, let ours = mode.slot(at: time) else {
            self = .alone
            return
        }
        let agrees =
            ReportedNames.isSame(ours.map, theirs.map)
            && ReportedNames.isSame(gameMode: ours.gameMode, theirs.gameMode)
            && SlotComparison.fits(theirs.window, ours, mode.schedule(at: time))
        self = agrees ? .agrees : .differs(ours: ours, theirs: theirs)
    }

    /// Whether the changes are the same; what the end of a schedule's window cuts off is no change of the game.
    private static func fits(
        _ window: Range<UnixTime>?,
        _ ours: RotationSlot,
        _ schedule: RotationSchedule?
    ) -> Bool {
        guard let window, let schedule else { return true }
        // A map that has the mode to itself never changes, whatever its slots are.
        let first = schedule.cycle.entries.first
        let changes = schedule.cycle.entries.contains {
            $0.map.code != first?.map.code || $0.gameMode != first?.gameMode
        }
        guard changes else { return true }
        let starts =
            ours.start == schedule.usableFrom || abs(window.lowerBound.since(ours.start)) <= tolerance
        let ends = ours.end == schedule.usableTo || abs(window.upperBound.since(ours.end)) <= tolerance
        return starts && ends
    }
}
