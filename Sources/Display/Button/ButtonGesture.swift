/// Tells what a finger on the button means, from its edges and time.
///
/// Deeds that need no waiting are done at once: the page turns when the button goes down, and a hold counts when its
/// time is reached, so that the person sees it and can let go.
package struct ButtonGesture: Sendable {
    /// What can happen to it.
    package enum Event: Sendable {
        case pressed, released
        /// The time asked for with `nextWake` has come, or any other.
        case tick
    }

    /// What the person asks for.
    package enum Deed: Hashable, Sendable {
        /// Pressed.
        case nextPage
        /// Pressed a second time soon after.
        case showAddress
        /// Held for five seconds.
        case identify
        /// Held for ten.
        case quietNow
    }

    /// Two presses within this are a double one.
    package static let doublePress = Duration.milliseconds(400)
    package static let identifyHold = Duration.seconds(5)
    package static let quietHold = Duration.seconds(10)

    private var lastPress: Duration?
    /// When the button went down, nil while it is up.
    private var downSince: Duration?
    private var isIdentified = false

    /// When `tick` is due, on the monotonic clock.
    package private(set) var nextWake: Duration?

    package init() {}

    package mutating func handle(_ event: Event, at now: Duration) -> [Deed] {
        switch event {
        case .pressed: return pressed(at: now)
        case .released:
            let deeds = held(at: now)
            downSince = nil
            nextWake = nil
            return deeds
        case .tick: return held(at: now)
        }
    }

    private mutating func pressed(at now: Duration) -> [Deed] {
        // A bouncing contact reports "pressed" again without having been released.
        guard downSince == nil else { return [] }
        let isDouble = lastPress.map { now - $0 <= ButtonGesture.doublePress } ?? false
        lastPress = isDouble ? nil : now
        downSince = now
        isIdentified = false
        nextWake = now + ButtonGesture.identifyHold
        return [isDouble ? .showAddress : .nextPage]
    }

    private mutating func held(at now: Duration) -> [Deed] {
        guard let start = downSince, nextWake != nil else { return [] }
        var deeds: [Deed] = []
        if !isIdentified, now - start >= ButtonGesture.identifyHold {
            isIdentified = true
            deeds.append(.identify)
            nextWake = start + ButtonGesture.quietHold
        }
        if now - start >= ButtonGesture.quietHold {
            nextWake = nil
            deeds.append(.quietNow)
        }
        return deeds
    }
}
