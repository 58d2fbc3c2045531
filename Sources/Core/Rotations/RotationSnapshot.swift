package import WatchpostModel

/// The schedules and an instant: every body and view that is made of them, as an immutable value for any
/// thread.
///
/// All of them stay the same from `at` until `nextChange`, so that they can be encoded once and served until
/// then.
package struct RotationSnapshot: Hashable, Sendable {
    package let schedules: RotationSchedules
    package let at: UnixTime
    /// Present while the newest schedule file cannot be used.
    package let refused: RefusedScheduleBody?

    package init(schedules: RotationSchedules, at: UnixTime, refused: RefusedScheduleBody? = nil) {
        self.schedules = schedules
        self.at = at
        self.refused = refused
    }

    /// `GET /v1/rotations`.
    package var list: RotationListBody {
        RotationListBody(
            source: schedules.source,
            refused: refused,
            modes: schedules.modes.map { $0.body(at: at) }
        )
    }

    /// `GET /v1/rotations/{mode}`; nil for an unknown mode.
    package func body(ofMode key: String) -> RotationBody? {
        schedules.mode(key)?.body(at: at)
    }

    /// The next border of any mode, at the latest the next full hour: timelines without a known border ask
    /// their readers to come back then, and must not go on naming an hour that has passed.
    package var nextChange: UnixTime {
        schedules.modes.compactMap { $0.lookup(at: at).end }.reduce(at.nextMultiple(of: 3_600), min)
    }
}

extension UnixTime {
    /// The first instant after this one that is a whole number of `seconds` since 1970.
    func nextMultiple(of seconds: Int64) -> UnixTime {
        let past = (self.seconds % seconds + seconds) % seconds
        return advanced(by: seconds - past)
    }
}
