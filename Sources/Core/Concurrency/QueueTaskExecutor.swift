import Dispatch

/// Runs tasks on a few threads of its own: they do not wait for what the cooperative pool is busy with.
///
/// For short work that strangers wait for. What a task awaits (a database, another actor) runs where it always does;
/// what it does itself must not block. `Task(executorPreference:)` takes it (SE-0417).
///
/// Jobs begin in the order in which they came, at most `width` at a time: dispatch alone would make a thread for each.
package final class QueueTaskExecutor: TaskExecutor {
    private struct State {
        /// Oldest first; those before `next` have begun.
        var waiting: [UnownedJob] = []
        var next = 0
        var running = 0

        mutating func take() -> UnownedJob? {
            guard next < waiting.count else {
                waiting.removeAll(keepingCapacity: waiting.count <= 64)
                next = 0
                return nil
            }
            defer { next += 1 }
            return waiting[next]
        }
    }

    private let state = Locked(State())
    private let queue: DispatchQueue
    private let width: Int

    /// The name shows up in debuggers and stack dumps.
    package init(named name: String, width: Int = 1) {
        queue = DispatchQueue(label: name, attributes: .concurrent)
        self.width = max(width, 1)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let mustBegin = state.withLock { state in
            state.waiting.append(job)
            guard state.running < width else { return false }
            state.running += 1
            return true
        }
        if mustBegin { queue.async { self.drain() } }
    }

    package func asUnownedTaskExecutor() -> UnownedTaskExecutor {
        UnownedTaskExecutor(ordinary: self)
    }

    /// Runs what waits until nothing does.
    private func drain() {
        let executor = asUnownedTaskExecutor()
        while let job = takeOrEnd() { job.runSynchronously(on: executor) }
    }

    private func takeOrEnd() -> UnownedJob? {
        state.withLock { state in
            if let job = state.take() { return job }
            state.running -= 1
            return nil
        }
    }
}
