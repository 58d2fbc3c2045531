package import WatchpostModel

/// What is to be stored, and told, of the ends of schedules.
package enum ScheduleEndNews: Hashable, Sendable {
    /// An end is as near as nobody was told so far.
    case near(ScheduleEnd)
    /// What was told of a mode holds no more: a newer schedule goes on longer or ends earlier, or the mode is gone.
    case withdrawn(mode: String)
}

/// When people are told that the map schedule ends: seven days and one day before the last known end of each mode.
///
/// Each is told once, over restarts too; another end is told as well. Of what a restart has missed only the nearest is told,
/// and of an end that is over nothing. A value without clock or I/O: its owner looks every few seconds, stores the news and
/// says so, and only what is stored counts as told.
package struct ScheduleEndWatch: Sendable {
    /// What was told of a mode.
    package struct Told: Hashable, Sendable {
        package var end: UnixTime
        package var nearness: ScheduleEndNearness

        package init(end: UnixTime, nearness: ScheduleEndNearness) {
            self.end = end
            self.nearness = nearness
        }

        /// Told by a clock that has been set back since.
        func isEarly(at now: UnixTime) -> Bool {
            end.since(now) > nearness.seconds + ScheduleEndWatch.tolerance
        }
    }

    /// Clocks that are corrected by less, in seconds, are no reason to say anything again.
    private static let tolerance: Int64 = 3_600

    /// Nil before the first one came.
    private var schedules: RotationSchedules?
    private var told: [String: Told]

    package init(told: [String: Told] = [:]) {
        self.told = told
    }

    /// What the store remembers of earlier runs.
    package mutating func remember(_ told: [String: Told]) {
        self.told = told
    }

    /// These were published last, with edits and takeovers and without what an upstream adds.
    package mutating func take(_ schedules: RotationSchedules) {
        self.schedules = schedules
    }

    /// What is to be stored at an instant; nothing while no schedule is known, since then none has changed.
    package func news(at now: UnixTime) -> [ScheduleEndNews] {
        guard let schedules else { return [] }
        let near = schedules.nearEnds(at: now)
        let ends = Dictionary(schedules.modes.map { ($0.key, $0.lastKnownEnd) }) { first, _ in first }
        let withdrawn = told.keys.sorted().filter { mode in
            guard let told = told[mode], !near.contains(where: { $0.mode == mode }) else { return false }
            return ends[mode] != told.end || told.isEarly(at: now)
        }
        let news = near.filter { !isTold($0, at: now) }
        return withdrawn.map { .withdrawn(mode: $0) } + news.map { .near($0) }
    }

    /// The news is stored.
    package mutating func stored(_ news: [ScheduleEndNews]) {
        for one in news {
            switch one {
            case .near(let end): told[end.mode] = Told(end: end.at, nearness: end.nearness)
            case .withdrawn(let mode): told[mode] = nil
            }
        }
    }

    private func isTold(_ end: ScheduleEnd, at now: UnixTime) -> Bool {
        guard let told = told[end.mode], told.end == end.at, !told.isEarly(at: now) else { return false }
        return told.nearness.rawValue >= end.nearness.rawValue
    }
}
