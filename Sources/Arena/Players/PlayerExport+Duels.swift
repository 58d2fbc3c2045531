import Core
import WatchpostModel

extension PlayerExport {
    static func duels(of player: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> [PlayerExportBody.Duel]
    {
        try db.rows(
            """
            SELECT duels.code, games.slug, boards.slug, creator IS ?1, players.name, goal, seconds, state, outcome,
                reason, iif(creator IS ?1, creator_score, opponent_score), duels.created_at, over_at, answer_by,
                started_at, ends_at, (SELECT earlier.code FROM duels earlier WHERE earlier.id = duels.rematch_of)
            FROM duels JOIN boards ON boards.id = duels.board JOIN games ON games.id = boards.game
                LEFT JOIN players ON players.id = iif(creator IS ?1, opponent, creator)
            WHERE (creator = ?1 OR opponent = ?1) AND \(GameTable.isThere) ORDER BY duels.id
            """,
            .integer(player)
        ) { row throws(SQLiteError) in
            let isMine = try row.flag(3)
            var duel = PlayerExportBody.Duel(
                duel: try row.text(0),
                game: try row.text(1),
                board: try row.text(2),
                isMine: isMine,
                seconds: try row.integer(6),
                state: Duel.State(number: try row.integer(7)) ?? .over,
                createdAt: try row.instant(11)
            )
            duel.opponent = try row.optionalText(4)
            duel.goal = try row.optionalInteger(5)
            duel.outcome = try row.optionalInteger(8).map { number in
                (Duel.Outcome(rawValue: number) ?? .void).result(of: isMine ? .creator : .opponent)
            }
            duel.reason = try row.optionalText(9).map { Duel.Reason(rawValue: $0)?.shown.rawValue ?? $0 }
            duel.best = try row.optionalInteger(10)
            duel.overAt = try time(row, 12)
            (duel.answerBy, duel.startedAt) = (try time(row, 13), try time(row, 14))
            duel.endsAt = try time(row, 15)
            duel.rematchOf = try row.optionalText(16)
            return duel
        }
    }

    private static func time(_ row: borrowing Row, _ column: Int) throws(SQLiteError) -> UnixTime? {
        try row.optionalInstant(column)
    }
}
