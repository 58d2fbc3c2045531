import Core

/// All calls that wait for an answer: bounded in number and time, and none is left when the server stops.
///
/// Lock order: this lock is never held while a call's own is taken.
final class CallDesk: Sendable {
    private struct Waiting {
        let call: PendingCall
        /// In milliseconds of `CoarseClock`.
        let deadline: Int64
    }

    private struct State {
        var waiting: [ObjectIdentifier: Waiting] = [:]
        /// Handlers that run, those among them whose client was already told that it took too long.
        var running = 0
        var isClosed = false
    }

    private let state = Locked(State())
    private let executor = QueueTaskExecutor(named: "watchpost.calls")
    /// Handlers at the same time.
    private let most: Int

    init(most: Int = 128) {
        self.most = most
    }

    /// Calls without an answer.
    var count: Int {
        state.withLock { $0.waiting.count }
    }

    /// Lets a handler work on a call; its answer wakes the connection.
    func start(
        _ call: PendingCall,
        work: @escaping @Sendable () async -> PreparedResponse
    ) throws(Problem) {
        let deadline = CoarseClock.now() + call.bounds.time.milliseconds
        try state.withLock { state throws(Problem) in
            guard !state.isClosed else { throw CallDesk.stopping }
            guard state.running < most else {
                throw Problem(.unavailable, "the appliance has too much to do; try again in a moment")
            }
            state.running += 1
            state.waiting[ObjectIdentifier(call)] = Waiting(call: call, deadline: deadline)
        }
        Task(executorPreference: executor) {
            let response = await work()
            self.finish(call, response)
        }
    }

    /// Answers those whose time is up; the handler goes on, what it commits stands.
    func reap(now: Int64) {
        let late = state.withLock { state in
            let late = state.waiting.filter { $0.value.deadline < now }
            for key in late.keys { state.waiting[key] = nil }
            return late.values.map(\.call)
        }
        for call in late { call.answer(CallDesk.late.response) }
    }

    /// Answers everyone and starts no further handler: after it no connection is suspended for a call.
    func close() {
        let calls = state.withLock { state in
            state.isClosed = true
            let calls = state.waiting.values.map(\.call)
            state.waiting = [:]
            return calls
        }
        for call in calls { call.answer(CallDesk.stopping.response) }
    }

    private func finish(_ call: PendingCall, _ response: PreparedResponse) {
        state.withLock { state in
            state.running -= 1
            state.waiting[ObjectIdentifier(call)] = nil
        }
        call.answer(response)
    }

    private static let stopping = Problem(
        .unavailable,
        "the appliance is stopping; ask again when it is back",
        closes: true
    )

    private static let late = Problem(
        .unavailable,
        "this took too long and may or may not be done; ask again, which does no harm"
    )
}
