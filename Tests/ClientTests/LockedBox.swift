import Foundation

/// A value for several threads; `@unchecked Sendable`: under its lock alone.
final class LockedBox<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var content: Value

    init(_ content: Value) {
        self.content = content
    }

    var value: Value { lock.withLock { content } }

    func change(_ change: (inout Value) -> Void) { lock.withLock { change(&content) } }
}
