import Core

/// `Liveness` for many threads: every loop reports here, the watchdog asks.
package final class LivenessRegistry: Sendable {
    private let liveness = Locked(Liveness())
    private let clock: SystemClock

    package init(clock: SystemClock) {
        self.clock = clock
    }

    /// The loop `name` lives, and will be back within `budget`.
    package func expect(_ name: String, within budget: Duration) {
        let now = clock.now().monotonic
        liveness.withLock { $0.expect(name, within: budget, at: now) }
    }

    /// The loop has ended, or rests without owing anything.
    package func rest(_ name: String) {
        liveness.withLock { $0.rest(name) }
    }

    /// The loops that are overdue.
    package var stuck: [String] {
        let now = clock.now().monotonic
        return liveness.withLock { $0.stuck(at: now) }
    }
}
