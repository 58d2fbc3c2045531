import CLinux
package import Core
import Glibc
package import WatchpostModel

/// Both clocks of the machine, read together.
///
/// Tests hand in one of their own.
package struct SystemClock: Sendable {
    package let now: @Sendable () -> Moment
    /// Tells when an answer of a server that we trust was made.
    package let heard: @Sendable (UnixTime) -> Void

    package init(
        now: @escaping @Sendable () -> Moment,
        heard: @escaping @Sendable (UnixTime) -> Void = { _ in }
    ) {
        self.now = now
        self.heard = heard
    }

    /// The machine's clocks: CLOCK_REALTIME, once it can be trusted, and CLOCK_BOOTTIME, which counts suspended time.
    ///
    /// Each has a memory of its own of what vouched for the time.
    package static var system: SystemClock {
        let trust = Locked(ClockTrust(releasedAfter: Version.releasedAfter))
        return SystemClock {
            let wall = UnixTime(seconds: read(CLOCK_REALTIME).components.seconds)
            let monotonic = read(CLOCK_BOOTTIME)
            let signs = ClockSigns.read()
            return trust.withLock { $0.moment(wall, monotonic, signs) }
        } heard: { time in
            let monotonic = read(CLOCK_BOOTTIME)
            trust.withLock { $0.heard(time, at: monotonic) }
        }
    }

    /// What the machine's clock shows, whoever vouches for it: for questions that need no more than an instant.
    package static var machine: UnixTime { UnixTime(seconds: read(CLOCK_REALTIME).components.seconds) }

    private static func read(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension ClockSigns {
    /// What this system says; asks the kernel no more than is needed.
    fileprivate static func read() -> ClockSigns {
        let timesyncd: Timesyncd =
            if access("/run/systemd/timesync/synchronized", F_OK) == 0 {
                .done
            } else if access(
                "/run/systemd/timesync",
                F_OK
            ) == 0 { .waiting } else { .absent }
        guard timesyncd != .done else { return ClockSigns(kernel: .silent, timesyncd: .done) }
        var status = timex()
        let kernel: Kernel =
            switch adjtimex(&status) {
            case -1: .silent
            case TIME_ERROR: .unsynchronised
            default: .synchronised
            }
        return ClockSigns(kernel: kernel, timesyncd: timesyncd)
    }
}
