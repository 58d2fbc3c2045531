package import WatchpostModel

/// The anchor with which the cycle in force would say what the upstream says.
///
/// The game is re-anchored now and then in the middle of a split: the same maps for as long, at other times.
package struct AnchorProposal: Hashable, Sendable {
    /// At which the first map of the cycle starts.
    package let anchor: UnixTime
    /// From when on: the start of the first slot that was seen to be at another time.
    package let from: UnixTime
    /// In seconds; later is positive, at most half a cycle.
    package let shift: Int64

    /// Nil when no anchor, or more than one, explains what the upstream says: other maps, or other minutes.
    init?(_ schedule: RotationSchedule, explaining report: ReportedMode, at time: UnixTime) {
        guard let slot = report.slot(at: time), let window = slot.window else { return nil }
        let next = report.next.flatMap { $0 == slot ? nil : $0 }
        let entries = schedule.cycle.entries
        var offset: Int64 = 0
        var anchors: Set<Int64> = []
        for (index, entry) in entries.enumerated() {
            if AnchorProposal.fits(entry, slot),
                next.map({ AnchorProposal.fits(entries[(index + 1) % entries.count], $0) }) ?? true
            {
                anchors.insert(window.lowerBound.advanced(by: -offset).seconds)
            }
            offset += entry.minutes * 60
        }
        guard anchors.count == 1, let found = anchors.first else { return nil }
        anchor = UnixTime(seconds: found)
        from = window.lowerBound
        shift = AnchorProposal.shift(of: found, from: schedule.anchor.seconds, in: schedule.cycle.length)
    }

    /// The mode with the new anchor from `from` on; nil when the schedule in force then has another cycle, or there are
    /// too many schedules.
    func applied(to mode: RotationMode, at time: UnixTime) -> RotationMode? {
        guard let old = mode.schedule(at: time) else { return nil }
        let others = mode.schedules.filter { $0 != old }
        do throws(RotationProblem) {
            var parts = [
                try RotationSchedule(
                    cycle: old.cycle,
                    anchor: anchor,
                    usableFrom: max(from, old.usableFrom ?? from),
                    usableTo: old.usableTo,
                    takeover: old.takeover,
                    symbol: old.symbol
                )
            ]
            if old.usableFrom.map({ $0 < from }) ?? true {
                parts.append(
                    try RotationSchedule(
                        cycle: old.cycle,
                        anchor: old.anchor,
                        usableFrom: old.usableFrom,
                        usableTo: from,
                        takeover: old.takeover,
                        symbol: old.symbol
                    )
                )
            }
            return try mode.with(schedules: others + parts)
        } catch {
            return nil
        }
    }

    func body(applied: Bool) -> AnchorProposalBody {
        AnchorProposalBody(anchor: anchor, from: from, shiftSeconds: shift, applied: applied)
    }

    /// Whether the same anchor explains both.
    func isSame(as other: AnchorProposal, in length: Int64) -> Bool {
        AnchorProposal.shift(of: anchor.seconds, from: other.anchor.seconds, in: length) == 0
    }

    private static func fits(_ entry: RotationCycle.Entry, _ slot: ReportedSlot) -> Bool {
        guard ReportedNames.comparable(entry.map.code) == ReportedNames.comparable(slot.map.code) else {
            return false
        }
        return slot.window.map { $0.upperBound.since($0.lowerBound) == entry.minutes * 60 } ?? true
    }

    /// From one anchor to another, within half a cycle.
    private static func shift(of anchor: Int64, from old: Int64, in length: Int64) -> Int64 {
        let phase = (anchor % length - old % length + 2 * length) % length
        return phase > length / 2 ? phase - length : phase
    }
}

extension RotationMode {
    /// The same mode with other schedules.
    func with(schedules: [RotationSchedule]) throws(RotationProblem) -> RotationMode {
        try RotationMode(key: key, name: name, schedules: schedules)
    }
}
