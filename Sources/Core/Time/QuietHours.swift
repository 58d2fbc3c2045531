package import WatchpostModel

/// The part of every day in which nothing should shine or ring.
package struct QuietHours: Hashable, Sendable {
    /// When it is quiet; over midnight when its end is not after its start.
    package let span: CivilSpan

    package init(from: Int, to: Int, zone: CivilZone) {
        span = CivilSpan(from: from, to: to, zone: zone)
    }

    /// Whether it is quiet at that instant.
    package func contains(_ time: UnixTime) -> Bool {
        span.occurrence(containing: time) != nil
    }

    /// When the quiet that contains `time` ends; nil when it is not quiet then.
    package func end(containing time: UnixTime) -> UnixTime? {
        span.occurrence(containing: time)?.upperBound
    }
}
