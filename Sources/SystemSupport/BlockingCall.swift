import Dispatch

/// Runs a call that blocks on a thread outside the cooperative pool.
///
/// Each has a serial queue of its own, for which dispatch has a thread at any time. On Linux the global queues share the threads
/// of the cooperative pool, as many as there are cores.
package enum BlockingCall {
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "watchpost.blocking").async { continuation.resume(returning: body()) }
        }
    }
}
