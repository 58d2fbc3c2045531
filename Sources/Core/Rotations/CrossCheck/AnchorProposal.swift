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
    /// The starts of the slots that it explains: one alone may be a mistake of the upstream, or a slot that it cuts short.
    private var slots: Set<UnixTime>

    /// Nil when no anchor, or more than one, explains what the upstream says: other maps, or other minutes.
    init?(_ schedule: RotationSchedule, explaining report: ReportedMode, at time: UnixTime) {
        guard let slot = report.slot(at: time), let window = slot.window else { return nil }
        let next = report.next.flatMap { $0 == slot ? nil : $0 }
        let entries = schedule.cycle.entries
        var offset: Int64 = 0
        var anchors: Set<Int64> = []
        for (index, entry) in entries.enumerated() {
            if AnchorProposal.fits(entry, slot),
                AnchorProposal.follows(entries[(index + 1) % entries.count], next, after: window)
            {
                anchors.insert(window.lowerBound.advanced(by: -offset).seconds)
            }
            offset += entry.minutes * 60
        }
        guard anchors.count == 1, let found = anchors.first else { return nil }
        anchor = UnixTime(seconds: found)
        from = window.lowerBound
        shift = AnchorProposal.shift(of: found, from: schedule.anchor.seconds, in: schedule.cycle.length)
        slots = Set([window.lowerBound, next?.window?.lowerBound].compactMap { $0 })
    }

    /// Whether two different slots ask for it.
    var isSupported: Bool { slots.count > 1 }

    /// The same with what another answer shows, when one anchor explains both; nil: it does not.
    func supported(by other: AnchorProposal, in length: Int64) -> AnchorProposal? {
        guard AnchorProposal.shift(of: anchor.seconds, from: other.anchor.seconds, in: length) == 0 else {
            return nil
        }
        var both = self
        // Two suffice; an answer that says it for weeks must not grow this.
        if !isSupported { both.slots.formUnion(other.slots) }
        return both
    }

    /// The mode with the new anchor from `from` on; nil when the schedule in force then has another cycle, or there are
    /// too many schedules.
    ///
    /// What takeovers cover of that schedule comes back behind them with the new anchor, too.
    func applied(to mode: RotationMode, at time: UnixTime) -> RotationMode? {
        guard let index = mode.schedules.firstIndex(where: { $0.isUsable(at: time) }) else { return nil }
        let old = mode.schedules[index]
        var parts = Array(mode.schedules[..<index])
        do throws(RotationProblem) {
            if old.usableFrom.map({ $0 < from }) ?? true {
                parts.append(try old.cut(from: old.usableFrom, to: from))
            }
            parts.append(
                try old.cut(from: max(from, old.usableFrom ?? from), to: old.usableTo, anchor: anchor)
            )
            let reach = Reach(of: old, at: index, in: mode)
            for schedule in mode.schedules[(index + 1)...] {
                try parts.append(reach.holds(schedule) ? moved(schedule) : schedule)
            }
            return try RotationMode(
                key: mode.key,
                name: mode.name,
                schedules: parts,
                covered: covered(by: mode, within: reach)
            )
        } catch {
            return nil
        }
    }

    /// What takeovers hide of the schedule in force has its new anchor, too.
    private func covered(
        by mode: RotationMode,
        within reach: Reach
    ) throws(RotationProblem) -> [RotationSchedule]? {
        guard let pieces = mode.covered else { return nil }
        var covered: [RotationSchedule] = []
        for piece in pieces {
            let moves = piece.usableFrom.map { $0 >= from } ?? false
            try covered.append(moves && reach.holds(piece) ? moved(piece) : piece)
        }
        return covered
    }

    private func moved(_ schedule: RotationSchedule) throws(RotationProblem) -> RotationSchedule {
        try schedule.cut(from: schedule.usableFrom, to: schedule.usableTo, anchor: anchor)
    }

    /// How far the schedule in force goes on, piece by piece: what follows a gap, or another schedule than a takeover, has a
    /// clock of its own.
    private struct Reach {
        private let schedule: RotationSchedule
        /// Nil: without a known end.
        private let end: UnixTime?

        init(of schedule: RotationSchedule, at index: Int, in mode: RotationMode) {
            self.schedule = schedule
            let following = mode.schedules[(index + 1)...]
            // Where it is known what takeovers hide, a gap beneath them is one; else they pass for what goes on.
            let bridges: [RotationSchedule] =
                if let covered = mode.covered {
                    covered.filter { $0.isPiece(of: schedule) }
                } else {
                    following.filter { $0.takeover != nil }
                }
            let pieces = (following.filter { $0.isPiece(of: schedule) } + bridges)
                .sorted { ($0.usableFrom?.seconds ?? .min) < ($1.usableFrom?.seconds ?? .min) }
            var end = schedule.usableTo
            for piece in pieces {
                guard let border = end else { break }
                if piece.usableFrom == border { end = piece.usableTo }
            }
            self.end = end
        }

        /// Whether a schedule is a piece of it that begins before it is over.
        func holds(_ piece: RotationSchedule) -> Bool {
            guard piece.isPiece(of: schedule) else { return false }
            guard let end, let begin = piece.usableFrom else { return true }
            return begin < end
        }
    }

    func body(applied: Bool) -> AnchorProposalBody {
        AnchorProposalBody(anchor: anchor, from: from, shiftSeconds: shift, applied: applied)
    }

    private static func fits(_ entry: RotationCycle.Entry, _ slot: ReportedSlot) -> Bool {
        guard ReportedNames.isSame(entry.map, slot.map),
            ReportedNames.isSame(gameMode: entry.gameMode, slot.gameMode)
        else { return false }
        return slot.window.map { $0.upperBound.since($0.lowerBound) == entry.minutes * 60 } ?? true
    }

    /// Whether the entry is what the upstream says comes after a slot; nothing is, where it does not say.
    private static func follows(
        _ entry: RotationCycle.Entry,
        _ next: ReportedSlot?,
        after window: Range<UnixTime>
    ) -> Bool {
        guard let next else { return true }
        guard next.window.map({ $0.lowerBound == window.upperBound }) ?? true else { return false }
        return fits(entry, next)
    }

    /// From one anchor to another, within half a cycle.
    private static func shift(of anchor: Int64, from old: Int64, in length: Int64) -> Int64 {
        let phase = (anchor % length - old % length + 2 * length) % length
        return phase > length / 2 ? phase - length : phase
    }
}
