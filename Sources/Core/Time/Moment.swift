package import WatchpostModel

/// What a rule is told about time: both clocks, read together, by whoever calls it.
package struct Moment: Hashable, Sendable {
    /// Civil time, or nil while the clock of the machine is not trusted: then nothing is stamped.
    package var wall: UnixTime?
    /// Time on a clock that never jumps and counts suspended time, from an arbitrary zero.
    package var monotonic: Duration

    package init(wall: UnixTime?, monotonic: Duration) {
        self.wall = wall
        self.monotonic = monotonic
    }
}
