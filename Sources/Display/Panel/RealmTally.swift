import Core
package import WatchpostModel

/// How the realms of a target stand: the arithmetic of "none, some or all down".
///
/// A recovering realm is still down and a suspected one still up: only what is confirmed counts.
package struct RealmTally: Hashable, Sendable {
    package private(set) var up = 0
    package private(set) var suspected = 0
    package private(set) var down = 0
    package private(set) var maintenance = 0
    /// Nothing trustworthy known, missing realms included.
    package private(set) var unknown = 0
    /// Realms that are named and that no source lists.
    package private(set) var missing = 0
    /// Realms that are up and have a queue.
    package private(set) var queue = 0
    /// Realms that are up and closed to new characters.
    package private(set) var locked = 0
    /// When the first of those down now went down.
    package private(set) var downSince: UnixTime?
    /// When the first of those in maintenance now went down.
    package private(set) var maintenanceSince: UnixTime?

    package init(_ selection: RealmSelection) {
        for realm in selection.realms { count(realm) }
        missing = selection.missing.count
        unknown += missing
    }

    package var total: Int { up + suspected + down + maintenance + unknown }

    private mutating func count(_ realm: RealmView) {
        switch realm.state {
        case .unknown: unknown += 1
        case .up: up += 1
        case .suspected: suspected += 1
        case .down, .recovering:
            down += 1
            downSince = earlier(downSince, realm.since)
        case .maintenance:
            maintenance += 1
            maintenanceSince = earlier(maintenanceSince, realm.since)
        }
        guard realm.state == .up || realm.state == .suspected else { return }
        queue += realm.hasQueue ? 1 : 0
        locked += realm.isLocked ? 1 : 0
    }

    private func earlier(_ one: UnixTime?, _ other: UnixTime?) -> UnixTime? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    /// The row of the lamp table, as if the data were fresh.
    func reading(anyDownIsAll: Bool) -> (meaning: LampMeaning, facts: [LampFact]) {
        let off = down + maintenance
        if unknown == total {
            return (.waiting, [LampFact(missing > 0 ? .unlisted : .statusUnknown)])
        }
        if off == total || (anyDownIsAll && off > 0) {
            return down > 0
                ? (.down, [LampFact(.down, off == total ? off : down, of: total, since: downSince)])
                : (.maintenance, [LampFact(.maintenance, maintenance, of: total, since: maintenanceSince)])
        }
        let notes = self.notes
        if !notes.isEmpty { return (.someDown, notes) }
        if suspected > 0 { return (.suspected, [LampFact(.suspected, suspected, of: total)]) }
        return (.allUp, [LampFact(.up, total, of: total)])
    }

    /// What keeps a target that is not wholly down from being all right.
    private var notes: [LampFact] {
        let counts: [(LampFact.Kind, Int)] = [
            (.down, down), (.maintenance, maintenance), (.unknown, unknown), (.queue, queue),
            (.locked, locked),
        ]
        return counts.filter { $0.1 > 0 }.map { LampFact($0.0, $0.1, of: total) }
    }
}
