/// Schedules in pieces: the same maps at the same times, in a part of the window.
extension RotationSchedule {
    /// The same maps in another window, told by the same; `other`: at the times that another anchor gives.
    package func cut(
        from: UnixTime?,
        to: UnixTime?,
        anchor other: UnixTime? = nil
    ) throws(RotationProblem) -> RotationSchedule {
        try RotationSchedule(
            cycle: cycle,
            anchor: other ?? anchor,
            usableFrom: from,
            usableTo: to,
            takeover: takeover,
            symbol: symbol,
            source: source
        )
    }

    /// What is left of the window outside of another one, whose nil ends are open: none, one or two pieces.
    package func outside(from: UnixTime?, to: UnixTime?) throws(RotationProblem) -> [RotationSchedule] {
        var pieces: [RotationSchedule] = []
        if let from, usableFrom.map({ $0 < from }) ?? true {
            try pieces.append(cut(from: usableFrom, to: usableTo.map { min($0, from) } ?? from))
        }
        if let to, usableTo.map({ $0 > to }) ?? true {
            try pieces.append(cut(from: usableFrom.map { max($0, to) } ?? to, to: usableTo))
        }
        return pieces
    }

    /// What is left of the window inside of another one, whose nil ends are open; nil: nothing.
    package func inside(from: UnixTime?, to: UnixTime?) throws(RotationProblem) -> RotationSchedule? {
        let begin = [usableFrom, from].compactMap { $0 }.max()
        let end = [usableTo, to].compactMap { $0 }.min()
        if let begin, let end, begin >= end { return nil }
        return try cut(from: begin, to: end)
    }

    /// Whether the two are in force at the same time.
    package func overlaps(_ other: RotationSchedule) -> Bool {
        let begins = other.usableFrom.map { from in usableTo.map { from < $0 } ?? true } ?? true
        let lasts = other.usableTo.map { to in usableFrom.map { to > $0 } ?? true } ?? true
        return begins && lasts
    }

    /// Whether both are pieces of one schedule, which something cut in two.
    package func isPiece(of other: RotationSchedule) -> Bool {
        cycle == other.cycle && anchor == other.anchor && takeover == other.takeover
            && symbol == other.symbol && source == other.source
    }
}
