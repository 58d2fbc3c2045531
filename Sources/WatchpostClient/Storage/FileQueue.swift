import Dispatch

/// Threads for file operations, which block: Swift's own are as few as the device has cores.
///
/// Each operation has a serial queue of its own, for which dispatch has a thread at any time. On Linux queues that run things side by
/// side share the threads of Swift's pool.
struct FileQueue: Sendable {
    /// Runs something that blocks, and returns what came of it.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "watchpost.files").async { continuation.resume(returning: work()) }
        }
    }
}
