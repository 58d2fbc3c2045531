import Core
import WatchpostModel

/// Which duels the clock changes.
enum DuelDue {
    /// Those that are over by now, then those whose end is near and of which nobody was told.
    static func records(at now: UnixTime, most: Int, _ db: borrowing Connection) throws(SQLiteError)
        -> [DuelRecord]
    {
        var found: [DuelRecord] = []
        for condition in conditions where found.count < most {
            found += try db.rows(
                "SELECT \(DuelTable.columns) FROM \(DuelTable.tables) WHERE \(condition) LIMIT ?2",
                .integer(now.seconds),
                .integer(Int64(most - found.count)),
                read: DuelTable.read
            )
        }
        return found
    }

    private static var conditions: [String] {
        [
            "state = 0 AND answer_by <= ?1", "state = 1 AND ends_at <= ?1",
            // The first bound is the index's.
            "state = 1 AND ends_at > ?1 AND ends_at <= ?1 + \(ArenaRules.duelNear) AND is_near = 0 AND \(near) <= ?1",
        ]
    }

    /// As `Duel.nearAt` has it.
    private static var near: String { "ends_at - min(\(ArenaRules.duelNear), seconds / 4)" }

    static func next(_ db: borrowing Connection) throws(SQLiteError) -> UnixTime? {
        let times = [
            "SELECT min(answer_by) FROM duels WHERE state = 0",
            "SELECT min(ends_at) FROM duels WHERE state = 1",
            "SELECT min(\(near)) FROM duels WHERE state = 1 AND is_near = 0",
        ]
        var next: UnixTime?
        for query in times {
            let found = try db.first(query) { row throws(SQLiteError) in
                Found(time: try row.optionalInstant(0))
            }
            guard let time = found?.time else { continue }
            next = min(next ?? time, time)
        }
        return next
    }

    /// Nil: there is none.
    private struct Found {
        let time: UnixTime?
    }
}
