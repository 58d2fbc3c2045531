/// Tells what a finger on the button means, from its edges and time.
///
/// Actions that need no waiting are done at once: the page turns when the button goes down, and the longest hold counts
/// when its time is reached, so that the person sees it and can let go. The shorter hold counts when the button comes
/// up: it may still become the longer one, and must not have asked for a code on the way to quiet.
package struct ButtonGesture: Sendable {
    /// What can happen to it.
    package enum Event: Sendable {
        case pressed, released
        /// The time asked for with `nextWake` has come, or any other.
        case tick
    }

    /// What the person asks for.
    package enum Action: Hashable, Sendable {
        /// Pressed.
        case nextPage
        /// Pressed a second time soon after.
        case showAddress
        /// Let go after five seconds, and before ten.
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
    private var isQuieted = false
    /// Whether it is decided what letting go meant.
    private var isJudged = false

    /// When `tick` is due, on the monotonic clock; nil: nothing happens by itself.
    package var nextWake: Duration? {
        guard let start = downSince, !isQuieted else { return nil }
        guard let end = upSince else { return start + ButtonGesture.quietHold }
        return isJudged || end - start < ButtonGesture.identifyHold ? nil : end + ButtonGesture.bounce
    }

    package init() {}

    package mutating func handle(_ event: Event, at now: Duration) -> [Action] {
        switch event {
        case .pressed: return pressed(at: now)
        case .released:
            let actions = held(at: now)
            if upSince == nil { upSince = now }
            return actions
        case .tick: return held(at: now) + letGo(at: now)
        }
    }

    private mutating func pressed(at now: Duration) -> [Action] {
        if downSince != nil {
            // A bouncing contact reports "pressed" again without a release, or after a very short one.
            guard let up = upSince, now - up >= ButtonGesture.bounce else {
                upSince = nil
                return []
            }
        }
        let before = letGo(at: now)
        let isDouble = lastPress.map { now - $0 <= ButtonGesture.doublePress } ?? false
        lastPress = isDouble ? nil : now
        (downSince, upSince, isQuieted, isJudged) = (now, nil, false, false)
        return before + [isDouble ? .showAddress : .nextPage]
    }

    private mutating func held(at now: Duration) -> [Action] {
        guard let start = downSince, upSince == nil, !isQuieted else { return [] }
        guard now - start >= ButtonGesture.quietHold else { return [] }
        isQuieted = true
        return [.quietNow]
    }

    /// What letting go meant, once the contact has been open for longer than it bounces.
    private mutating func letGo(at now: Duration) -> [Action] {
        guard let start = downSince, let end = upSince, !isJudged, now - end >= ButtonGesture.bounce else {
            return []
        }
        isJudged = true
        return !isQuieted && end - start >= ButtonGesture.identifyHold ? [.identify] : []
    }
}
