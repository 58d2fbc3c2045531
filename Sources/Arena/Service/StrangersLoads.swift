import Core
import Serving
import WatchpostModel

/// Boards that have to be read because a stranger outside asks for them: one at a time, and some a second.
///
/// Asking costs nothing, and reading a large board takes a second in which no other board is read.
final class StrangersLoads: Sendable {
    private typealias Waiter = CheckedContinuation<Bool, Never>

    private struct State {
        var isBusy = false
        var waiters: [Waiter] = []
    }

    private let state = Locked(State())
    private let budget: StrangersBudget
    private let mostWaiters: Int

    private static let words =
        "boards that nobody looked at lately are asked for too often from outside; ask again in a moment"

    /// `mostWaiters`: who comes beyond them is refused at once.
    init(
        _ budget: StrangersBudget = StrangersBudget(RateLimit(burst: 50, every: .milliseconds(250))),
        mostWaiters: Int = 32
    ) {
        (self.budget, self.mostWaiters) = (budget, mostWaiters)
    }

    /// How many wait for their turn.
    var waiting: Int { state.withLock { $0.waiters.count } }

    /// Does this when its turn comes, unless `isAtHand` then: somebody before it did the same.
    func run(
        unless isAtHand: () -> Bool,
        _ load: () async throws(Problem) -> Void
    ) async throws(Problem) {
        guard await begin() else {
            throw Problem(.tooManyRequests, StrangersLoads.words, code: .tooOften, retryAfter: 1)
        }
        defer { end() }
        guard !isAtHand() else { return }
        try budget.take(StrangersLoads.words)
        try await load()
    }

    /// Waits for its turn; false: too many wait.
    private func begin() async -> Bool {
        await withCheckedContinuation { (waiter: Waiter) in
            let answer = state.withLock { state -> Bool? in
                guard state.isBusy else {
                    state.isBusy = true
                    return true
                }
                guard state.waiters.count < mostWaiters else { return false }
                state.waiters.append(waiter)
                return nil
            }
            if let answer { waiter.resume(returning: answer) }
        }
    }

    private func end() {
        let next = state.withLock { state -> Waiter? in
            guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
            state.isBusy = false
            return nil
        }
        next?.resume(returning: true)
    }
}
