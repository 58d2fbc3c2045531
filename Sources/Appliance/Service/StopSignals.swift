import Glibc

/// SIGTERM and SIGINT as something to wait for.
///
/// `block` must run before the first thread is made, so that every thread inherits the mask and only the waiting
/// thread receives the signals.
enum StopSignals {
    /// Blocks the stop signals in this thread and all that it makes, and ignores SIGPIPE: a phone that hangs up is no
    /// reason to end.
    static func block() {
        signal(SIGPIPE, SIG_IGN)
        var set = stopSet()
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Returns the number of the first stop signal.
    static func wait() async -> Int32 {
        await withCheckedContinuation { continuation in
            let box = Unmanaged.passRetained(Waiter(continuation)).toOpaque()
            var thread = pthread_t()
            let failure = pthread_create(&thread, nil, waitForStopSignal, box)
            precondition(failure == 0, "pthread_create failed with errno \(failure)")
            pthread_detach(thread)
        }
    }

    fileprivate static func stopSet() -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        return set
    }
}

/// Carries the continuation to the waiting thread.
private final class Waiter: Sendable {
    let continuation: CheckedContinuation<Int32, Never>

    init(_ continuation: CheckedContinuation<Int32, Never>) {
        self.continuation = continuation
    }
}

private func waitForStopSignal(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    var set = StopSignals.stopSet()
    var number: Int32 = 0
    while sigwait(&set, &number) != 0 {}
    Unmanaged<Waiter>.fromOpaque(context).takeRetainedValue().continuation.resume(returning: number)
    return nil
}
