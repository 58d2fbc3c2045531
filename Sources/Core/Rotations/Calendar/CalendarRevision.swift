package import WatchpostModel

/// Which state of the schedules a calendar shows: what programs tell a newer entry from an older one by.
package struct CalendarRevision: Hashable, Sendable {
    /// The SEQUENCE of every entry (RFC 5545 §3.8.7.4): higher with each change of the schedules.
    package var sequence: Int64
    /// The DTSTAMP of every entry: when these schedules were first seen.
    package var stamp: UnixTime

    package init(sequence: Int64, stamp: UnixTime) {
        self.sequence = sequence
        self.stamp = stamp
    }

    /// SEQUENCE is a number of 32 bits with a sign (RFC 5545 §3.3.8).
    package static let highest: Int64 = 2_147_483_647

    /// The one that follows at an instant.
    ///
    /// The number is the minute since 2020 and above the last one: so it goes up even where the state was lost, or brought
    /// back from a backup, and nobody remembers the last one.
    package static func following(_ last: CalendarRevision?, at now: UnixTime) -> CalendarRevision {
        let minute = now.since(UnixTime(seconds: 1_577_836_800)) / 60
        let least = last.map { $0.sequence + 1 } ?? 0
        return CalendarRevision(sequence: min(max(minute, least), highest), stamp: now)
    }
}
