import Core

/// The budget of requests that all sources and the token services share, whoever asks from whatever task.
struct SharedBudget: Sendable {
    private let budget: Locked<RequestBudget>
    private let sources: Int
    private let now: @Sendable () -> Duration

    init(_ budget: RequestBudget, sources: Int, now: @escaping @Sendable () -> Duration) {
        self.budget = Locked(budget)
        self.sources = sources
        self.now = now
    }

    /// Waits until one request may be sent.
    func take() async throws(CancellationError) {
        while let wait = budget.withLock({ $0.take(at: now()) }) {
            do {
                try await Task.sleep(for: wait)
            } catch {
                throw CancellationError()
            }
        }
    }

    /// The shortest interval at which a poll of so many requests may be repeated.
    func pace(requests: Int) -> Duration {
        budget.withLock { $0.pace(requests: requests, sources: sources) }
    }
}
