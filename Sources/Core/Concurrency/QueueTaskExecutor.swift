import Dispatch

/// Runs tasks one by one on a dispatch queue of their own: they do not wait for what the cooperative pool is busy with.
///
/// For short work that strangers wait for. What a task awaits (a database, another actor) runs where it always does;
/// what it does itself must not block. `Task(executorPreference:)` takes it (SE-0417).
package final class QueueTaskExecutor: TaskExecutor {
    private let queue: DispatchQueue

    /// A queue whose name shows up in debuggers and stack dumps.
    package init(named name: String) {
        queue = DispatchQueue(label: name)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }

    package func asUnownedTaskExecutor() -> UnownedTaskExecutor {
        UnownedTaskExecutor(ordinary: self)
    }
}
