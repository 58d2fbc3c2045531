import Core
import WatchpostModel

/// How the dispatcher tells of maps.
extension NoticeDispatcher {
    /// Looks whether alerts came due, and when the next one does; what a stop cuts off is taken up by the next start.
    func fireAlerts(at now: UnixTime) async throws(SQLiteError) {
        guard alerts.isDue(at: now) else { return }
        let handled = try await store.mapAlertsHandledUntil()
        guard let look = alerts.look(handledUntil: handled, at: now),
            try await store.fire(look.due, isToBeStored: look.isToBeStored, at: now) != nil
        else { return }
        let next = try await store.nextMapAlert(look.ahead)
        dueTimes.forgetAll()
        alerts.looked(look, next: next)
    }
}
