package import WatchpostModel

/// The state machine of one realm: observations in, announced transitions out.
///
/// | state | observed up | observed down |
/// |---|---|---|
/// | unknown | up, nothing announced | counted; down after N, nothing announced |
/// | up | | suspected 1 (down at once when N is 1) |
/// | suspected n | up | suspected n + 1; down at N, announced |
/// | down, maintenance | recovering 1 (up at once when M is 1) | |
/// | recovering m | recovering m + 1; up at M, announced | down, maintenance |
///
/// Nothing is announced out of `unknown`: a tool that has just been installed has no news. An observation that says
/// neither keeps what is announced, forgets the counts, and shows the realm as unknown until one says up or down.
package struct RealmTracker: Hashable, Sendable {
    /// Where the machine stands; counts are consecutive contradicting observations.
    package enum Phase: Hashable, Sendable {
        case unknown(downs: Int)
        case up
        case suspected(downs: Int)
        case down
        case recovering(ups: Int)
    }

    /// A confirmed change.
    package enum Transition: Hashable, Sendable {
        /// First knowledge of the realm: shown, not announced.
        case discovered
        case wentDown
        case cameUp
    }

    package private(set) var phase: Phase
    /// Whether the newest observation said neither up nor down: nobody knows how the realm is now.
    package private(set) var isUnreadable = false
    /// Whether the confirmed down counts as maintenance.
    package var inMaintenance = false

    package init(phase: Phase = .unknown(downs: 0)) {
        self.phase = phase
    }

    /// Takes one observation that counts.
    ///
    /// A word that is neither up nor down announces nothing; counts of observations in a row end with it.
    package mutating func observe(_ status: ObservedStatus, rules: RealmRules) -> Transition? {
        switch status {
        case .up:
            isUnreadable = false
            return observeUp(rules: rules)
        case .down:
            isUnreadable = false
            return observeDown(rules: rules)
        case .unknown:
            isUnreadable = true
            forgetEvidence()
            return nil
        }
    }

    /// Confirms a pending contradiction without further observations.
    package mutating func confirm() -> Transition? {
        switch phase {
        case .suspected:
            phase = .down
            return .wentDown
        case .recovering:
            phase = .up
            inMaintenance = false
            return .cameUp
        case .unknown(let downs) where downs > 0:
            phase = .down
            return .discovered
        case .unknown, .up, .down: return nil
        }
    }

    /// Forgets a pending contradiction: after a gap in the data, counting starts again.
    package mutating func forgetEvidence() {
        switch phase {
        case .suspected: phase = .up
        case .recovering: phase = .down
        case .unknown: phase = .unknown(downs: 0)
        case .up, .down: break
        }
    }

    /// Whether an observation contradicts the announced state and is not confirmed yet.
    package var isPending: Bool {
        switch phase {
        case .suspected, .recovering: true
        case .unknown(let downs): downs > 0
        case .up, .down: false
        }
    }

    /// What people are shown.
    package var state: RealmState { isUnreadable ? .unknown : announcedState }

    /// What was announced last, whether or not the newest observation can be read.
    package var announcedState: RealmState {
        switch phase {
        case .unknown: .unknown
        case .up: .up
        case .suspected: .suspected
        case .down: inMaintenance ? .maintenance : .down
        case .recovering: .recovering
        }
    }

    /// Whether the announced state is down, confirmed or recovering.
    package var isDown: Bool {
        switch phase {
        case .down, .recovering: true
        case .unknown, .up, .suspected: false
        }
    }

    private mutating func observeUp(rules: RealmRules) -> Transition? {
        switch phase {
        case .unknown:
            phase = .up
            return .discovered
        case .up: return nil
        case .suspected:
            phase = .up
            return nil
        case .down: return recover(ups: 1, rules: rules)
        case .recovering(let ups): return recover(ups: ups + 1, rules: rules)
        }
    }

    private mutating func observeDown(rules: RealmRules) -> Transition? {
        switch phase {
        case .unknown(let downs):
            guard downs + 1 >= rules.downAfter else {
                phase = .unknown(downs: downs + 1)
                return nil
            }
            phase = .down
            return .discovered
        case .up: return suspect(downs: 1, rules: rules)
        case .suspected(let downs): return suspect(downs: downs + 1, rules: rules)
        case .down: return nil
        case .recovering:
            phase = .down
            return nil
        }
    }

    private mutating func suspect(downs: Int, rules: RealmRules) -> Transition? {
        guard downs >= rules.downAfter else {
            phase = .suspected(downs: downs)
            return nil
        }
        phase = .down
        return .wentDown
    }

    private mutating func recover(ups: Int, rules: RealmRules) -> Transition? {
        guard ups >= rules.upAfter else {
            phase = .recovering(ups: ups)
            return nil
        }
        phase = .up
        inMaintenance = false
        return .cameUp
    }
}
