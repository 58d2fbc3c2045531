import CLinux
import Core
import Glibc
import WatchpostModel

/// Both clocks of the machine, read together.
///
/// Tests hand in one of their own.
struct SystemClock: Sendable {
    let now: @Sendable () -> Moment

    init(now: @escaping @Sendable () -> Moment) {
        self.now = now
    }

    /// The machine's clocks: CLOCK_REALTIME, once it can be trusted, and CLOCK_BOOTTIME, which counts suspended time.
    static var system: SystemClock {
        SystemClock {
            let real = read(CLOCK_REALTIME)
            let wall = UnixTime(seconds: real.components.seconds)
            return Moment(wall: ClockTrust.isSet(wall) ? wall : nil, monotonic: read(CLOCK_BOOTTIME))
        }
    }

    private static func read(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// Whether the machine's clock shows the time: a Pi has no battery, and starts in the past until the network sets it.
enum ClockTrust {
    /// False for times before this release.
    ///
    /// Where systemd-timesyncd runs, its word counts: it leaves a file behind once it has set the clock
    /// (systemd-timesyncd.service(8)). Elsewhere the time is believed.
    static func isSet(_ wall: UnixTime) -> Bool {
        guard wall.seconds > Version.releasedAfter else { return false }
        guard access("/run/systemd/timesync", F_OK) == 0 else { return true }
        if access("/run/systemd/timesync/synchronized", F_OK) == 0 { return true }
        var status = timex()
        return adjtimex(&status) != TIME_ERROR
    }
}
