import Core

/// What a game has goes in steps, in an order in which nothing that stays points to what went.
extension GameRemovalStore {
    /// Rows of one write.
    static let step: Int64 = 200
    /// Guests of one write: each is looked for in the audit.
    private static let guestStep = 10
    /// Results of one look: those of other games stand between them.
    private static let look: Int64 = 20_000

    /// Does all of one that was begun, or goes on with it after a restart; cancelled, it ends with the step it is at.
    ///
    /// What went is no longer counted among what is kept, from the next look at the ledger on.
    func work(on game: Int64, _ following: Following) async throws(SQLiteError) {
        defer { ledger.noteRemovals() }
        let boards = try await database.readStep("look at game to remove") { db throws(SQLiteError) in
            try BoardTable.boards(of: game, db).map(\.id)
        }
        if try await hasInstalls(game) { try await removeResults(of: game, boards) }
        for board in boards { try await removeOrders(of: board) }
        try await removeHidings(of: game)
        try await removeInstalls(of: game)
        try await removeGuests(following)
        try database.nextStep("end of game")
        try await database.writeUnreferenced("end of game") { db throws(SQLiteError) in
            for sql in GameRemovalTable.last { try db.execute(sql, .integer(game)) }
        }
        try database.nextStep("empty log")
        try await database.emptyLog()
    }

    /// Without any it has no result, either.
    private func hasInstalls(_ game: Int64) async throws(SQLiteError) -> Bool {
        try await database.readStep("look at installs") { db throws(SQLiteError) in
            try db.first("SELECT 1 FROM installs WHERE game = ?1", .integer(game)) { _ in true } ?? false
        }
    }

    /// The ledger has no index of boards: it is looked through once, from where the last run stopped.
    private func removeResults(of game: Int64, _ boards: [Int64]) async throws(SQLiteError) {
        while true {
            let found = try await database.readStep("look at results") { db throws(SQLiteError) in
                try GameRemovalTable.results(of: game, boards, most: GameRemovalStore.look, db)
            }
            guard let end = found.end else { return }
            for start in stride(from: 0, to: found.results.count, by: Int(GameRemovalStore.step)) {
                let some = found.results[start...].prefix(Int(GameRemovalStore.step))
                try await remove(Array(some))
            }
            try await database.writeStep("note removed results") { db throws(SQLiteError) in
                try db.execute(
                    "UPDATE game_removals SET results_up_to = ?2 WHERE game = ?1",
                    .integer(game),
                    .integer(end)
                )
            }
        }
    }

    private func remove(_ results: [Int64]) async throws(SQLiteError) {
        // No edit of the ledger (see `LedgerEdits`): nobody judges results of a game that is not found.
        try await database.writeStep("remove results") { db throws(SQLiteError) in
            for result in results {
                try db.execute("DELETE FROM results WHERE seq = ?1", .integer(result))
            }
        }
    }

    /// What results of a board came to: now, in seasons, in times that are over and in duels.
    private func removeOrders(of board: Int64) async throws(SQLiteError) {
        let steps = [
            """
            DELETE FROM standings WHERE board = ?1 AND (season, install) IN
                (SELECT season, install FROM standings WHERE board = ?1 LIMIT ?2)
            """,
            "DELETE FROM duels WHERE id IN (SELECT id FROM duels WHERE board = ?1 LIMIT ?2)",
        ]
        for sql in steps { try await repeating(sql, board, GameRemovalStore.step) }
        // Each has a thousand rows in each of its parts, which go with it.
        try await repeating(
            "DELETE FROM archives WHERE id IN (SELECT id FROM archives WHERE board = ?1 LIMIT ?2)",
            board,
            1
        )
    }

    private func removeHidings(of game: Int64) async throws(SQLiteError) {
        let steps = [
            """
            DELETE FROM hidden_results WHERE (hiding, seq) IN (SELECT hiding, seq FROM hidden_results
                WHERE hiding IN (SELECT id FROM hidings WHERE game = ?1) LIMIT ?2)
            """,
            """
            DELETE FROM hidden_bases WHERE (hiding, board, season, install) IN
                (SELECT hiding, board, season, install FROM hidden_bases
                WHERE hiding IN (SELECT id FROM hidings WHERE game = ?1) LIMIT ?2)
            """,
            "DELETE FROM hidings WHERE id IN (SELECT id FROM hidings WHERE game = ?1 LIMIT ?2)",
        ]
        for sql in steps { try await repeating(sql, game, GameRemovalStore.step) }
    }

    /// Deletes a step of rows at a time, until there are none.
    private func repeating(_ sql: String, _ id: Int64, _ step: Int64) async throws(SQLiteError) {
        while true {
            let count = try await database.writeStep("remove rows of game") { db throws(SQLiteError) in
                try db.execute(sql, .integer(id), .integer(step))
                return db.changes
            }
            if count == 0 { return }
        }
    }

