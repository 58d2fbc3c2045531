import Dispatch

/// A thread for file operations, which block: Swift's own are as few as the device has cores.
///
/// They run one at a time, in the order in which they came. Side by side they would wait for the lock of the same file, each on a
/// thread of its own, and give up after two seconds. For a serial queue dispatch has a thread at any time; on Linux queues that run
/// things side by side share the threads of Swift's pool.
package struct FileQueue: Sendable {
    private let queue = DispatchQueue(label: "watchpost.files")

    package init() {}

    /// Runs something that blocks, and returns what came of it.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }
}
