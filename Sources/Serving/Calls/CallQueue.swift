import SystemSupport
import Core

/// All calls that wait for an answer: bounded in number and time, and none is left when the server stops.
///
/// Lock order: this lock is never held while a call's own is taken.
package final class CallQueue: Sendable {
    private struct Waiting {
        let call: PendingCall
        /// In milliseconds of `CoarseClock`.
        let deadline: Int64
        /// The handler; nil for the instant in which it is started.
        var task: Task<Void, Never>?
    }

    private struct State {
        var waiting: [ObjectIdentifier: Waiting] = [:]
        /// Handlers that run, those among them whose client was already told that it took too long.
        var places: CallPlaces
        var isClosed = false
    }

    private let state: Locked<State>
    private let pools = CallPools()

    /// `most`: handlers at the same time, in all pools together.
    package init(most: Int) {
        state = Locked(State(places: CallPlaces(most: most)))
    }

    /// Calls without an answer.
    package var count: Int {
        state.withLock { $0.waiting.count }
    }

    /// Lets a handler work on a call; its answer wakes the connection.
    package func start(
        _ call: PendingCall,
        in place: CallPlace,
        work: @escaping @Sendable () async -> PreparedResponse
    ) throws(Problem) {
        let deadline = CoarseClock.now() + call.bounds.time.wholeMilliseconds
        try state.withLock { state throws(Problem) in
            guard !state.isClosed else { throw CallQueue.stopping }
            guard state.places.enter(place) else { throw CallQueue.busy }
            state.waiting[ObjectIdentifier(call)] = Waiting(call: call, deadline: deadline)
        }
        let task = Task(executorPreference: pools[place.pool]) {
            let response = await work()
            self.finish(call, place, response)
        }
        let isWaiting = state.withLock { state in
            state.waiting[ObjectIdentifier(call)]?.task = task
            return state.waiting[ObjectIdentifier(call)] != nil
        }
        // Answered meanwhile: by the handler, to whom this makes no difference, or by `reap` or `close`.
        if !isWaiting { task.cancel() }
    }

    /// Answers those whose time is up, and ends their handlers: nothing is committed for a client that was told 503,
    /// but for what is in the database's hands already.
    package func reap(now: Int64) {
        let late = state.withLock { state in
            let late = state.waiting.filter { $0.value.deadline < now }
            for key in late.keys { state.waiting[key] = nil }
            return Array(late.values)
        }
        for waiting in late {
            // Answered before it is cancelled: a handler that ends at once would else be quicker with what it has by then.
            waiting.call.answer(CallQueue.late.response)
            waiting.task?.cancel()
        }
    }

    /// Answers everyone and starts no further handler: after it no connection is suspended for a call.
    package func close() {
        let calls = state.withLock { state in
            state.isClosed = true
            let calls = Array(state.waiting.values)
            state.waiting = [:]
            return calls
        }
        for waiting in calls {
            waiting.call.answer(CallQueue.stopping.response)
            waiting.task?.cancel()
        }
    }

    private func finish(_ call: PendingCall, _ place: CallPlace, _ response: PreparedResponse) {
        state.withLock { state in
            state.places.leave(place)
            state.waiting[ObjectIdentifier(call)] = nil
        }
        call.answer(response)
    }

    private static let busy = Problem(
        .unavailable,
        "the box has too much to do; try again in a moment",
        code: .busy
    )

    private static let stopping = Problem(
        .unavailable,
        "the box is stopping; ask again when it is back",
        closes: true
    )

    private static let late = Problem(
        .unavailable,
        "this took too long and may or may not be done; ask again, which does no harm"
    )
}
