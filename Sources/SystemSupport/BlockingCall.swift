import Dispatch

/// Runs a call that blocks on a thread outside the cooperative pool.
package enum BlockingCall {
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: body()) }
        }
    }
}
