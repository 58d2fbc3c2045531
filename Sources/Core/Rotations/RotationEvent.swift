package import WatchpostModel

/// What the rotation book is told.
package enum RotationEvent: Hashable, Sendable {
    /// The schedule file was read and is valid.
    case loaded(RotationSchedules)
    /// Other schedules stand in for the file, which could not be read yet: the refusal that says why follows.
    case stoodIn(RotationSchedules, RefusedScheduleBody.InForce)
    /// The schedule file was refused: one line for each problem, with line, key and reason, for everybody to read.
    case refused([String])
    /// Other edits lie over the file than before.
    case edited(ScheduleEdits)
    /// An upstream says something else about the schedules than before.
    case observed(RotationOverlay)
    /// Time has passed: a wake is due, or the clock was set.
    case tick
}

/// What the owner of the rotation book has to do, in order.
package enum RotationEffect: Hashable, Sendable {
    /// Show these facts from now on: lamps, display, API. They hold until the next `publish`.
    case publish(RotationSnapshot)
    /// Announce: another map is on in a mode.
    case mapChanged(RotationEventBody)
    /// Announce: no map is known any more in a mode, and why.
    case stateChanged(RotationEventBody)
    /// Announce: the newest schedule file is in force, or another edit of it.
    case scheduleAccepted(ScheduleEventBody)
    /// Announce: the newest schedule file is bad; the one before stays in force.
    case scheduleRefused(ScheduleEventBody)
    /// Send `.tick` at this civil time, replacing any earlier wake; and whenever the clock is set.
    case wake(at: UnixTime)
}

extension [RotationEffect] {
    /// The effects of several turns of one instant as those of one: published is what holds in the end, and before
    /// anything of it is announced.
    package var asOneTurn: [RotationEffect] {
        var last: RotationEffect?
        for effect in self { if case .publish = effect { last = effect } }
        var turn: [RotationEffect] = []
        for effect in self {
            guard case .publish = effect else {
                turn.append(effect)
                continue
            }
            if let published = last { turn.append(published) }
            last = nil
        }
        return turn
    }
}
