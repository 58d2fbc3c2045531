package import WatchpostModel

/// When map alerts are looked at, and from which moment on.
///
/// Whatever came due since the last look is told, over restarts too. Only a list that somebody just changed asks for
/// what comes: it does not ring for a map that began before the wish was made.
package struct MapAlertWatch: Sendable {
    /// What is to be done in a look.
    package struct Look: Hashable, Sendable {
        /// Whose alerts are told.
        package var due: [MapAlertSpan]
        /// Where the next alert is looked for.
        package var ahead: [MapAlertSpan]
        /// When to look again at the latest.
        package var lookAgain: UnixTime
        /// Whether it has to be remembered until when alerts were looked at, even when nobody is told.
        package var isToBeStored: Bool
    }

    private var schedules: RotationSchedules?
    /// After a start, and when other schedules came into force, nobody has looked yet.
    private var isNew = true
    private var listsChanged = false
    private var lookAgain: UnixTime?
    /// When the next alert is due; nil when none is known.
    package private(set) var next: UnixTime?

    package init() {}

    /// When to look next, if nothing changes before.
    package var wakes: UnixTime? { [next, lookAgain].compactMap { $0 }.min() }

    package mutating func take(_ schedules: RotationSchedules) {
        isNew = isNew || schedules != self.schedules
        self.schedules = schedules
    }

    /// Somebody changed a list of alerts.
    package mutating func listsChange() {
        listsChanged = true
    }

    package func isDue(at now: UnixTime) -> Bool {
        schedules != nil && (isNew || listsChanged || wakes.map { $0 <= now } ?? false)
    }

    /// What to do at `now`, nil without schedules.
    ///
    /// `handledUntil` is what the store remembers.
    package func look(handledUntil: UnixTime?, at now: UnixTime) -> Look? {
        guard let schedules else { return nil }
        let plan = MapAlertPlan(schedules: schedules)
        let mayHaveMissed = isNew || wakes.map { $0 <= now } ?? false
        let cursor = mayHaveMissed ? min(handledUntil ?? now, now) : now
        let ahead = plan.ahead(of: now)
        return Look(
            due: plan.due(after: cursor, until: now),
            ahead: ahead.spans,
            lookAgain: ahead.lookAgain,
            isToBeStored: listsChanged || handledUntil == nil
        )
    }

    /// The look was taken, and its outcome is stored; `next` is the next alert among those ahead.
    package mutating func looked(_ look: Look, next: UnixTime?) {
        (isNew, listsChanged) = (false, false)
        self.next = next
        lookAgain = look.lookAgain
    }
}
