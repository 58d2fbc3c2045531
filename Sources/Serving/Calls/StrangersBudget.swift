package import Core

/// How many questions of a kind strangers may ask that have to be worked out: ten a second, twenty at once, unless their
/// kind says otherwise, all of them together, so that endlessly different ones cost a small part of one core.
package struct StrangersBudget: Sendable {
    private let buckets: Locked<BucketTable<Int>>
    private let now: @Sendable () -> Duration

    /// `now`: a monotonic clock.
    package init(
        _ limit: RateLimit = RateLimit(burst: 20, every: .milliseconds(100)),
        now: @escaping @Sendable () -> Duration = { .milliseconds(CoarseClock.now()) }
    ) {
        buckets = Locked(BucketTable(limit))
        self.now = now
    }

    /// Counts one question of a stranger; throws where that is one too many, with `words` for whoever asked.
    package func take(_ words: String) throws(Problem) {
        guard buckets.withLock({ $0.take(0, at: now()) }) != nil else { return }
        throw Problem(.tooManyRequests, words, code: .tooOften, retryAfter: 1)
    }

    /// The same for a request of whoever is outside and not known now: nobody else counts those who were known once.
    package func take(_ request: CallRequest, _ words: String) throws(Problem) {
        if request.isUnproven { try take(words) }
    }
}
