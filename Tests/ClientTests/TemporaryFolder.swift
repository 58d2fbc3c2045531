import Dispatch
import Foundation

/// Runs what blocks on a thread of its own: those of Swift's pool are for all tests, and Dispatch's global queues share them.
func offPool<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "off the pool").async { continuation.resume(with: Result { try work() }) }
    }
}

/// A folder of its own for one test, removed at its end.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("watchpost-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
