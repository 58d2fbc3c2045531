import Core
import WatchpostModel

/// What other parts tell the dispatcher: safe from anywhere, and never blocks.
extension NoticeDispatcher {
    /// Changes were committed.
    nonisolated func changed(_ events: [EventBody]) {
        let changes = events.flatMap(NoticeChange.changes)
        guard !changes.isEmpty else { return }
        inbox.add(changes)
        wakeUp.yield()
    }

    /// What is shown of these sources changed, and whether it is fresh.
    nonisolated func saw(_ sources: [SourceView]) {
        inbox.see(sources)
        wakeUp.yield()
    }

    /// Something may be due now.
    nonisolated func ring() {
        inbox.ring()
        wakeUp.yield()
    }

    /// Somebody changed map alerts.
    nonisolated func alertsChange() {
        inbox.alertsChanged()
        wakeUp.yield()
    }

    /// Other schedules are in force.
    nonisolated func take(_ schedules: RotationSchedules) {
        inbox.take(schedules)
        wakeUp.yield()
    }
}
