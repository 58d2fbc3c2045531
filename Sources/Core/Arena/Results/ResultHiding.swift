/// Hiding results, and letting those count that were hidden or held.
extension ResultLedger {
    /// What became of a wish.
    package enum Hiding: Hashable, Sendable {
        /// It stands so now, or did before.
        case done(LedgerResult)
        /// The game has no such result, or does not keep it any more.
        case unknown
    }

    /// A result, and who sent it.
    package struct Sent: Hashable, Sendable {
        package let result: LedgerResult
        /// The board's name in paths.
        package let board: String
        /// The player's, public.
        package let code: String
        package let name: String
    }

    /// Lets a result of a game count, or count no more, with all that follows from it in one commit; `then` gets the boards
    /// whose orders changed (their rows), after it: see `Database.write`.
    package func judge(
        _ sequence: Int64,
        of game: String,
        counts: Bool,
        then: @escaping @Sendable (Int64) -> Void
    ) async throws(SQLiteError) -> Hiding {
        let outcome = try await database.write("judge result") { db throws(SQLiteError) in
            try ResultLedger.judge(sequence, game, counts ? .counts : .hidden, db)
        } then: { judged in
            if case .done(let result) = judged.hiding, judged.hasChanged { then(result.board) }
        }
        if outcome.hasChanged { forgetPaces() }
        return outcome.hiding
    }

    private struct Judged: Sendable {
        let hiding: Hiding
        var hasChanged = false
    }

    private static func judge(
        _ sequence: Int64,
        _ game: String,
        _ state: ResultState,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Judged {
        guard let before = try result(sequence, of: game, db) else { return Judged(hiding: .unknown) }
        guard before.state != state else { return Judged(hiding: .done(before)) }
        try db.execute(
            "UPDATE results SET state = ?2 WHERE seq = ?1",
            .integer(sequence),
            .integer(state.rawValue)
        )
        // One that waits counted nowhere, and one that is not folded yet stands in no standing.
        if before.state == .counts || state == .counts, sequence <= (try ResultTable.folded(db)) {
            try StandingBase.rebuild(before.board, before.install, db)
        }
        guard let after = try result(sequence, of: game, db) else { return Judged(hiding: .unknown) }
        return Judged(hiding: .done(after), hasChanged: true)
    }

    private static func result(_ sequence: Int64, of game: String, _ db: borrowing Connection)
        throws(SQLiteError) -> LedgerResult?
    {
        try db.first(
            """
            SELECT \(ResultTable.columns) FROM results JOIN installs ON installs.id = results.install
            WHERE seq = ?1
                AND results.board IN (SELECT boards.id FROM boards JOIN games ON games.id = game WHERE games.slug = ?2)
            """,
            .integer(sequence),
            .text(game),
            read: ResultTable.read
        )
    }

    /// Results of a game, newest first; `state`: those of one alone; `before`: with smaller numbers.
    package func list(
        _ game: String,
        state: ResultState?,
        before: Int64,
        most: Int
    ) async throws(SQLiteError) -> [Sent] {
        // Held and hidden ones have an index of their own.
        let wanted =
            switch state {
            case nil: "?4 IS NULL"
            case .counts: "state = ?4"
            case .held, .hidden: "state <> 0 AND state = ?4"
            }
        return try await database.read("list results") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT \(ResultTable.columns), boards.slug, code, players.name
                FROM results JOIN installs ON installs.id = results.install JOIN players ON players.id = player
                    JOIN boards ON boards.id = results.board
                WHERE seq < ?2 AND results.board IN
                    (SELECT boards.id FROM boards JOIN games ON games.id = boards.game WHERE games.slug = ?1)
                    AND \(wanted)
                ORDER BY seq DESC LIMIT ?3
                """,
                .text(game),
                .integer(before),
                .integer(Int64(most)),
                .integer(state?.rawValue)
            ) { row throws(SQLiteError) in
                Sent(
                    result: try ResultTable.read(row),
                    board: try row.text(9),
                    code: try row.text(10),
                    name: try row.text(11)
                )
            }
        }
    }
}
