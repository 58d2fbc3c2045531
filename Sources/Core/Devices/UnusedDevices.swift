package import WatchpostModel

/// Registrations that nobody came back to, all at once: for the owner whose places a stranger took.
extension DeviceStore {
    /// So many go in one transaction: others that write wait for no longer.
    private static let batch = 100

    /// Removes at most `most` registrations from outside that were never used and are older than `limit`, until `isOver` says
    /// that it takes too long.
    ///
    /// Their phones may come back and register again; what they watched and their alerts are gone. Who got a notice soon
    /// after it had registered, and perhaps only waits for the next one, stays for thirty days longer.
    package func removeUnused(
        before limit: UnixTime,
        most: Int,
        isOver: @Sendable () -> Bool = { false }
    ) async throws(SQLiteError) -> UnusedRemoval {
        var removed = 0
        while removed < most {
            let count = min(DeviceStore.batch, most - removed)
            let gone = try await removeUnused(before: limit, batch: count)
            removed += gone
            if gone < count || isOver() { break }
        }
        return try await counts(before: limit, removed: removed)
    }

    private func removeUnused(before limit: UnixTime, batch: Int) async throws(SQLiteError) -> Int {
        let (lifecycle, identities) = (persons.lifecycle, persons.identities)
        let done: (removed: Int, changes: [IdentityChange]) = try await database.write(
            "remove unused devices"
        ) { db throws(SQLiteError) in
            let ids = try db.rows(
                """
                SELECT devices.id FROM devices JOIN persons ON persons.id = person
                WHERE outside = 1 AND used = 0 AND administrator = 0
                    AND (reached = 0 AND registered_at < ?1 OR reached = 2 AND registered_at < ?3) LIMIT ?2
                """,
                .integer(limit.seconds),
                .integer(Int64(batch)),
                .integer(limit.seconds - DevicePlaces.longestAbsence)
            ) { row throws(SQLiteError) in try row.integer(0) }
            var changes: [IdentityChange] = []
            for id in ids { changes += try DeviceTable.remove(id, lifecycle, db) }
            return (ids.count, changes)
        } then: { done in
            done.changes.forEach(identities)
        }
        return done.removed
    }

    /// What is there now, each phone in one group.
    private func counts(before limit: UnixTime, removed: Int) async throws(SQLiteError) -> UnusedRemoval {
        let found = try await database.read("count devices") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT CASE WHEN outside = 0 THEN 0 WHEN administrator = 1 THEN 1 WHEN used = 1 OR reached = 1 THEN 2
                    WHEN reached = 2 AND registered_at >= ?2 THEN 2
                    WHEN registered_at >= ?1 THEN 3 ELSE 4 END AS part, count(*)
                FROM devices JOIN persons ON persons.id = person GROUP BY part
                """,
                .integer(limit.seconds),
                .integer(limit.seconds - DevicePlaces.longestAbsence)
            ) { row throws(SQLiteError) in (part: try row.integer(0), count: Int(try row.integer(1))) }
        }
        func count(_ part: Int64) -> Int { found.first { $0.part == part }?.count ?? 0 }
        return UnusedRemoval(
            removed: removed,
            left: count(4),
            kept: KeptDevices(home: count(0), administrators: count(1), used: count(2), young: count(3))
        )
    }
}

/// What became of registrations that were never used.
package struct UnusedRemoval: Hashable, Sendable {
    package var removed: Int
    /// How many of them there still are.
    package var left: Int
    package var kept: KeptDevices
}

/// Phones that stay, each counted under the first reason that holds.
package struct KeptDevices: Hashable, Sendable {
    /// They said who they are from home.
    package var home = 0
    package var administrators = 0
    /// They came back on another occasion than they registered, or a notice reached them.
    package var used = 0
    /// They registered too lately to go.
    package var young = 0

    package init(home: Int = 0, administrators: Int = 0, used: Int = 0, young: Int = 0) {
        (self.home, self.administrators, self.used, self.young) = (home, administrators, used, young)
    }
}
