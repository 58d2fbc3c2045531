package import WatchpostModel

/// How many notices one phone may still get: a token bucket and a daily number, as three integers.
///
/// The bucket is kept as the instant at which it is full again, which needs no arithmetic when nothing happens.
package struct RateBucket: Hashable, Sendable {
    /// When all tokens are back, in seconds since 1970.
    package var fullAt: Int64
    /// When the 24 hours began that `dayCount` counts.
    package var dayBegan: Int64
    package var dayCount: Int64

    package init(fullAt: Int64 = 0, dayBegan: Int64 = 0, dayCount: Int64 = 0) {
        self.fullAt = fullAt
        self.dayBegan = dayBegan
        self.dayCount = dayCount
    }

    /// Takes one token; else says when to come again.
    ///
    /// Chatter leaves the last tokens to news: ten queues must not keep an outage waiting.
    package mutating func take(at now: UnixTime, isChatter: Bool = false, _ rules: NoticePolicy) -> UnixTime?
    {
        let seconds = now.seconds
        // A clock set back must not lock a phone out.
        let capacity = rules.burst * rules.refill
        if fullAt < seconds || fullAt > seconds + capacity { fullAt = seconds }
        if seconds >= dayBegan + 86_400 || seconds < dayBegan { (dayBegan, dayCount) = (seconds, 0) }
        guard dayCount < rules.daily - (isChatter ? rules.dailyReserve : 0) else {
            return UnixTime(seconds: dayBegan + 86_400)
        }
        let needed = rules.refill * (isChatter ? 1 + rules.reserve : 1)
        guard fullAt + needed <= seconds + capacity else {
            return UnixTime(seconds: fullAt + needed - capacity)
        }
        fullAt += rules.refill
        dayCount += 1
        return nil
    }
}
