package import WatchpostModel

/// When an answer was made at its origin, by the origin's own word: `Date`, when the message was originated (RFC 9110
/// §6.6.1), and `Age`, for how long caches have kept it since (RFC 9111 §5.1).
///
/// A cache that keeps to the rules leaves `Date` as it came, and the answer was made then. One that writes a `Date` of its
/// own has kept the answer since `Date` less `Age`. No answer tells which of the two it came through, so both are kept.
package struct OriginTime: Hashable, Sendable {
    /// `Date`.
    package let dated: UnixTime
    /// `Date` less `Age`; never later than `dated`.
    package let made: UnixTime

    /// `age`: in seconds; below zero counts as zero.
    package init(dated: UnixTime, age: Int64 = 0) {
        self.init(dated: dated, made: dated.advanced(by: -max(age, 0)))
    }

    private init(dated: UnixTime, made: UnixTime) {
        self.dated = dated
        self.made = made
    }

    /// When an answer that was put together from several was made: as early as the earliest of them, by either reading.
    ///
    /// Nil unless each of them has a time.
    package static func earliest(of answers: [OriginTime?]) -> OriginTime? {
        let times = answers.compactMap { $0 }
        guard times.count == answers.count, let dated = times.map(\.dated).min(),
            let made = times.map(\.made).min()
        else { return nil }
        return OriginTime(dated: dated, made: made)
    }
}
