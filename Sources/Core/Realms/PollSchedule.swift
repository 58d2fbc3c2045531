/// How often one list of realms is polled.
package struct PollPace: Hashable, Sendable {
    /// Between two polls that go well.
    package var interval: Duration
    /// After an answer that contradicts what is announced, and after a first failure.
    package var recheck: Duration
    /// By which part of itself an interval varies: 0.2 makes it 90 % to 110 %, so that many appliances do not fall into
    /// step.
    package var spread: Double

    package init(interval: Duration, recheck: Duration, spread: Double = 0) {
        self.interval = interval
        self.recheck = recheck
        self.spread = spread
    }
}

/// When a source is polled next: the interval, sooner after a first contradiction, later while it fails.
///
/// Times are monotonic. Randomness is handed in, so that many appliances do not fall into step and tests can choose.
package struct PollSchedule: Hashable, Sendable {
    private let pace: PollPace
    private var failures = 0
    /// When the next poll is due.
    package private(set) var due: Duration

    /// Due at once.
    package init(pace: PollPace, now: Duration) {
        self.pace = pace
        due = now
    }

    /// A poll gave something.
    ///
    /// `least` stretches the interval when the poll was so dear that the request budget allows no quicker
    /// pace; `jitter` in 0..<1 chooses where in its spread the interval lies.
    package mutating func succeeded(at now: Duration, least: Duration = .zero, jitter: Double = 0.5) {
        failures = 0
        due = now + max(pace.interval, least) * (1 + pace.spread * (jitter - 0.5))
    }

    /// A poll failed.
    ///
    /// The wait doubles from `recheck` to ten minutes, give or take a quarter (`jitter` in 0..<1), or is the
    /// server's own wish (Retry-After) where that is longer, ten minutes of it at most: Blizzard's limit is over
    /// with the second, and a proxy that asks for an hour must not hide an outage for that long.
    package mutating func failed(at now: Duration, retryAfter: Duration?, jitter: Double) {
        failures = min(failures + 1, 16)
        let doubled = pace.recheck * (1 << (failures - 1))
        let longest = max(pace.interval, PollSchedule.longestWait)
        due = now + max(min(doubled, longest) * (0.75 + jitter / 2), min(retryAfter ?? .zero, longest))
    }

    /// The newest document contradicts what is announced: look again soon.
    package mutating func contradicted(at now: Duration) {
        due = min(due, now + pace.recheck)
    }

    /// Our own connection is back: look at once.
    package mutating func pollNow(at now: Duration) {
        due = min(due, now)
    }

    private static let longestWait = Duration.seconds(600)
}
