package import WatchpostModel

/// What an edit comes to: a stretch of one plane of a mode in which something else holds than before.
///
/// All before `from` and behind `to` stays as it was, and so does the other plane: events stay over a base that is another
/// one, and the base stays beneath events.
package struct ScheduleLayer: Hashable, Sendable {
    package let mode: String
    /// What the mode is called, where the file does not have it.
    package let name: String
    package let plane: ModePlanes.Plane
    package let from: UnixTime
    /// Excluded; nil: for good.
    package let to: UnixTime?
    /// What holds in the stretch; nil: nothing is known of it any more.
    package let schedule: RotationSchedule?

    package init(
        mode: String,
        name: String,
        plane: ModePlanes.Plane,
        from: UnixTime,
        to: UnixTime?,
        schedule: RotationSchedule?
    ) {
        self.mode = mode
        self.name = name
        self.plane = plane
        self.from = from
        self.to = to
        self.schedule = schedule
    }

    /// What is left of it from an instant on; nil: it is over by then.
    func beginning(at time: UnixTime) -> ScheduleLayer? {
        guard from < time else { return self }
        guard to.map({ $0 > time }) ?? true else { return nil }
        return ScheduleLayer(mode: mode, name: name, plane: plane, from: time, to: to, schedule: schedule)
    }

    /// Whether everything of it from an instant on lies in the stretch of another one.
    func isHidden(by other: ScheduleLayer, from time: UnixTime) -> Bool {
        guard mode == other.mode, plane == other.plane, other.from <= max(from, time) else { return false }
        guard let end = other.to else { return true }
        return to.map { $0 <= end } ?? false
    }
}
