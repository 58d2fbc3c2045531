package import Core
package import WatchpostModel

/// What the calls of a feature need of the box: who may ask how often, and what time it is.
package struct CallServices: Sendable {
    package let gate: Gate
    /// Both clocks; nothing is stamped while the wall clock is not set.
    package let now: @Sendable () -> Moment
    /// Where phones reach the box from outside, without a slash at the end; nil: they do not.
    package let publicURL: String?

    package init(gate: Gate, now: @escaping @Sendable () -> Moment, publicURL: String?) {
        (self.gate, self.now, self.publicURL) = (gate, now, publicURL)
    }

    /// The time for a stamp.
    package func wall() throws(Problem) -> UnixTime {
        guard let wall = now().wall else {
            throw Problem(
                .unavailable,
                "the box's clock is not set yet; try again in a minute",
                retryAfter: 60
            )
        }
        return wall
    }
}
