import WatchpostModel

/// Notices that the wall clock moved by more than a minute against the other, or that another time is known to be true.
///
/// What was decided by the time before, a token or a pause after its refusal, is worth nothing then.
package struct ClockJump: Hashable, Sendable {
    /// In seconds; less is the network's usual correction.
    package static let least: Int64 = 60

    private var seen: Moment?

    package init() {}

    /// True when `now` does not continue what was seen before; the first look compares with nothing.
    package mutating func saw(_ now: Moment) -> Bool {
        defer { seen = now }
        guard let seen else { return false }
        let passed = (now.monotonic - seen.monotonic).components.seconds
        return ClockJump.isJump(seen.wall, now.wall, passed)
            || ClockJump.isJump(seen.proven ?? seen.wall, now.proven ?? now.wall, passed)
    }

    /// A time that is known for the first time is a jump, too.
    private static func isJump(_ before: UnixTime?, _ now: UnixTime?, _ passed: Int64) -> Bool {
        guard let now else { return false }
        guard let before else { return true }
        return !(-least...least).contains(now.since(before) - passed)
    }
}
