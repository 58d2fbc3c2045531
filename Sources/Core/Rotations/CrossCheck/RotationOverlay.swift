package import WatchpostModel

/// What an upstream adds to the schedules: new anchors, maps of modes without a schedule, and how both compare.
///
/// The file stays the owner's: whatever it says of an instant wins, but for a new anchor that the settings allow.
package struct RotationOverlay: Hashable, Sendable {
    /// Modes of the file with a new anchor, by key.
    package var anchored: [String: RotationMode]
    /// What the upstream says of each mode.
    package var reported: [ReportedMode]
    /// What people are told; nil when no upstream is asked.
    package var body: RotationUpstreamBody?

    package init(
        anchored: [String: RotationMode] = [:],
        reported: [ReportedMode] = [],
        body: RotationUpstreamBody? = nil
    ) {
        self.anchored = anchored
        self.reported = reported
        self.body = body
    }

    /// The file's schedules with the new anchors.
    package func anchoring(_ file: RotationSchedules) -> RotationSchedules {
        guard !anchored.isEmpty else { return file }
        let modes = file.modes.map { anchored[$0.key] ?? $0 }
        // The same keys, and as many.
        return (try? RotationSchedules(source: file.source, modes: modes)) ?? file
    }

    /// Those schedules with what the upstream says where they say nothing.
    package func filling(_ schedules: RotationSchedules) -> RotationSchedules {
        guard !reported.isEmpty else { return schedules }
        var modes = schedules.modes
        for report in reported {
            if let index = modes.firstIndex(where: { $0.key == report.key }) {
                modes[index] = report.filling(modes[index], body?.name)
            } else if modes.count < RotationSchedules.maximumModes,
                let mode = try? RotationMode(
                    key: report.key,
                    name: report.name,
                    schedules: report.schedules(by: body?.name)
                )
            {
                modes.append(mode)
            }
        }
        return (try? RotationSchedules(source: schedules.source, modes: modes)) ?? schedules
    }
}

extension ReportedMode {
    /// Its slots as schedules of one map each, which hold for as long as the slot, in the name of whoever says so.
    fileprivate func schedules(by source: String?) -> [RotationSchedule] {
        var schedules: [RotationSchedule] = []
        for slot in [current, next] {
            guard let slot, let window = slot.window,
                window.lowerBound >= schedules.last?.usableTo ?? window.lowerBound,
                let schedule = slot.schedule(in: window, by: source)
            else { continue }
            schedules.append(schedule)
        }
        return schedules
    }

    /// The mode with the slots of this report wherever it has no schedule.
    fileprivate func filling(_ mode: RotationMode, _ source: String?) -> RotationMode {
        let pieces = [current, next].compactMap { $0 }.flatMap { slot in
            mode.gaps(in: slot.window).compactMap { slot.schedule(in: $0, by: source) }
        }
        guard !pieces.isEmpty else { return mode }
        let schedules = mode.schedules + pieces
        return (try? RotationMode(key: mode.key, name: mode.name, schedules: schedules)) ?? mode
    }
}

extension ReportedSlot {
    /// One map for the whole of a part of its window; nil for a window that is longer than any slot.
    fileprivate func schedule(in part: Range<UnixTime>, by source: String?) -> RotationSchedule? {
        guard let window else { return nil }
        let minutes = (window.upperBound.since(window.lowerBound) + 59) / 60
        let entry = RotationCycle.Entry(map: map, gameMode: gameMode, minutes: minutes)
        guard let cycle = try? RotationCycle([entry]) else {
            return nil
        }
        return try? RotationSchedule(
            cycle: cycle,
            anchor: window.lowerBound,
            usableFrom: part.lowerBound,
            usableTo: part.upperBound,
            source: source
        )
    }
}

extension RotationMode {
    /// The parts of a window in which no schedule may be used.
    fileprivate func gaps(in window: Range<UnixTime>?) -> [Range<UnixTime>] {
        guard let window else { return [] }
        var gaps: [Range<UnixTime>] = []
        var cursor = window.lowerBound
        for schedule in schedules {
            let (from, to) = (schedule.usableFrom ?? cursor, schedule.usableTo ?? window.upperBound)
            if from > cursor, cursor < window.upperBound {
                gaps.append(cursor..<min(from, window.upperBound))
            }
            cursor = max(cursor, to)
        }
        if cursor < window.upperBound { gaps.append(cursor..<window.upperBound) }
        return gaps
    }
}
