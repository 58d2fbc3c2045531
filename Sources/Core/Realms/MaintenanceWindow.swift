package import WatchpostModel

/// The hours of every week in which a region's realms may be down by plan.
///
/// Battle.net has no calendar of maintenance, only a habit: a weekday and a time of day in the region's own zone.
package struct MaintenanceWindow: Hashable, Sendable {
    /// The day on which the window opens, in its zone.
    package let weekday: Weekday
    /// From when to when; over midnight when its end is not after its start.
    package let span: CivilSpan

    package init(weekday: Weekday, from: Int, to: Int, zone: CivilZone) {
        self.weekday = weekday
        span = CivilSpan(from: from, to: to, zone: zone)
    }

    /// Whether the window is open at that instant.
    package func contains(_ time: UnixTime) -> Bool {
        occurrence(containing: time) != nil
    }

    /// When the window that is open at `time` closes; nil when it is closed then.
    package func end(containing time: UnixTime) -> UnixTime? {
        occurrence(containing: time)?.upperBound
    }

    private func occurrence(containing time: UnixTime) -> Range<UnixTime>? {
        span.occurrence(containing: time) { $0 == weekday }
    }
}
