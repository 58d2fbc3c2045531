import SystemSupport
import Core
import Glibc

/// A thread that does one short thing again and again, until it is stopped.
///
/// The server's housekeeping (cutting slow connections, comments on event streams) must go on when the
/// cooperative pool is busy, and its library has no timers.
///
/// `@unchecked Sendable`: `thread`, `isRunning` and `wasStopped` belong to `start`, `stop` and `deinit`, which never run at
/// once: its one owner, `HTTPServer`, starts it before others have the server, and of those who stop the server only the
/// one who took the daemons from behind their lock comes here. The thread itself reads what is immutable, and the pipe.
package final class PeriodicThread: @unchecked Sendable {
    private let period: Duration
    private let body: @Sendable () -> Void
    /// Both ends of a pipe: the thread waits on the first, which ends when the second is closed.
    private let ends: (wait: Int32, wake: Int32)
    private var thread = pthread_t()
    private var isRunning = false
    private var wasStopped = false

    package init(every period: Duration, _ body: @escaping @Sendable () -> Void) {
        self.period = period
        self.body = body
        var pair: [Int32] = [-1, -1]
        ends = pipe(&pair) == 0 ? (pair[0], pair[1]) : (-1, -1)
        for end in pair where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        if !wasStopped { close(ends.wake) }
        close(ends.wait)
    }

    /// Starts the thread; the thread keeps this object alive until it ends.
    package func start() throws(HTTPServerError) {
        guard ends.wait >= 0 else {
            throw HTTPServerError(description: "cannot make a pipe: too many open files")
        }
        do throws(OwnThread.Refusal) {
            thread = try OwnThread.joinable { [self] in run() }
        } catch {
            throw HTTPServerError(description: error.description)
        }
        isRunning = true
    }

    /// Ends the thread and waits for it; harmless when it does not run.
    ///
    /// Not to be called from `body`.
    package func stop() {
        guard isRunning else { return }
        isRunning = false
        wasStopped = true
        close(ends.wake)
        pthread_join(thread, nil)
    }

    private func run() {
        var waiting = pollfd(fd: ends.wait, events: Int16(POLLIN), revents: 0)
        while true {
            let answer = poll(&waiting, 1, Int32(clamping: period.wholeMilliseconds))
            if answer > 0 { return }
            if answer == 0 { body() }
        }
    }
}
