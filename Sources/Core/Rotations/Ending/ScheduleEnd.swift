package import WatchpostModel

/// How near the last known end of a mode is: each is told once.
package enum ScheduleEndNearness: Int64, Hashable, Sendable, CaseIterable {
    case week = 1
    case day = 2

    private static let nearestFirst: [ScheduleEndNearness] = [.day, .week]

    /// How long before the end it begins, in seconds.
    package var seconds: Int64 { self == .week ? 7 * 86_400 : 86_400 }

    /// Nil while the end is further away than that, and when it is over.
    package init?(of end: UnixTime, at now: UnixTime) {
        let left = end.since(now)
        guard left > 0, let nearest = ScheduleEndNearness.nearestFirst.first(where: { left <= $0.seconds })
        else { return nil }
        self = nearest
    }
}

/// The last known end of a mode, when it is near.
package struct ScheduleEnd: Hashable, Sendable {
    /// The mode's key, and its name for people.
    package var mode: String
    package var name: String
    package var at: UnixTime
    package var nearness: ScheduleEndNearness

    package init(mode: String, name: String, at: UnixTime, nearness: ScheduleEndNearness) {
        self.mode = mode
        self.name = name
        self.at = at
        self.nearness = nearness
    }
}

extension RotationSchedules {
    /// The modes that end within a week, in their order.
    ///
    /// To be asked of what was published, with edits and takeovers, and not of what an upstream adds.
    package func nearEnds(at now: UnixTime) -> [ScheduleEnd] {
        modes.compactMap { mode in
            guard let end = mode.lastKnownEnd, let nearness = ScheduleEndNearness(of: end, at: now) else {
                return nil
            }
            return ScheduleEnd(mode: mode.key, name: mode.name, at: end, nearness: nearness)
        }
    }
}

extension RotationMode {
    /// The instant after which nothing at all is known; nil for a rotation without an end, and where an upstream has the
    /// last word.
    var lastKnownEnd: UnixTime? {
        guard let last = schedules.last, last.source == nil else { return nil }
        return last.usableTo
    }
}
