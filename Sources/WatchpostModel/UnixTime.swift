/// An instant on the civil time line: whole seconds since 1970-01-01T00:00:00Z, leap seconds ignored (POSIX).
///
/// Schedules and histories use it; intervals that must survive a clock change use `Duration` on a monotonic clock.
public struct UnixTime: Hashable, Comparable, Sendable {
    /// Seconds since 1970, negative before.
    public var seconds: Int64

    /// Wraps a number of seconds since 1970.
    public init(seconds: Int64) {
        self.seconds = seconds
    }

    /// Earlier instants order first.
    public static func < (left: Self, right: Self) -> Bool {
        left.seconds < right.seconds
    }

    /// The instant `seconds` later (earlier when negative), held at the ends of the Int64 range.
    public func advanced(by seconds: Int64) -> UnixTime {
        let (sum, overflow) = self.seconds.addingReportingOverflow(seconds)
        guard overflow else { return UnixTime(seconds: sum) }
        return UnixTime(seconds: seconds < 0 ? .min : .max)
    }

    /// Seconds from `other` to this instant, held at the ends of the Int64 range.
    public func since(_ other: UnixTime) -> Int64 {
        let (difference, overflow) = seconds.subtractingReportingOverflow(other.seconds)
        guard overflow else { return difference }
        return seconds < other.seconds ? .min : .max
    }
}
