import Dispatch

/// Runs an actor's jobs one by one on a dispatch queue of its own, so that its blocking calls hold up nobody else.
///
/// Swift's cooperative pool has as many threads as the machine has cores: a call that waits for a disk or a bus must
/// not sit on one. Linux has no `DispatchSerialQueue` executor, hence this type. An actor uses it so:
///
///     private let executor = SerialQueueExecutor(named: "watchpost.store")
///     nonisolated package var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
///
/// Caveat: the actor must keep the executor alive for as long as it lives itself.
package final class SerialQueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// A queue whose name shows up in debuggers and stack dumps.
    package init(named name: String) {
        queue = DispatchQueue(label: name)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Lets `assumeIsolated` accept blocks that were sent to the queue directly (SE-0424); traps elsewhere.
    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// Runs `work` after everything that was enqueued until now.
    package func afterEnqueued(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }
}
