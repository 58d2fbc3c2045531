/// Takeovers: events that replace a mode for a while.
///
/// They are laid over the mode's schedules when it is made: what remains is schedules of which no two are in force at the
/// same time, each with the cycle and the anchor that it had. So what a takeover covers comes back by itself, to the very
/// slot, and whoever computes from the schedules (a phone, the Map Timer app) need not know of takeovers.
extension RotationMode {
    /// Makes a mode from schedules and from what is laid over them, each in any order, or says what is wrong with them.
    public init(
        key: String,
        name: String,
        schedules: [RotationSchedule],
        takeovers: [RotationSchedule]
    ) throws(RotationProblem) {
        let base =
            schedules.isEmpty ? [] : try RotationMode(key: key, name: name, schedules: schedules).schedules
        let over =
            takeovers.isEmpty ? [] : try RotationMode(key: key, name: name, schedules: takeovers).schedules
        var pieces = over
        var covered: [RotationSchedule] = []
        for schedule in base {
            var rest = [schedule]
            for takeover in over where schedule.overlaps(takeover) {
                let (from, to) = (takeover.usableFrom, takeover.usableTo)
                var outside: [RotationSchedule] = []
                for piece in rest {
                    outside += try piece.outside(from: from, to: to)
                    if let hidden = try piece.inside(from: from, to: to) { covered.append(hidden) }
                }
                rest = outside
            }
            pieces += rest
        }
        covered += try Self.bridged(base, under: over)
        // With events among the schedules and nothing laid over them it is read from the pieces around the events, and stays
        // nil: edits that earlier releases stored name the file by a digest in which it was nil.
        let isCut = over.isEmpty && base.contains { $0.takeover != nil }
        try self.init(key: key, name: name, schedules: pieces, covered: isCut ? nil : covered)
    }

    /// What events hide that stand among the schedules themselves: where the pieces of one schedule touch them on both sides,
    /// its stretch between those.
    ///
    /// Where something is laid over such an event, that hides the event first.
    private static func bridged(
        _ base: [RotationSchedule],
        under over: [RotationSchedule]
    ) throws(RotationProblem) -> [RotationSchedule] {
        var stretches: [RotationSchedule] = []
        // What goes on all the time and was the last to end before the events that follow it without a gap.
        var before: RotationSchedule?
        var end: UnixTime?
        for schedule in base {
            if end == nil || schedule.usableFrom != end { before = nil }
            end = schedule.usableTo
            guard schedule.takeover == nil else { continue }
            if let before, before.isPiece(of: schedule), before.usableTo != schedule.usableFrom {
                stretches.append(try before.cut(from: before.usableTo, to: schedule.usableFrom))
            }
            before = schedule
        }
        for takeover in over {
            var left: [RotationSchedule] = []
            for stretch in stretches {
                left += try stretch.outside(from: takeover.usableFrom, to: takeover.usableTo)
            }
            stretches = left
        }
        return stretches
    }
}
