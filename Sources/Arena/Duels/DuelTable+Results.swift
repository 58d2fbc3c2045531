import Core
import WatchpostModel

/// A result as duels see it.
struct DuelScore: Hashable, Sendable {
    /// Rows.
    let player: Int64
    let board: Int64
    let standing: ResultStanding
    /// When it was accepted.
    let at: UnixTime
}

/// What results do to duels, within the transaction that stores them.
extension DuelTable {
    /// Results of one player that were accepted just now and count, in their order.
    ///
    /// Two indexed look-ups for each, where the player runs no duels; a row is read only where the result is better
    /// than what the player has in it.
    static func scored(
        _ results: [DuelScore],
        _ db: borrowing Connection
    ) throws(SQLiteError) -> DuelChanges {
        var changes = DuelChanges()
        for result in results {
            for side in DuelSide.allCases {
                for var record in try improved(result, side, db) {
                    _ = try apply(.scored(side, result.standing), to: &record, at: result.at, &changes, db)
                }
            }
        }
        return changes
    }

    /// Duels that run, in which a player stands on a side and becomes better by a result.
    private static func improved(
        _ result: DuelScore,
        _ side: DuelSide,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [DuelRecord] {
        let (player, best) =
            side == .creator ? ("creator", "creator_score") : ("opponent", "opponent_score")
        return try db.rows(
            """
            SELECT \(columns) FROM \(tables)
            WHERE \(player) = ?1 AND state = 1 AND duels.board = ?2 AND ends_at > ?4 AND started_at <= ?4
                AND (\(best) IS NULL OR CASE ascending WHEN 1 THEN ?3 < \(best) ELSE ?3 > \(best) END)
            """,
            .integer(result.player),
            .integer(result.board),
            .integer(result.standing.score),
            .integer(result.at.seconds),
            read: read
        )
    }

    /// A result began to count, or ceased to: the duels in whose time it was accepted are decided by what counts now.
    ///
    /// `ahead`: as much of it as was counted before the transaction; `now`: nil while the clock is not set.
    static func judged(
        _ result: DuelScore,
        counts: Bool,
        _ ahead: DuelCount?,
        at now: UnixTime?,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> DuelChanges {
        var changes = DuelChanges()
        let touched = try recount(result, counts: counts, at: now, db)
        try decide(touched, ahead, isHidden: !counts, at: now, &changes, db)
        return changes
    }

    /// Which duels those are: the same before and after the result is changed.
    static func recount(
        _ result: DuelScore,
        counts: Bool,
        at now: UnixTime?,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> DuelRecount {
        var touched: [DuelRecord] = []
        for state in [Duel.State.running, .over] {
            for side in DuelSide.allCases {
                for record in try containing(result, side, state, db)
                where counts || record.duel.bests[side] == result.standing {
                    if try mayBeJudged(record, at: now, db) { touched.append(record) }
                }
            }
        }
        return try DuelRecount(touched, db)
    }

    /// Whether a duel may run, if it does so again: one that is over and still has time would.
    ///
    /// What ended by a block, a deletion, a closed game or because both are one stays as it is.
    static func mayBeJudged(
        _ record: DuelRecord,
        at now: UnixTime?,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Bool {
        guard record.duel.state == .over, let now, let end = record.duel.endsAt, now < end else {
            return true
        }
        return try db.first(
            """
            SELECT 1 FROM duels JOIN boards ON boards.id = duels.board JOIN games ON games.id = boards.game
            WHERE duels.id = ?1 AND closed_at IS NULL AND creator IS NOT NULL AND opponent IS NOT NULL
                AND creator <> opponent AND NOT EXISTS (SELECT 1 FROM players
                    WHERE id IN (creator, opponent) AND merged_into IS NOT NULL)
                AND NOT EXISTS (SELECT 1 FROM friends WHERE low = min(creator, opponent)
                    AND high = max(creator, opponent) AND friends.blocked <> 0)
            """,
            .integer(record.id)
        ) { _ in true } != nil
    }

    /// Duels of a result's player in whose time it was accepted; none that was over when its board began to count otherwise.
    private static func containing(
        _ result: DuelScore,
        _ side: DuelSide,
        _ state: Duel.State,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [DuelRecord] {
        let found = try db.rows(
            """
            SELECT \(columns) FROM \(tables)
            WHERE \(side == .creator ? "creator" : "opponent") = ?1 AND state = ?2 AND duels.board = ?3
                AND started_seq < ?4 AND (state = 1 OR started_seq >= all_after)
            """,
            .integer(result.player),
            .integer(state.number),
            .integer(result.board),
            .integer(result.standing.sequence),
            read: read
        )
        return found.filter { $0.duel.includes(result.standing.sequence, at: result.at) }
    }
}
