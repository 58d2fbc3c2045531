import Core
import WatchpostModel

/// Installations that never played, all at once: for the owner whose places a stranger took.
extension InstallStore {
    /// What became of them, and what is still there: installations, each counted once.
    struct Pruned: Hashable, Sendable {
        var removed = 0
        /// As those that went.
        var left = 0
        var home = 0
        var returned = 0
        var played = 0
        var young = 0
    }

    /// Removes at most `most` installations from outside that never sent a result and are older than `limit`, with the guests
    /// whose only ones they were, until `isOver` says that it takes too long.
    func prune(
        before limit: UnixTime,
        most: Int,
        at now: UnixTime,
        _ following: Following,
        isOver: @Sendable () -> Bool = { false }
    ) async throws(SQLiteError) -> Pruned {
        var removed = 0
        while removed < most, !isOver() {
            let idle = try await database.read("look who never played") { db throws(SQLiteError) in
                try IdleInstallTable.first(isOutside: true, before: limit, db)
            }
            let gone = try await evict(idle, at: now, following)
            guard gone > 0 else { break }
            removed += gone
        }
        var pruned = try await database.read("count installs") { db throws(SQLiteError) in
            try IdleInstallTable.counts(before: limit, db)
        }
        pruned.removed = removed
        return pruned
    }
}

extension IdleInstallTable {
    fileprivate static func counts(before limit: UnixTime, _ db: borrowing Connection)
        throws(SQLiteError) -> InstallStore.Pruned
    {
        var pruned = InstallStore.Pruned()
        try db.each(
            """
            SELECT CASE WHEN outside = 0 OR person IS NOT NULL THEN 0 WHEN played = 2 THEN 1 WHEN played = 1 THEN 2
                WHEN registered_at >= ?1 THEN 3 ELSE 4 END AS part, count(*)
            FROM installs JOIN players ON players.id = player GROUP BY part
            """,
            .integer(limit.seconds)
        ) { row throws(SQLiteError) in
            let count = Int(try row.integer(1))
            switch try row.integer(0) {
            case 0: pruned.home = count
            case 1: pruned.returned = count
            case 2: pruned.played = count
            case 3: pruned.young = count
            default: pruned.left = count
            }
        }
        return pruned
    }
}
