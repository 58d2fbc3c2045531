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
    /// Tells that somebody answered over verified TLS, whatever they say of the time.
    package let answered: @Sendable () -> Void

    package init(
        now: @escaping @Sendable () -> Moment,
        heard: @escaping @Sendable (UnixTime) -> Void = { _ in },
        answered: @escaping @Sendable () -> Void = {}
    ) {
        self.now = now
        self.heard = heard
        self.answered = answered
    }

    /// The machine's clocks: CLOCK_REALTIME, once it can be trusted, and CLOCK_BOOTTIME, which counts suspended time.
    ///
    /// Each has a memory of its own of what vouched for the time.
    package static var system: SystemClock {
        let state = Locked(
            (
                trust: ClockTrust(releasedAfter: Version.releasedAfter),
                signs: RememberedSigns(read: ClockSigns.read)
            )
        )
        return SystemClock {
            let wall = UnixTime(seconds: read(CLOCK_REALTIME).components.seconds)
            let monotonic = read(CLOCK_BOOTTIME)
            return state.withLock { $0.trust.moment(wall, monotonic, $0.signs.signs(wall, monotonic)) }
        } heard: { time in
            let monotonic = read(CLOCK_BOOTTIME)
            state.withLock { $0.trust.heard(time, at: monotonic) }
        } answered: {
            let monotonic = read(CLOCK_BOOTTIME)
            state.withLock { $0.trust.answered(at: monotonic) }
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

/// What the system said of its clock: asked again after a second, and at once when the clock jumped.
///
/// Each request reads the clock, and asking takes three calls of the kernel.
struct RememberedSigns: Sendable {
    private struct Answer {
        let signs: ClockSigns
        let at: Duration
        /// Wall minus monotonic seconds.
        let zero: Int64
    }

    private let read: @Sendable () -> ClockSigns
    private var answer: Answer?

    init(read: @escaping @Sendable () -> ClockSigns) {
        self.read = read
    }

    mutating func signs(_ wall: UnixTime, _ monotonic: Duration) -> ClockSigns {
        let zero = wall.seconds - monotonic.components.seconds
        // The two are read one after the other: their seconds may end in between.
        if let answer, monotonic - answer.at < .seconds(1), abs(zero - answer.zero) <= 1 {
            return answer.signs
        }
        let signs = read()
        answer = Answer(signs: signs, at: monotonic, zero: zero)
        return signs
    }
}

extension ClockSigns {
    /// What this system says; asks the kernel no more than is needed.
    @Sendable
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
