import Core
import Dispatch
import SystemSupport
import TestSupport

extension BlockingCall {
    /// Whether a call that blocks comes back at all; it is given a thread of its own, which it keeps if it does not.
    static func returns(_ body: @escaping @Sendable () -> Void) async -> Bool {
        let isOver = Locked(false)
        DispatchQueue(label: "a call that may hang").async {
            body()
            isOver.withLock { $0 = true }
        }
        return await becomesTrue { isOver.withLock { $0 } }
    }
}
