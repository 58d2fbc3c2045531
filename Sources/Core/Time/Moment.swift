package import WatchpostModel

/// What vouches for the wall clock of the machine.
package enum ClockProof: Hashable, Sendable {
    /// The network's time set it, or it agrees with what servers say.
    case vouched
    /// Nothing says that it is right, and nothing says that it is wrong.
    case unvouched
    /// Nobody set it, and servers that we trust are ahead of it by so many seconds.
    case behind(Int64)
}

/// What a rule is told about time: both clocks, read together, by whoever calls it.
package struct Moment: Hashable, Sendable {
    /// Civil time, or nil while the clock of the machine is not trusted: then nothing is stamped.
    package var wall: UnixTime?
    /// Time on a clock that never jumps and counts suspended time, from the start of the machine.
    package var monotonic: Duration
    /// How far `wall` is known to be right.
    package var proof: ClockProof

    package init(wall: UnixTime?, monotonic: Duration, proof: ClockProof = .vouched) {
        self.wall = wall
        self.monotonic = monotonic
        self.proof = proof
    }

    /// Civil time that others will agree with, for what they check: the servers' where the machine's is behind; nil while
    /// nothing vouches for either.
    package var proven: UnixTime? {
        switch proof {
        case .vouched: wall
        case .unvouched: nil
        case .behind(let seconds): wall?.advanced(by: seconds)
        }
    }
}
