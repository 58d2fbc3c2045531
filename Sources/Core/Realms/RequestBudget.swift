/// How many requests all sources may send together: a token bucket that fills evenly over the hour.
///
/// Blizzard allows 36,000 an hour and 100 a second for each client; ours is far below, so that other tools of the same
/// person go on working.
package struct RequestBudget: Hashable, Sendable {
    private let perHour: Double
    private let capacity: Double
    private var level: Double
    private var filled: Duration

    /// Starts full; a bucket holds a tenth of an hour, at least 20 requests, so that a start or a fallback fits in.
    package init(perHour: Int, now: Duration) {
        self.perHour = Double(perHour)
        capacity = max(20, Double(perHour) / 10)
        level = capacity
        filled = now
    }

    /// Takes one request, or says how long to wait for it.
    package mutating func take(at now: Duration) -> Duration? {
        level = min(capacity, level + (now - filled) / .seconds(3_600) * perHour)
        filled = now
        guard level < 1 else {
            level -= 1
            return nil
        }
        return .seconds((1 - level) / perHour * 3_600)
    }

    /// The shortest interval at which a poll of so many requests can be repeated when `sources` share the budget.
    package func pace(requests: Int, sources: Int) -> Duration {
        .seconds(requests * sources * 3_600) / Int(perHour)
    }
}
