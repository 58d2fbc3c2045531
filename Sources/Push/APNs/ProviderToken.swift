package import Core
package import SystemSupport
package import WatchpostModel

/// When the token that APNs knows us by is made, and when the one at hand is good enough.
///
/// Apple takes tokens up to an hour old, and new ones no more often than every twenty minutes; a token from a wrong
/// clock is worth nothing. So it is renewed after 45 minutes, give or take five, or when the clock jumped, and never
/// made before the clock is right, as far as anybody can know: where nothing vouches for it, it is believed once the
/// network had five minutes to set it, and a refusal is followed by another try soon.
/// Source: “Establishing a token-based connection to APNs”.
package struct ProviderToken: Sendable {
    /// A token and what it says of its own age.
    package struct Made: Sendable, Hashable {
        package var text: Secret
        package var at: UnixTime
    }

    /// What to do for the next request.
    package enum Decision: Sendable, Hashable {
        case use(Secret)
        /// Sign one that was made now, and tell by `made`.
        case make(UnixTime)
        /// There is none and none may be made for so long.
        case wait(Duration, String)
    }

    private struct Kept {
        var made: Made
        /// By the clock that never jumps; of a token from before a restart as the wall clock has it.
        var after: Duration
        /// How long it is used.
        var life: Duration
    }

    private static let floor = Duration.seconds(1_200)
    /// After the start of the machine, for the network to set its clock.
    private static let settling = Duration.seconds(300)
    /// The first pause after a refusal that a wrong clock may explain.
    private static let firstDoubt = Duration.seconds(60)
    private var current: Kept?
    private var previous: Kept?
    /// Of an earlier run, until the clock is right.
    private var restored: Made?
    /// By the clock that never jumps: no new token before.
    private var notBefore: Duration?
    private var isRefused = false
    /// Refusals in a row while nothing vouched for the clock.
    private var doubts = 0

    /// `restored`: the token of an earlier run, if any is left.
    package init(restored: Made? = nil) {
        self.restored = restored
    }

    /// What to send the next request with.
    package mutating func decide(at now: Moment) -> Decision {
        guard let wall = ProviderToken.time(now) else {
            let rest = ProviderToken.settling - now.monotonic
            let isSettling = now.wall != nil && rest < .seconds(60)
            return .wait(isSettling ? max(rest, .seconds(1)) : .seconds(60), "the clock is not set yet")
        }
        takeRestored(wall, now.monotonic)
        let mayMake = notBefore.map { now.monotonic >= $0 } ?? true
        if let current {
            let isUsable = isUsable(current, wall)
            let isJumped = isJumped(current, wall, now.monotonic)
            // A token from a wrong clock is no token: the next one is the first that Apple will take.
            let isWorthless = !isUsable || isRefused && isJumped
            if isWorthless, notBefore == current.after + ProviderToken.floor { return .make(wall) }
            let isDue = isRefused || isJumped || isOld(current, now.monotonic)
            if isUsable, !isDue || !mayMake { return .use(current.made.text) }
            if mayMake { return .make(wall) }
        } else if mayMake {
            return .make(wall)
        }
        return .wait(max((notBefore ?? .zero) - now.monotonic, .seconds(1)), "a new token is not allowed yet")
    }

    /// The token was signed; `life` is how long it is used, 40 to 50 minutes.
    package mutating func made(_ text: Secret, at wall: UnixTime, monotonic: Duration, life: Duration) {
        previous = current
        current = Kept(made: Made(text: text, at: wall), after: monotonic, life: life)
        notBefore = monotonic + ProviderToken.floor
        isRefused = false
    }

    /// APNs calls it expired; false when it is too early for a new one, and so the clock must be wrong.
    package mutating func refuse(monotonic: Duration) -> Bool {
        isRefused = true
        return notBefore.map { monotonic >= $0 } ?? true
    }

    /// How long nothing is sent after a refusal, for which `hold` is right where the clock is.
    ///
    /// Where nothing vouches for the clock it may be set at any moment, in small steps even: a minute, and twice as long
    /// after each further refusal.
    package mutating func pause(afterRefusal hold: Duration, at now: Moment) -> Duration {
        guard now.proof != .vouched else { return hold }
        defer { doubts = min(doubts + 1, 10) }
        return min(ProviderToken.firstDoubt * (1 << doubts), hold)
    }

    /// APNs took a notice.
    package mutating func accepted() {
        doubts = 0
    }

    /// The time that a token may carry; nil while none can be made.
    package static func time(_ now: Moment) -> UnixTime? {
        now.proven ?? (now.monotonic >= settling ? now.wall : nil)
    }

    /// APNs saw too many new ones; false when there is no older one to go back to.
    package mutating func goBack(at now: Moment) -> Bool {
        notBefore = now.monotonic + ProviderToken.floor
        guard let wall = ProviderToken.time(now), let previous, isUsable(previous, wall) else {
            return false
        }
        current = previous
        self.previous = nil
        return true
    }

    private mutating func takeRestored(_ wall: UnixTime, _ monotonic: Duration) {
        guard let made = restored else { return }
        restored = nil
        let age = Duration.seconds(min(max(wall.since(made.at), -86_400), 86_400))
        let kept = Kept(made: made, after: monotonic - age, life: .seconds(2_700))
        guard current == nil, isUsable(kept, wall) else { return }
        current = kept
        notBefore = kept.after + ProviderToken.floor
    }

    /// Whether Apple would take it, by the wall clock.
    private func isUsable(_ token: Kept, _ wall: UnixTime) -> Bool {
        (-60..<3_540).contains(wall.since(token.made.at))
    }

    private func isOld(_ token: Kept, _ monotonic: Duration) -> Bool { monotonic - token.after >= token.life }

    /// Whether the wall clock moved by more than a minute against the other since it was made.
    private func isJumped(_ token: Kept, _ wall: UnixTime, _ monotonic: Duration) -> Bool {
        let drift = Duration.seconds(wall.since(token.made.at)) - (monotonic - token.after)
        return drift > .seconds(60) || drift < .seconds(-60)
    }
}
