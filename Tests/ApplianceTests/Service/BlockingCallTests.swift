import Core
import Dispatch
import SystemSupport
import TestSupport
import Testing

@Suite("Calls that block")
struct BlockingCallTests {
    /// More of them than any machine here has cores, and than the threads that Dispatch adds when it sees that all wait.
    private static let calls = 64

    @Test("leave the threads of Swift's pool to others, however many wait")
    func pool() async {
        // allowed: each is waited for on a thread of its own, which is the subject
        let end = DispatchSemaphore(value: 0)
        let begun = Locked(0)
        let returned = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<Self.calls {
                group.addTask {
                    await BlockingCall.run {
                        begun.withLock { $0 += 1 }
                        return end.wait(timeout: .now() + .seconds(Patience.seconds)) == .success
                    }
                }
            }
            // It runs on the pool, and only it lets them return.
            group.addTask {
                let areAllThere = await becomesTrue { begun.withLock { $0 } == Self.calls }
                for _ in 0..<Self.calls { end.signal() }
                return areAllThere
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(returned == Self.calls + 1)
    }
}
