package import WatchpostModel

/// What servers that we trust say of the time, by the `Date` of their answers (RFC 9110 §6.6.1).
///
/// An answer says when it was made, `Age` included, and a cache may serve it long afterwards: the true time is that or
/// later, never earlier. So the latest word counts.
package struct ServerTime: Hashable, Sendable {
    /// After so long an earlier word counts, too: the later one may have been a mistake.
    private static let memory = Duration.seconds(600)

    /// Civil seconds at the zero of the monotonic clock.
    private var zero: Int64?
    private var heardAt = Duration.zero

    package init() {}

    /// An answer was made at `time`, as it says, and is here now.
    package mutating func heard(_ time: UnixTime, at monotonic: Duration) {
        let heard = time.seconds - monotonic.components.seconds
        if let zero, heard < zero, monotonic - heardAt < ServerTime.memory { return }
        (zero, heardAt) = (heard, monotonic)
    }

    /// By how many seconds servers are ahead of a wall clock; nil when none was heard.
    package func lead(over wall: UnixTime, at monotonic: Duration) -> Int64? {
        zero.map { $0 - (wall.seconds - monotonic.components.seconds) }
    }
}
