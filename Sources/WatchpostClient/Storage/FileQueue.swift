import Dispatch

/// Threads for file operations, which block: Swift's own are as few as the phone has cores.
struct FileQueue: Sendable {
    private let queue = DispatchQueue(label: "watchpost.files", attributes: .concurrent)

    /// Runs something that blocks, and returns what came of it.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }
}