    /// Whoever plays by them is not let in any more.
    private func removeInstalls(of game: Int64) async throws(SQLiteError) {
        while try await removeSomeInstalls(of: game) > 0 {}
    }

    private func removeSomeInstalls(of game: Int64) async throws(SQLiteError) -> Int {
        try await database.writeStep("remove installs") { db throws(SQLiteError) in
            try db.execute(
                "DELETE FROM installs WHERE id IN (SELECT id FROM installs WHERE game = ?1 LIMIT ?2)",
                .integer(game),
                .integer(GameRemovalStore.step)
            )
            return db.changes
        }
    }

    /// Those whose last installation it was: all who have none, so that a restart forgets nobody.
    private func removeGuests(_ following: Following) async throws(SQLiteError) {
        let idle = try await database.readStep("look for idle guests") { db throws(SQLiteError) in
            try GameRemovalTable.idleGuests(db)
        }
        for start in stride(from: 0, to: idle.count, by: GameRemovalStore.guestStep) {
            let some = idle[start...].prefix(GameRemovalStore.guestStep)
            _ = try await database.writeStep("remove guests") { db throws(SQLiteError) in
                try GameRemovalTable.removeGuests(some, db)
            } then: { gone, changes in
                following.players(gone)
                if !changes.isEmpty { following.duels(changes) }
            }
        }
    }
}

extension GameRemovalTable {
    private static let boards = "SELECT id FROM boards WHERE game = ?1"
    private static let archives = "SELECT id FROM archives WHERE board IN (\(boards))"

    private static let hidings = "SELECT id FROM hidings WHERE game = ?1 OR board IN (\(boards))"

    /// What is left at the end, and is little: what the calendar made of its boards meanwhile, and what nothing points to.
    static let last = [
        "DELETE FROM archive_chunks WHERE archive IN (\(archives))",
        "DELETE FROM archive_places WHERE archive IN (\(archives))",
        "DELETE FROM archive_hidden WHERE archive IN (\(archives))",
        "DELETE FROM archives WHERE board IN (\(boards))",
        "DELETE FROM hidden_results WHERE hiding IN (\(hidings))",
        "DELETE FROM hidden_bases WHERE hiding IN (\(hidings))",
        "DELETE FROM hidings WHERE id IN (\(hidings))",
        "DELETE FROM bans WHERE game = ?1",
        "DELETE FROM moderation_audit WHERE game = ?1",
        "DELETE FROM boards WHERE game = ?1",
        "DELETE FROM game_fronts WHERE game = ?1",
        "DELETE FROM game_removals WHERE game = ?1",
        "DELETE FROM games WHERE id = ?1",
    ]

    /// Those of a game among the next of all results, and the number of the last that was looked at; nil: there are no more.
    static func results(
        of game: Int64,
        _ boards: [Int64],
        most: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> (results: [Int64], end: Int64?) {
        let boards = Set(boards)
        var (results, end): ([Int64], Int64?) = ([], nil)
        try db.each(
            """
            SELECT seq, board FROM results
            WHERE seq > (SELECT results_up_to FROM game_removals WHERE game = ?1) ORDER BY seq LIMIT ?2
            """,
            .integer(game),
            .integer(most)
        ) { row throws(SQLiteError) in
            let number = try row.integer(0)
            if boards.contains(try row.integer(1)) { results.append(number) }
            end = number
        }
        return (results, end)
    }

    /// Guests who play nothing any more, and whom neither a code nor a letter brings back.
    private static let idle = """
        SELECT id FROM players WHERE person IS NULL AND merged_into IS NULL AND email IS NULL AND NOT EXISTS
                (SELECT 1 FROM installs WHERE player = players.id OR former_player = players.id)
            AND NOT EXISTS
                (SELECT 1 FROM recovery_codes WHERE player = players.id AND used_at IS NULL AND expires_at IS NULL)
            AND NOT EXISTS (SELECT 1 FROM player_codes WHERE player = players.id AND used_by IS NULL)
        """

    static func idleGuests(_ db: borrowing Connection) throws(SQLiteError) -> [Int64] {
        try db.rows(idle) { row throws(SQLiteError) in try row.integer(0) }
    }

    /// Removes those of them who are so still: a code may have been said meanwhile.
    static func removeGuests(_ guests: ArraySlice<Int64>, _ db: borrowing Connection) throws(SQLiteError)
        -> (gone: [Int64], duels: DuelChanges)
    {
        var (gone, duels): ([Int64], DuelChanges) = ([], DuelChanges())
        for guest in guests {
            let isIdle = try db.first("\(idle) AND id = ?1", .integer(guest)) { _ in true }
            guard isIdle != nil else { continue }
            duels.note(try PlayerRemoval.remove(guest, at: nil, db).duels)
            gone.append(guest)
        }
        return (gone, duels)
    }
}
