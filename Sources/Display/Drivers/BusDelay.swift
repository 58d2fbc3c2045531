import Glibc

/// Passes time between two writes to a bus; a test passes it without any going by.
package protocol BusDelay {
    /// Returns when at least `duration` has passed. Longer does no harm.
    func wait(_ duration: Duration)
}

/// Waits on the monotonic clock; blocks the calling thread.
package struct MonotonicDelay: BusDelay {
    /// Up to here it turns round and round: falling asleep and waking up takes tens of microseconds.
    private static let longestSpin: Int64 = 5_000

    package init() {}

    package func wait(_ duration: Duration) {
        let end = MonotonicDelay.now + MonotonicDelay.nanoseconds(duration)
        if end - MonotonicDelay.now <= MonotonicDelay.longestSpin {
            while MonotonicDelay.now < end {}
            return
        }
        // To a point in time, so that a signal in between shortens nothing.
        var time = timespec(tv_sec: Int(end / 1_000_000_000), tv_nsec: Int(end % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Rounded up; nothing for a negative one, at most a minute.
    private static func nanoseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = min(max(duration, .zero), .seconds(60)).components
        return seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000
    }
}
