/// Keeps away from a service that fails: five failures in a row, and it is left alone for half a minute, then
/// for twice as long each time, up to a quarter of an hour.
///
/// After each pause one attempt decides (half open); that only one is made is ``ConnectionGate``'s doing.
/// Times are monotonic.
package struct Breaker: Sendable {
    /// What is heard of the service.
    package enum Event: Sendable, Hashable {
        case worked
        case failed(String)
        /// It will not work for so long, as it says itself.
        case held(Duration, String)
        /// The same, because of our token or our clock: it ends when the clock jumps.
        case refusedToken(Duration, String)
        case clockJumped
    }

    package static let patience = 5
    package static let shortest = Duration.seconds(30)
    package static let longest = Duration.seconds(900)

    private var failures = 0
    private var pause = Breaker.shortest
    private var opensAt: Duration?
    private var isOfToken = false
    /// Why it is open, in the words of the last failure.
    package private(set) var reason = ""

    /// How long nothing may be sent; nil when something may.
    package func remaining(at now: Duration) -> Duration? {
        guard let opensAt, opensAt > now else { return nil }
        return opensAt - now
    }

    /// Whether it was open and has not worked since.
    package var isHalfOpen: Bool { opensAt != nil }

    /// Takes what was heard; answers that were on their way when it opened change nothing.
    package mutating func handle(_ event: Event, at now: Duration) {
        if event == .clockJumped {
            if isOfToken { opensAt = opensAt.map { min($0, now) } }
            return
        }
        guard remaining(at: now) == nil else { return }
        isOfToken = false
        switch event {
        case .worked: self = Breaker()
        case .failed(let reason):
            failures += 1
            guard failures >= Breaker.patience || isHalfOpen else { return }
            opensAt = now + pause
            pause = min(pause * 2, Breaker.longest)
            self.reason = reason
        case .held(let duration, let reason):
            opensAt = now + duration
            self.reason = reason
        case .refusedToken(let duration, let reason):
            opensAt = now + duration
            self.reason = reason
            isOfToken = true
        case .clockJumped: break
        }
    }
}
