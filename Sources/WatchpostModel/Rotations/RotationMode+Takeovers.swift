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
        // Events that stand among the schedules themselves hide nobody knows what.
        let isCut = over.isEmpty && base.contains { $0.takeover != nil }
        try self.init(key: key, name: name, schedules: pieces, covered: isCut ? nil : covered)
    }
}
