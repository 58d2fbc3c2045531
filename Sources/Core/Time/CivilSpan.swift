package import WatchpostModel

/// From one time of day to another in some zone: the arithmetic that weekly and daily windows share.
///
/// Correct over daylight-saving changes: a start or an end that the clocks skip is at the change, one that happens
/// twice is the first of the two. So a span may be shorter or longer than its clock times suggest, and one that lies
/// wholly inside a skipped hour does not happen.
package struct CivilSpan: Hashable, Sendable {
    /// Seconds since midnight, 0..<86,400.
    package let from: Int
    /// Seconds since midnight, 0..<86,400; not after `from` means on the next day, so equal is a whole day.
    package let to: Int
    package let zone: CivilZone

    package init(from: Int, to: Int, zone: CivilZone) {
        self.from = from
        self.to = to
        self.zone = zone
    }

    /// The occurrence that contains `time`, of those that start on a day that `isStart` accepts.
    package func occurrence(
        containing time: UnixTime,
        startingOn isStart: (Weekday) -> Bool = { _ in true }
    ) -> Range<UnixTime>? {
        let today = zone.civil(time)
        for daysBack in [0, 1] where isStart(today.weekday.earlier(by: daysBack)) {
            let start = instant(today, dayOffset: -daysBack, secondsOfDay: from)
            let end = instant(today, dayOffset: (to <= from ? 1 : 0) - daysBack, secondsOfDay: to)
            if start <= time, time < end { return start..<end }
        }
        return nil
    }

    /// Days outside their month are normalised by the zone's arithmetic.
    private func instant(_ civil: CivilTime, dayOffset: Int, secondsOfDay: Int) -> UnixTime {
        zone.instants(
            year: civil.year,
            month: civil.month,
            day: civil.day + dayOffset,
            hour: secondsOfDay / 3_600,
            minute: secondsOfDay / 60 % 60,
            second: secondsOfDay % 60
        ).earliest
    }
}

extension Weekday {
    /// The day so many days before, fewer than seven.
    fileprivate func earlier(by days: Int) -> Weekday {
        Weekday(rawValue: (rawValue + 7 - days) % 7) ?? self
    }
}
