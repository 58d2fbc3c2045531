/// How often something may be done: so many times at once, and again every so often.
package struct RateLimit: Hashable, Sendable {
    /// At once, at least 1.
    package var burst: Int
    /// One more after this time, more than zero.
    package var every: Duration

    package init(burst: Int, every: Duration) {
        self.burst = burst
        self.every = every
    }

    /// `count` an hour, all of them at once if need be.
    package static func anHour(_ count: Int) -> RateLimit {
        RateLimit(burst: max(count, 1), every: .seconds(3_600) / max(count, 1))
    }

    /// `count` a minute, all of them at once if need be.
    package static func aMinute(_ count: Int) -> RateLimit {
        RateLimit(burst: max(count, 1), every: .seconds(60) / max(count, 1))
    }
}

/// A token bucket; times are monotonic.
///
/// It holds one instant: when it is full again (the “virtual scheduling” form of GCRA, ITU-T I.371 annex A).
struct TokenBucket: Hashable, Sendable {
    private(set) var fullAt: Duration

    /// Full.
    init(at now: Duration) {
        fullAt = now
    }

    /// Takes tokens; when there are too few, how long until there are enough, and nothing is taken.
    ///
    /// Who wants more than there ever are waits until the bucket is full, and empties it.
    mutating func take(_ limit: RateLimit, times count: Int = 1, at now: Duration) -> Duration? {
        let full = max(fullAt, now) + limit.every * min(count, limit.burst)
        let wait = full - now - limit.every * limit.burst
        guard wait <= .zero else { return wait }
        fullAt = full
        return nil
    }

    /// A token that was taken was not used after all.
    mutating func giveBack(_ limit: RateLimit) {
        fullAt -= limit.every
    }
}

/// A bucket for each of many keys, bounded.
///
/// Only the keys that are not full again matter; when there are too many of those, the quarter that will be full
/// soonest is forgotten, which favours strangers and never keeps anybody waiting longer.
package struct BucketTable<Key: Hashable & Sendable>: Sendable {
    private let limit: RateLimit
    private let most: Int
    private var buckets: [Key: TokenBucket] = [:]

    package init(_ limit: RateLimit, most: Int = 4_096) {
        self.limit = limit
        self.most = max(most, 4)
    }

    package var count: Int { buckets.count }

    /// Takes tokens of a key; when there are too few, how long until there are enough.
    package mutating func take(_ key: Key, times count: Int = 1, at now: Duration) -> Duration? {
        if buckets[key] == nil && buckets.count >= most { evict(at: now) }
        return buckets[key, default: TokenBucket(at: now)].take(limit, times: count, at: now)
    }

    /// Undoes a `take` that returned nil.
    package mutating func giveBack(_ key: Key) {
        buckets[key]?.giveBack(limit)
    }

    private mutating func evict(at now: Duration) {
        buckets = buckets.filter { $0.value.fullAt > now }
        guard buckets.count >= most else { return }
        for entry in buckets.sorted(by: { $0.value.fullAt < $1.value.fullAt }).prefix(most / 4) {
            buckets[entry.key] = nil
        }
    }
}
