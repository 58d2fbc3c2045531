package import WatchpostModel

/// The schedules and an instant: every body and view that is made of them, as an immutable value for any
/// thread.
///
/// All of them stay the same from `at` until `nextChange`, so that they can be encoded once and served until
/// then.
package struct RotationSnapshot: Hashable, Sendable {
    /// What was published: all that others may compute with.
    package let schedules: RotationSchedules
    package let at: UnixTime
    /// Present while the newest schedule file cannot be used.
    package let refused: RefusedScheduleBody?
    /// The same with what an upstream says where nothing was published: what is shown.
    package let inForce: RotationSchedules
    private let overlay: RotationOverlay
    /// See ``MapTimerContent``.
    let revision: Int64

    /// `overlay`: what an upstream adds; its new anchors are in `schedules` already.
    ///
    /// `revision`: of what is in here for the
    /// Map Timer app.
    package init(
        schedules: RotationSchedules,
        at: UnixTime,
        refused: RefusedScheduleBody? = nil,
        overlay: RotationOverlay = RotationOverlay(),
        revision: Int64 = 0
    ) {
        self.schedules = schedules
        self.at = at
        self.refused = refused
        self.overlay = overlay
        self.revision = revision
        inForce = overlay.filling(schedules)
    }

    /// `GET /v1/rotations`.
    package var list: RotationListBody {
        RotationListBody(
            source: schedules.source,
            refused: refused,
            modes: inForce.modes.map(body),
            upstream: overlay.body
        )
    }

    /// `GET /v1/rotations/{mode}`; nil for an unknown mode.
    package func body(ofMode key: String) -> RotationBody? {
        inForce.mode(key).map(body)
    }

    private func body(_ mode: RotationMode) -> RotationBody {
        var body = mode.body(at: at)
        // What an upstream says of the next hour is no schedule for others to compute with.
        body.schedules = schedules.mode(mode.key)?.schedules.map(\.body) ?? []
        if let source = body.current?.source {
            // Nothing was published.
            (body.source, body.validUntil) = (source, nil)
        }
        return body
    }

    /// Who says which map is on in a mode, where it is not the schedule.
    func source(of mode: String, at time: UnixTime) -> String? {
        inForce.mode(mode)?.slot(at: time)?.source
    }

    /// Whether what is shown of some modes may be out of date: the newest file is refused, or an upstream that is asked
    /// says something else, or is not heard where its word alone would be shown.
    func isDoubtful(_ modes: [RotationMode]) -> Bool {
        if refused != nil { return true }
        guard let upstream = overlay.body else { return false }
        return modes.contains { mode in
            let check = upstream.modes.first { $0.mode == mode.key }
            if check?.verdict == .disagreeing { return true }
            return upstream.state == .stale && schedules.mode(mode.key)?.slot(at: at) == nil
        }
    }

    /// The keys of all modes that may be out of date.
    package var doubtful: [String] { inForce.modes.filter { isDoubtful([$0]) }.map(\.key) }

    /// The next border of any mode, at the latest the next full hour: timelines without a known border ask
    /// their readers to come back then, and must not go on naming an hour that has passed.
    package var nextChange: UnixTime {
        inForce.modes.compactMap { $0.lookup(at: at).end }.reduce(at.nextMultiple(of: 3_600), min)
    }
}

extension UnixTime {
    /// The first instant after this one that is a whole number of `seconds` since 1970.
    func nextMultiple(of seconds: Int64) -> UnixTime {
        let past = (self.seconds % seconds + seconds) % seconds
        return advanced(by: seconds - past)
    }
}
