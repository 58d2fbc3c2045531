import Dispatch

/// Runs tasks on a few threads of its own: they do not wait for what the cooperative pool is busy with.
///
/// For short work that strangers wait for. What a task awaits (a database, another actor) runs where it always does;
/// what it does itself must not block. `Task(executorPreference:)` takes it (SE-0417).
///
/// Jobs begin in the order in which they came, at most `width` at a time. Each runner is a serial queue, for which dispatch
/// has a thread at any time; concurrent queues of the process share as many threads as there are cores, so that two
/// jobs that compute for ever would hold up every other one.
package final class QueueTaskExecutor: TaskExecutor {
    private struct State {
        /// Oldest first; those before `next` have begun.
        var waiting: [UnownedJob] = []
        var next = 0
        /// Runners without a job.
        var idle: [Int]

        init(width: Int) {
            idle = Array(0..<width)
        }

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

    private let state: Locked<State>
    private let runners: [DispatchQueue]

    /// The name shows up in debuggers and stack dumps.
    package init(named name: String, width: Int = 1) {
        state = Locked(State(width: max(width, 1)))
        runners = (0..<max(width, 1)).map { DispatchQueue(label: "\(name).\($0)") }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let runner = state.withLock { state in
            state.waiting.append(job)
            return state.idle.popLast()
        }
        if let runner { runners[runner].async { self.drain(runner) } }
    }

    package func asUnownedTaskExecutor() -> UnownedTaskExecutor {
        UnownedTaskExecutor(ordinary: self)
    }

    /// Runs what waits until nothing does.
    private func drain(_ runner: Int) {
        let executor = asUnownedTaskExecutor()
        while let job = takeOrRest(runner) { job.runSynchronously(on: executor) }
    }

    private func takeOrRest(_ runner: Int) -> UnownedJob? {
        state.withLock { state in
            if let job = state.take() { return job }
            state.idle.append(runner)
            return nil
        }
    }
}
