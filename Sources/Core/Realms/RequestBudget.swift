/// How many requests all sources may send together: a token bucket that fills evenly over the hour, and a small one that
/// fills evenly over the second.
///
/// Blizzard allows 36,000 an hour and 100 a second for each client; ours is far below, so that other tools of the same
/// person go on working.
package struct RequestBudget: Hashable, Sendable {
    /// A bucket that fills evenly.
    private struct Bucket: Hashable, Sendable {
        let capacity: Double
        /// Requests a second.
        let rate: Double
        var level: Double
        var filled: Duration

        init(capacity: Double, rate: Double, now: Duration) {
            self.capacity = capacity
            self.rate = rate
            level = capacity
            filled = now
        }

        mutating func fill(at now: Duration) {
            level = min(capacity, level + (now - filled) / .seconds(1) * rate)
            filled = now
        }

        /// How long until one request is there, rounded up so that whoever waits for it finds it.
        var wait: Duration {
            level >= 1 ? .zero : .nanoseconds(Int64(((1 - level) / rate * 1e9).rounded(.up)))
        }
    }

    private let perHour: Double
    private var hour: Bucket
    private var second: Bucket

    /// No second sees more than `burst + perSecond` requests, twenty: a fifth of what Blizzard allows.
    package static let mostInASecond = 20
    private static let burst = 6.0
    private static let perSecond = Double(mostInASecond) - burst - 1

    /// Starts full; the hour's bucket holds a tenth of it, at least 20 requests, so that a start or a fallback fits in.
    package init(perHour: Int, now: Duration) {
        self.perHour = Double(perHour)
        hour = Bucket(
            capacity: max(20, Double(perHour) / 10),
            rate: Double(perHour) / 3_600,
            now: now
        )
        second = Bucket(capacity: RequestBudget.burst, rate: RequestBudget.perSecond, now: now)
    }

    /// Takes one request, or says how long to wait for it.
    package mutating func take(at now: Duration) -> Duration? {
        hour.fill(at: now)
        second.fill(at: now)
        let wait = max(hour.wait, second.wait)
        guard wait == .zero else { return wait }
        hour.level -= 1
        second.level -= 1
        return nil
    }

    /// The shortest interval at which a poll of so many requests can be repeated when `sources` share the budget.
    package func pace(requests: Int, sources: Int) -> Duration {
        .seconds(requests * sources * 3_600) / Int(perHour)
    }
}
