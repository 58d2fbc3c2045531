import WatchpostModel

/// What a schedule file comes to, a line for each mode: who wrote something under the wrong mode sees it here.
enum ScheduleSummary {
    /// `pubs: 5 schedules, known until 2025-11-04T18:00:00Z`; `now` is nil while the clock is not set.
    static func lines(of schedules: RotationSchedules, at now: UnixTime?) -> [String] {
        schedules.modes.map { mode in
            let count = mode.schedules.count
            return
                "\(mode.key): \(count) \(count == 1 ? "schedule" : "schedules"), \(state(of: mode, at: now))"
        }
    }

    private static func state(of mode: RotationMode, at now: UnixTime?) -> String {
        guard let now else {
            return mode.schedules.last?.usableTo.map { "the last one ends at \($0)" } ?? "without a known end"
        }
        switch mode.lookup(at: now) {
        case .running: return mode.knownEnd(from: now).map { "known until \($0)" } ?? "without a known end"
        case .notStarted(let until): return "begins at \(until)"
        case .gap(_, let until): return until.map { "goes on at \($0)" } ?? "no map is known"
        case .ended(let since): return "ended at \(since)"
        }
    }
}
