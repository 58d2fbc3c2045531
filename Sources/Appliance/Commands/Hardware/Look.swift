import Dispatch

/// The time in which a person looks at lamps or display, which a stop signal ends.
///
/// Without it, Ctrl-C would do nothing until the test is over: signals are received, not obeyed. The test is told, so
/// that it can put out what it lit.
final class Look: Sendable {
    private let ended = DispatchSemaphore(value: 0)

    /// Every wait ends, this one and all later ones.
    func end() { ended.signal() }

    /// Blocks the calling thread for that time, at most; whether the person wants to see more.
    func wait(_ time: Duration) -> Bool {
        let (seconds, attoseconds) = time.components
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        guard ended.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else { return true }
        // Stays ended.
        ended.signal()
        return false
    }
}
