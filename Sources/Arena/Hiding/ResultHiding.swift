import Core
import WatchpostModel

/// Hiding results, and letting those count that were hidden or held.
extension ResultLedger {
    /// What became of a wish.
    enum Hiding: Hashable, Sendable {
        /// It stands so now, or did before.
        case done(LedgerResult)
        /// The game has no such result, or does not keep it any more.
        case unknown
    }

    /// A result, and who sent it.
    struct Sent: Hashable, Sendable {
        let result: LedgerResult
        /// The board's name in paths.
        let board: String
        /// The player's, public.
        let code: String
        let name: String
        /// SHA-256 of its picture; nil: it has none.
        let picture: [UInt8]?
        /// Why somebody should look at it.
        let flags: ResultFlags
    }

    /// Which results are listed.
    enum Wanted: Hashable, Sendable {
        case any
        case state(ResultState)
        /// Those that somebody should look at, and that are not hidden.
        case flagged
    }

    /// Lets a result of a game count, or count no more, with all that follows from it in one commit; `then` gets the boards
    /// whose orders changed (their rows), after it, `duels` what it did to duels: see `Database.write`.
    ///
    /// `actor` stands in the audit, by the same commit; one that stands so already is not noted again. `now`: nil while the clock
    /// is not set.
    func judge(
        _ sequence: Int64,
        of game: OpenedGame,
        counts: Bool,
        by actor: String,
        at now: UnixTime? = nil,
        then: @escaping @Sendable (Int64) -> Void,
        duels: @escaping DuelFollowing = { _ in }
    ) async throws(SQLiteError) -> Hiding {
        let judging = ResultJudging(
            sequence: sequence,
            game: game,
            state: counts ? .counts : .hidden,
            actor: actor,
            now: now,
            edits: edits
        )
        var attempts = 0
        while true {
            attempts += 1
            let (ahead, isLast) = (try await judging.ahead(database), attempts == ResultLedger.mostAttempts)
            let outcome = try await database.writeStep("judge result") { db throws(SQLiteError) in
                try judging.write(ahead, isLast: isLast, db)
            } then: { [edits] outcome in
                guard let outcome, outcome.hasChanged, case .done(let result) = outcome.hiding else { return }
                edits.note()
                then(result.board)
                if !outcome.duels.isEmpty { duels(outcome.duels) }
            }
            guard let outcome else { continue }
            if outcome.hasChanged { forgetPaces() }
            return outcome.hiding
        }
    }

    /// How often it is tried to have looked at everything before the write.
    private static let mostAttempts = 3

    /// Results of a game, newest first; `before`: with smaller numbers; nil: there is no such game.
    func list(
        _ game: OpenedGame,
        _ wanted: Wanted,
        before: Int64,
        most: Int
    ) async throws(SQLiteError) -> [Sent]? {
        // Held and hidden ones have an index of their own, flagged ones a table.
        let (from, condition, state): (String, String, ResultState?) =
            switch wanted {
            case .any: ("results", "?4 IS NULL", nil)
            case .state(.counts): ("results", "state = ?4", .counts)
            case .state(let state): ("results", "state <> 0 AND state = ?4", state)
            case .flagged:
                (
                    "(SELECT seq AS flagged FROM result_flags) AS flags CROSS JOIN results ON results.seq = flagged",
                    "state <> 2 AND ?4 IS NULL", nil
                )
            }
        return try await database.read("list results") { db throws(SQLiteError) in
            guard let id = try game.find(db) else { return nil }
            return try db.rows(
                """
                SELECT \(ResultTable.columns), boards.slug, code, players.name, players.picture,
                    (SELECT reasons FROM result_flags WHERE result_flags.seq = results.seq)
                FROM \(from) JOIN installs ON installs.id = results.install JOIN players ON players.id = player
                    JOIN boards ON boards.id = results.board
                WHERE seq < ?2 AND results.board IN (SELECT id FROM boards WHERE game = ?1) AND \(condition)
                ORDER BY seq DESC LIMIT ?3
                """,
                .integer(id),
                .integer(before),
                .integer(Int64(most)),
                .integer(state?.number),
                read: Sent.read
            )
        }
    }
}

extension ResultLedger.Sent {
    /// Of a query whose columns are those of a result, then its board, its player and why somebody should look at it.
    static func read(_ row: borrowing Row) throws(SQLiteError) -> ResultLedger.Sent {
        ResultLedger.Sent(
            result: try ResultTable.read(row),
            board: try row.text(9),
            code: try row.text(10),
            name: try row.text(11),
            picture: try row.optionalBlob(12),
            flags: ResultFlags(rawValue: try row.optionalInteger(13) ?? 0)
        )
    }
}
