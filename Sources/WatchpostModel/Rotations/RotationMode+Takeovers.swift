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
        for schedule in base { pieces += try schedule.pieces(around: over) }
        try self.init(key: key, name: name, schedules: pieces)
    }
}

extension RotationSchedule {
    /// What is left of the window outside of those of `others`, which are sorted and do not overlap.
    fileprivate func pieces(around others: [RotationSchedule]) throws(RotationProblem) -> [RotationSchedule] {
        var pieces: [RotationSchedule] = []
        var start = usableFrom
        for other in others where overlaps(other) {
            if let end = other.usableFrom, start.map({ $0 < end }) ?? true {
                try pieces.append(piece(from: start, to: end))
            }
            guard let resumed = other.usableTo, usableTo.map({ resumed < $0 }) ?? true else { return pieces }
            start = resumed
        }
        try pieces.append(piece(from: start, to: usableTo))
        return pieces
    }

    /// Whether the two are in force at the same time.
    private func overlaps(_ other: RotationSchedule) -> Bool {
        let begins = other.usableFrom.map { from in usableTo.map { from < $0 } ?? true } ?? true
        let lasts = other.usableTo.map { to in usableFrom.map { to > $0 } ?? true } ?? true
        return begins && lasts
    }

    private func piece(from: UnixTime?, to: UnixTime?) throws(RotationProblem) -> RotationSchedule {
        try RotationSchedule(
            cycle: cycle,
            anchor: anchor,
            usableFrom: from,
            usableTo: to,
            takeover: takeover,
            symbol: symbol,
            source: source
        )
    }
}
