import Core
import SystemSupport

/// The part of the rotation watch that compares the schedule with an upstream; without one nothing here happens.
extension RotationWatch {
    /// What is needed to ask.
    struct Checking: Sendable {
        var rules: RotationCrossCheck
        let metrics: RotationUpstreamMetrics
    }

    /// When the upstream is to be asked next, on the monotonic clock.
    var due: Duration { checking?.rules.due ?? clock.now().monotonic + .seconds(3_600) }

    /// Takes what became of a question, or which schedules are in force.
    func take(_ event: CrossCheckEvent) {
        perform(answers(to: event, at: clock.now()))
    }

    /// The same, without what is to be done about it.
    func answers(to event: CrossCheckEvent, at now: Moment) -> [RotationEffect] {
        guard var checking else { return [] }
        let effects = checking.rules.handle(event, at: now)
        self.checking = checking
        checking.metrics.show(checking.rules)
        var answers: [RotationEffect] = []
        for effect in effects {
            switch effect {
            case .lay(let overlay): answers += book.handle(.observed(overlay), at: now)
            case .tell(let words): log.notice(words)
            case .warn(let words): log.error(words)
            }
        }
        return answers
    }
}
