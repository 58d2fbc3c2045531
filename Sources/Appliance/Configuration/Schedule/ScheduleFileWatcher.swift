import CLinux
import Core
import Dispatch
import Glibc
package import SystemSupport
package import WatchpostModel

/// What became of the schedule file.
package enum ScheduleFileEvent: Hashable, Sendable {
    /// It was read, and all of it makes sense.
    case loaded(RotationSchedules)
    /// It is refused.
    ///
    /// `kept`: the copy of the last good one, when nothing good was read since the start.
    case refused(ScheduleRefusal, kept: RotationSchedules?)
}

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
    package let events: AsyncStream<ScheduleFileEvent>

    private let continuation: AsyncStream<ScheduleFileEvent>.Continuation
    private let path: String
    private let kept: KeptSchedule?
    private let log: Log?
    private let interval: Duration
    /// An eventfd that ends the thread's wait; closed when the last reference, the thread's among them, is
    /// gone.
    private let stopper: Int32
    /// Signalled once the first event stands in `events`.
    private let firstLook = DispatchSemaphore(value: 0)

    /// After so many looks a copy that could not be kept is tried again: a minute.
    private static let looksToRetry = 30

    /// Starts to watch the file at `path`, which need not be there yet.
    ///
    /// `kept`: where a good file is copied to; `log` is told when that fails.
    package init(
        path: String,
        interval: Duration = .seconds(2),
        kept: KeptSchedule? = nil,
        log: Log? = nil
    ) {
        self.path = path
        self.kept = kept
        self.log = log
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

    /// What the file says at the start, for the one reader of `events`, before it reads these.
    ///
    /// Nil when it was not read within `limit`, as of a file system that hangs; then it comes among the events.
    package func first(within limit: Duration) async -> ScheduleFileEvent? {
        let deadline = DispatchTime.now() + .milliseconds(Int(limit.wholeMilliseconds))
        guard await BlockingCall.run({ [firstLook] in firstLook.wait(timeout: deadline) == .success }) else {
            return nil
        }
        var events = events.makeAsyncIterator()
        return await events.next()
    }

    /// Ends the watch and the stream; any thread, any number of times.
    package func stop() {
        eventfd_write(stopper, 1)
    }

    /// The thread's loop.
    private func run() {
        var file = SettledFile()
        var copy = PendingCopy()
        repeat {
            if file.look(FileStamp(of: path)) {
                let (found, text) = read()
                if file.confirm(FileStamp(of: path)) { tell(found, text, &copy) }
            }
            keep(&copy)
        } while !waitForStop()
        continuation.finish()
    }

    /// What the file says now, and its text.
    private func read() -> (Result<RotationSchedules, ScheduleRefusal>, text: String) {
        do throws(ScheduleRefusal) {
            let text = try ScheduleFile.text(of: path)
            return (.success(try ScheduleFile.read(text, file: path)), text)
        } catch {
            return (.failure(error), "")
        }
    }

    private func tell(
        _ found: Result<RotationSchedules, ScheduleRefusal>,
        _ text: String,
        _ copy: inout PendingCopy
    ) {
        switch found {
        case .success(let schedules):
            copy.take(text)
            continuation.yield(.loaded(schedules))
        case .failure(let refusal):
            continuation.yield(.refused(refusal, kept: copy.hasReadAny ? nil : kept?.schedules))
        }
        firstLook.signal()
    }

    /// Copies what was accepted; a disk that refuses is told of once, and asked again later.
    private func keep(_ copy: inout PendingCopy) {
        guard let kept, let text = copy.due() else { return }
        do throws(SystemRefusal) {
            try kept.keep(text)
            if copy.hasFailed { log?.notice("the schedule is kept for a restart again") }
            copy.done()
        } catch {
            if !copy.hasFailed {
                log?.error("the schedule is in force, but cannot be kept for a restart: \(error)")
            }
            copy.failed(waiting: ScheduleFileWatcher.looksToRetry)
        }
    }

    /// A text that is to be kept, until it is.
    private struct PendingCopy {
        private(set) var hasReadAny = false
        private(set) var hasFailed = false
        private var text: String?
        private var looksLeft = 0

        mutating func take(_ text: String) {
            self.text = text
            (hasReadAny, looksLeft) = (true, 0)
        }

        /// The text, when it is time to try.
        mutating func due() -> String? {
            looksLeft = max(0, looksLeft - 1)
            return looksLeft == 0 ? text : nil
        }

        mutating func done() {
            (text, hasFailed) = (nil, false)
        }

        mutating func failed(waiting looks: Int) {
            (hasFailed, looksLeft) = (true, looks)
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
