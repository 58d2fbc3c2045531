package import Core

/// The hours of every night in which lamps and backlight keep a low profile.
package struct QuietHours: Hashable, Sendable {
    /// Minutes after midnight, included.
    package var from: Int
    /// Minutes after midnight, excluded; not later than `from`: of the next day.
    package var to: Int

    /// Both are minutes after midnight, 0...1439.
    package init(from: Int, to: Int) {
        self.from = from
        self.to = to
    }

    /// Whether a civil time is quiet.
    ///
    /// The clock on the wall decides: an hour that is repeated in autumn is quiet twice, one that is skipped in
    /// spring not at all.
    package func contain(_ civil: CivilTime) -> Bool {
        let minute = civil.hour * 60 + civil.minute
        return from < to ? (from..<to).contains(minute) : minute >= from || minute < to
    }
}
