import Glibc

/// SIGTERM, SIGINT and SIGHUP, which a closed terminal sends, as something to wait for.
///
/// Made first thing in `main`, so that every later thread inherits the blocked signals; the main thread alone receives
/// them. An asynchronous `main` would not do: its thread then sleeps in the dispatch library with nothing blocked, and
/// the first signal kills the process.
final class StopSignals: Sendable {
    private let received: AsyncStream<Int32>
    private let entry: AsyncStream<Int32>.Continuation
    /// SIGHUP is among them unless somebody (`nohup`) wanted it ignored.
    private let numbers: [Int32]

    /// Blocks the signals, and ignores SIGPIPE: a phone that hangs up is no reason to end.
    init() {
        (received, entry) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
        signal(SIGPIPE, SIG_IGN)
        numbers = [SIGTERM, SIGINT] + (StopSignals.isIgnored(SIGHUP) ? [] : [SIGHUP])
        var set = StopSignals.set(of: numbers)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// The number of the first stop signal.
    func first() async -> Int32 {
        for await number in received { return number }
        return 0
    }

    /// Receives signals for ever, on the main thread; the second one ends the process at once.
    func deliver() -> Never {
        var isStopping = false
        while true {
            var set = StopSignals.set(of: numbers)
            var number: Int32 = 0
            guard sigwait(&set, &number) == 0 else { continue }
            if isStopping { _exit(128 + number) }
            isStopping = true
            entry.yield(number)
        }
    }

    private static func set(of numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        // C's SIG_IGN is the number 1 in place of a function.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
