package import WatchpostModel

/// What an edit comes to: a stretch of one mode in which something else holds than before.
///
/// It is laid over the mode's schedules as a takeover is: what remains are schedules of which no two are in force at the
/// same time, and all before `from` and behind `to` stays as it was.
package struct ScheduleLayer: Hashable, Sendable {
    package let mode: String
    package let from: UnixTime
    /// Excluded; nil: for good.
    package let to: UnixTime?
    /// Whether takeovers in the stretch go as well; else they stay, and lie over it.
    package let replacesTakeovers: Bool
    /// What holds in the stretch; nil: nothing is known of it any more.
    package let schedule: RotationSchedule?

    package init(
        mode: String,
        from: UnixTime,
        to: UnixTime?,
        replacesTakeovers: Bool,
        schedule: RotationSchedule?
    ) {
        self.mode = mode
        self.from = from
        self.to = to
        self.replacesTakeovers = replacesTakeovers
        self.schedule = schedule
    }

    /// The schedules with this layer over them; they do not overlap, before and after.
    func laid(over schedules: [RotationSchedule]) throws(RotationProblem) -> [RotationSchedule] {
        var pieces: [RotationSchedule] = []
        var own: [RotationSchedule] = []
        if let schedule { own.append(try schedule.cut(from: from, to: to)) }
        for other in schedules {
            if other.takeover != nil, !replacesTakeovers {
                pieces.append(other)
                var rest: [RotationSchedule] = []
                for piece in own { rest += try piece.outside(from: other.usableFrom, to: other.usableTo) }
                own = rest
            } else {
                pieces += try other.outside(from: from, to: to)
            }
        }
        return pieces + own
    }
}

extension RotationSchedule {
    /// What is left of the window outside of another one, whose nil ends are open: none, one or two pieces.
    func outside(from: UnixTime?, to: UnixTime?) throws(RotationProblem) -> [RotationSchedule] {
        var pieces: [RotationSchedule] = []
        if let from, usableFrom.map({ $0 < from }) ?? true {
            try pieces.append(cut(from: usableFrom, to: usableTo.map { min($0, from) } ?? from))
        }
        if let to, usableTo.map({ $0 > to }) ?? true {
            try pieces.append(cut(from: usableFrom.map { max($0, to) } ?? to, to: usableTo))
        }
        return pieces
    }

    /// The same maps in another window.
    func cut(from: UnixTime?, to: UnixTime?) throws(RotationProblem) -> RotationSchedule {
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

    /// Whether it is a piece of the same schedule: takeovers cut one in two.
    func isPiece(of other: RotationSchedule) -> Bool {
        cycle == other.cycle && anchor == other.anchor && takeover == other.takeover
    }
}
