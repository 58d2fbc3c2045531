import Core
import WatchpostModel

/// What is over, and let go of.
extension HidingStore {
    /// Rows of one write.
    private static let step: Int64 = 500

    /// Ends what is too old to be undone, and forgets what was hidden of what is over; false: there may be more.
    func tidy(at now: UnixTime) async throws(SQLiteError) -> Bool {
        let limit = now.seconds - ArenaRules.hidingLife
        let over = try await database.readStep("look for old hidings") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT \(HidingTable.columns) FROM hidings WHERE (state = 1 AND at <= ?1) OR (state IN (3, 4)
                    AND (EXISTS (SELECT 1 FROM hidden_results WHERE hiding = hidings.id)
                        OR EXISTS (SELECT 1 FROM hidden_bases WHERE hiding = hidings.id)))
                LIMIT 20
                """,
                .integer(limit),
                read: HidingTable.read
            )
        }
        for hiding in over { try await forget(hiding) }
        if over.isEmpty { try await forgetOldest() }
        return over.isEmpty
    }

    private func forget(_ hiding: Hiding) async throws(SQLiteError) {
        let isFinal = hiding.state == .hidden || hiding.state == .final
        if hiding.state == .hidden {
            try await database.writeStep("end hiding") { db throws(SQLiteError) in
                try db.execute(
                    "UPDATE hidings SET state = 4 WHERE id = ?1 AND state = 1",
                    .integer(hiding.id)
                )
            }
        }
        while try await forgetSome(hiding, isFinal: isFinal) {}
        try await database.writeStep("forget hidden standings") { db throws(SQLiteError) in
            try db.execute("DELETE FROM hidden_bases WHERE hiding = ?1", .integer(hiding.id))
        }
    }

    private func forgetSome(_ hiding: Hiding, isFinal: Bool) async throws(SQLiteError) -> Bool {
        try await database.writeStep("forget hidden results") { db throws(SQLiteError) in
            let last = try db.first(
                "SELECT max(seq) FROM (SELECT seq FROM hidden_results WHERE hiding = ?1 ORDER BY seq LIMIT ?2)",
                .integer(hiding.id),
                .integer(HidingStore.step)
            ) { row throws(SQLiteError) in try row.optionalInteger(0) }
            guard let last = last ?? nil else { return false }
            if isFinal {
                // Whatever else hides them does not bring them back any more.
                try db.execute(
                    """
                    UPDATE hidden_results SET before = 2 WHERE hiding <> ?1 AND seq IN
                        (SELECT seq FROM hidden_results WHERE hiding = ?1 AND seq <= ?2)
                    """,
                    .integer(hiding.id),
                    .integer(last)
                )
            }
            try db.execute(
                "DELETE FROM hidden_results WHERE hiding = ?1 AND seq <= ?2",
                .integer(hiding.id),
                .integer(last)
            )
            return true
        }
    }

    /// The list has the newest of each game.
    private func forgetOldest() async throws(SQLiteError) {
        let most = ArenaRules.mostHidings * 2
        let found = try await database.readStep("look for old hidings") { db throws(SQLiteError) in
            try db.rows("SELECT game FROM hidings GROUP BY game HAVING count(*) > ?1", .integer(most)) {
                row throws(SQLiteError) in try row.integer(0)
            }
        }
        for game in found {
            try await database.writeStep("forget hidings") { db throws(SQLiteError) in
                try db.execute(
                    """
                    DELETE FROM hidings WHERE game = ?1 AND state IN (3, 4) AND id NOT IN
                        (SELECT id FROM hidings WHERE game = ?1 ORDER BY id DESC LIMIT ?2)
                    """,
                    .integer(game),
                    .integer(most)
                )
            }
        }
    }
}
