package import WatchpostModel

/// Registrations that nobody came back to, all at once: for the owner whose places a stranger took.
extension DeviceStore {
    /// So many go in one transaction: others that write wait for no longer.
    private static let batch = 100

    /// Removes at most `most` registrations that were never used and are older than `limit`.
    ///
    /// Their phones may come back: they register again, and lose nothing.
    package func removeUnused(before limit: UnixTime, most: Int) async throws(SQLiteError) -> UnusedRemoval {
        var removal = UnusedRemoval(removed: 0, left: 0)
        repeat {
            let count = min(DeviceStore.batch, most - removal.removed)
            let done = try await removeUnused(before: limit, batch: count)
            removal.removed += done.removed
            removal.left = done.left
            if done.removed == 0 { break }
        } while removal.left > 0 && removal.removed < most
        return removal
    }

    private func removeUnused(before limit: UnixTime, batch: Int) async throws(SQLiteError) -> UnusedRemoval {
        let (lifecycle, identities) = (persons.lifecycle, persons.identities)
        let done: (removal: UnusedRemoval, changes: [IdentityChange]) = try await database.write(
            "remove unused devices"
        ) { db throws(SQLiteError) in
            let ids = try db.rows(
                """
                SELECT devices.id FROM devices JOIN persons ON persons.id = person
                WHERE used = 0 AND registered_at < ?1 AND administrator = 0 LIMIT ?2
                """,
                .integer(limit.seconds),
                .integer(Int64(batch))
            ) { row throws(SQLiteError) in try row.integer(0) }
            var changes: [IdentityChange] = []
            for id in ids { changes += try DeviceTable.remove(id, lifecycle, db) }
            let left = try db.first(
                """
                SELECT count(*) FROM devices JOIN persons ON persons.id = person
                WHERE used = 0 AND registered_at < ?1 AND administrator = 0
                """,
                .integer(limit.seconds)
            ) { row throws(SQLiteError) in try row.integer(0) }
            return (UnusedRemoval(removed: ids.count, left: Int(left ?? 0)), changes)
        } then: { done in
            done.changes.forEach(identities)
        }
        return done.removal
    }
}

/// What became of registrations that were never used.
package struct UnusedRemoval: Hashable, Sendable {
    package var removed: Int
    /// How many of them there still are.
    package var left: Int
}
