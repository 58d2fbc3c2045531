package import WatchpostModel

/// When map alerts are looked at, and from which moment on.
///
/// Whatever came due since the last look is told, over restarts too. Only a list that somebody just changed asks for
/// what comes: it does not ring for a map that began before the wish was made.
package struct MapAlertWatch: Sendable {
    /// What is to be done after a look.
    package struct Look: Hashable, Sendable {
        package var firings: [MapFiring]
        /// Whether it has to be remembered until when alerts were looked at, even without a firing.
        package var isToBeStored: Bool
    }

    private var schedules: RotationSchedules?
    /// After a start, and when other schedules came into force, nobody has looked yet.
    private var isNew = true
    private var listsChanged = false
    /// When the next alert is due; nil when none is known.
    package private(set) var next: UnixTime?

    package init() {}

    package mutating func take(_ schedules: RotationSchedules) {
        isNew = isNew || schedules != self.schedules
        self.schedules = schedules
    }

    /// Somebody changed a list of alerts.
    package mutating func listsChange() {
        listsChanged = true
    }

    package func isDue(at now: UnixTime) -> Bool {
        schedules != nil && (isNew || listsChanged || next.map { $0 <= now } ?? false)
    }

    /// `keys` are all that is waited for, `handledUntil` what the store remembers.
    package mutating func look(_ keys: [MapAlertKey], handledUntil: UnixTime?, at now: UnixTime) -> Look {
        guard let schedules else { return Look(firings: [], isToBeStored: false) }
        let plan = MapAlertPlan(schedules: schedules)
        let mayHaveMissed = isNew || next.map { $0 <= now } ?? false
        let cursor = mayHaveMissed ? min(handledUntil ?? now, now) : now
        let firings = plan.firings(of: keys, after: cursor, until: now)
        let isToBeStored = !firings.isEmpty || listsChanged || handledUntil == nil
        (isNew, listsChanged) = (false, false)
        next = plan.next(of: keys, after: now)
        return Look(firings: firings, isToBeStored: isToBeStored)
    }
}
