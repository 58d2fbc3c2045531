package import WatchpostModel

/// A mode as it is edited: what goes on all the time, and the events that lie over it, each by itself.
///
/// Whatever an event covers stays where it is beneath: it comes back when the event is ended, also at the border of two
/// splits. In a plane no two schedules are in force at the same time.
package struct ModePlanes: Hashable, Sendable {
    /// Which of the two is meant.
    package enum Plane: String, Codable, Hashable, Sendable {
        case base, takeovers
    }

    /// Oldest first, each as a whole: what events cut in two is one again.
    package private(set) var base: [RotationSchedule] = []
    /// Oldest first.
    package private(set) var takeovers: [RotationSchedule] = []

    /// Of a mode; nil: nothing is known of it.
    package init(_ mode: RotationMode?) {
        guard let mode else { return }
        takeovers = mode.schedules.filter { $0.takeover != nil }
        let pieces = mode.schedules.filter { $0.takeover == nil } + (mode.covered ?? [])
        let isWhole = mode.covered != nil
        for piece in pieces.sorted(by: ModePlanes.isOlder) { take(piece, isWhole: isWhole) }
    }

    package func schedules(_ plane: Plane) -> [RotationSchedule] {
        switch plane {
        case .base: base
        case .takeovers: takeovers
        }
    }

    /// What is on at an instant, and where: an event, else what goes on beneath.
    func on(at time: UnixTime) -> (schedule: RotationSchedule, plane: Plane)? {
        if let event = takeovers.first(where: { $0.isUsable(at: time) }) { return (event, .takeovers) }
        return base.first { $0.isUsable(at: time) }.map { ($0, .base) }
    }

    /// When the next schedule of the base begins; nil: none is known.
    func nextBase(after time: UnixTime) -> UnixTime? {
        base.compactMap(\.usableFrom).first { $0 > time }
    }

    /// Puts something else, or nothing, in the stretch of a layer.
    mutating func lay(_ layer: ScheduleLayer) throws(RotationProblem) {
        var pieces: [RotationSchedule] = []
        for schedule in schedules(layer.plane) {
            pieces += try schedule.outside(from: layer.from, to: layer.to)
        }
        if let schedule = layer.schedule { try pieces.append(schedule.cut(from: layer.from, to: layer.to)) }
        pieces.sort(by: ModePlanes.isOlder)
        switch layer.plane {
        case .base: base = pieces
        case .takeovers: takeovers = pieces
        }
    }

    /// One over the other; nil: nothing is left.
    func mode(key: String, name: String) throws(RotationProblem) -> RotationMode? {
        guard !base.isEmpty || !takeovers.isEmpty else { return nil }
        return try RotationMode(key: key, name: name, schedules: base, takeovers: takeovers)
    }

    /// Joins a piece to the one before it, where both are of one schedule and nothing lies between them.
    ///
    /// `isWhole`: what events hide is among the pieces, so that a gap beneath one is a gap. Else only events may lie there.
    private mutating func take(_ piece: RotationSchedule, isWhole: Bool) {
        guard let last = base.last, last.isPiece(of: piece), let end = last.usableTo,
            let begin = piece.usableFrom, isWhole ? end == begin : isBridged(from: end, to: begin),
            let joined = try? last.cut(from: last.usableFrom, to: piece.usableTo)
        else { return base.append(piece) }
        base[base.count - 1] = joined
    }

    /// Whether events lie over a whole stretch, one behind the other.
    private func isBridged(from: UnixTime, to: UnixTime) -> Bool {
        var cursor = from
        for event in takeovers where event.usableFrom.map({ $0 <= cursor }) ?? true {
            if cursor >= to { break }
            guard let end = event.usableTo else { return true }
            cursor = max(cursor, end)
        }
        return cursor >= to
    }

    private static func isOlder(_ left: RotationSchedule, _ right: RotationSchedule) -> Bool {
        switch (left.usableFrom, right.usableFrom) {
        case (let one?, let other?): one < other
        case (nil, _?): true
        case (_, nil): false
        }
    }
}
