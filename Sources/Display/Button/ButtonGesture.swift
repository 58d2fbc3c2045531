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
    /// A contact that opens for less than this bounces: libgpiod 1 cannot ask the kernel to wait for it.
    package static let bounce = Duration.milliseconds(30)
    package static let identifyHold = Duration.seconds(5)
    package static let quietHold = Duration.seconds(10)

    private var lastPress: Duration?
    /// When the button went down for the last time.
    private var downSince: Duration?
    /// When it came up again, nil while it is down.
    private var upSince: Duration?
    private var isIdentified = false
    private var isQuieted = false

    /// When `tick` is due, on the monotonic clock; nil: nothing happens by itself.
    package var nextWake: Duration? {
        guard let start = downSince, upSince == nil, !isQuieted else { return nil }
        return start + (isIdentified ? ButtonGesture.quietHold : ButtonGesture.identifyHold)
    }

    package init() {}

    package mutating func handle(_ event: Event, at now: Duration) -> [Deed] {
        switch event {
        case .pressed: return pressed(at: now)
        case .released:
            let deeds = held(at: now)
            if upSince == nil { upSince = now }
            return deeds
        case .tick: return held(at: now)
        }
    }

    private mutating func pressed(at now: Duration) -> [Deed] {
        if downSince != nil {
            // A bouncing contact reports "pressed" again without a release, or after a very short one.
            guard let up = upSince, now - up >= ButtonGesture.bounce else {
                upSince = nil
                return []
            }
        }
        let isDouble = lastPress.map { now - $0 <= ButtonGesture.doublePress } ?? false
        lastPress = isDouble ? nil : now
        (downSince, upSince, isIdentified, isQuieted) = (now, nil, false, false)
        return [isDouble ? .showAddress : .nextPage]
    }

    private mutating func held(at now: Duration) -> [Deed] {
        guard let start = downSince, upSince == nil else { return [] }
        var deeds: [Deed] = []
        if !isIdentified, now - start >= ButtonGesture.identifyHold {
            isIdentified = true
            deeds.append(.identify)
        }
        if !isQuieted, now - start >= ButtonGesture.quietHold {
            isQuieted = true
            deeds.append(.quietNow)
        }
        return deeds
    }
}
