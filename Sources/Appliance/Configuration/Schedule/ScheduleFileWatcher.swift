import CLinux
package import Core
import Glibc

/// Reads the schedule file when it changes and says what became of it, without a restart.
///
/// It looks every two seconds instead of asking inotify: a look follows links, survives a directory that is
/// replaced or mounted over and works on network file systems, where inotify stays silent; and one `stat` in
/// two seconds costs nothing that could be measured. Looking and reading block, so they have a thread of
/// their own.
package final class ScheduleFileWatcher: Sendable {
    /// First what the file says now, then one event for each change, for one reader.
    ///
    /// It ends after `stop`.
    package let events: AsyncStream<RotationEvent>

    private let continuation: AsyncStream<RotationEvent>.Continuation
    private let path: String
    private let interval: Duration
    /// An eventfd that ends the thread's wait; closed when the last reference, the thread's among them, is
    /// gone.
    private let stopper: Int32

    /// Starts to watch the file at `path`, which need not be there yet.
    package init(path: String, interval: Duration = .seconds(2)) {
        self.path = path
        self.interval = interval
        // A reader that lags behind needs the newest states only.
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4))
        stopper = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        precondition(stopper >= 0, "eventfd failed with errno \(errno)")
        OwnThread.start { [self] in run() }
    }

    deinit {
        close(stopper)
    }

    /// Ends the watch and the stream; any thread, any number of times.
    package func stop() {
        eventfd_write(stopper, 1)
    }

    /// The thread's loop.
    private func run() {
        var file = SettledFile()
        repeat {
            if file.look(FileStamp(of: path)) { continuation.yield(event()) }
        } while !waitForStop()
        continuation.finish()
    }

    private func event() -> RotationEvent {
        do throws(ScheduleRefusal) {
            return .loaded(try ScheduleFile.load(path))
        } catch {
            return .refused(error.problems)
        }
    }

    /// Waits for the interval; true when the watch was stopped.
    ///
    /// An interrupted wait only looks earlier.
    private func waitForStop() -> Bool {
        var request = pollfd(fd: stopper, events: Int16(POLLIN), revents: 0)
        let (seconds, attoseconds) = interval.components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        return poll(&request, 1, Int32(clamping: max(1, milliseconds))) > 0
    }
}
