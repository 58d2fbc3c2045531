import Core
import WatchpostModel

/// Rows of duels.
enum DuelTable {
    static let columns = """
        duels.id, duels.code, duels.board, creator, opponent, goal, seconds, state, outcome, reason, duels.created_at,
        started_at, ends_at, over_at, started_seq, creator_score, creator_seq, opponent_score, opponent_seq,
        rematch_of, is_near, duels.version, ascending, all_after
        """
    static let tables = "duels JOIN boards ON boards.id = duels.board"

    static func read(_ row: borrowing Row) throws(SQLiteError) -> DuelRecord {
        let terms = Duel.Terms(
            isAscending: try row.flag(22),
            goal: try row.optionalInteger(5),
            seconds: try row.number(6)
        )
        var duel = Duel(terms, at: try row.instant(10))
        try fill(&duel, row)
        // Its board may count the other way round since, which says nothing of what was over before.
        let allAfter = try row.number(23)
        if duel.state == .over, (duel.startedSequence ?? 0) < allAfter { duel.takeOrderOfOutcome() }
        return DuelRecord(
            id: try row.integer(0),
            code: try row.text(1),
            board: try row.integer(2),
            players: DuelSides(
                creator: try row.optionalInteger(3),
                opponent: try row.optionalInteger(4)
            ),
            rematchOf: try row.optionalInteger(19),
            version: try row.number(21),
            duel: duel
        )
    }

    private static func fill(_ duel: inout Duel, _ row: borrowing Row) throws(SQLiteError) {
        duel.state = Duel.State(number: try row.integer(7)) ?? .over
        duel.outcome = try row.optionalInteger(8).flatMap { Duel.Outcome(rawValue: $0) }
        duel.reason = try row.optionalText(9).flatMap { Duel.Reason(rawValue: $0) }
        duel.startedAt = try time(row, 11)
        duel.endsAt = try time(row, 12)
        duel.overAt = try time(row, 13)
        duel.startedSequence = try row.optionalNumber(14)
        duel.bests = DuelSides(creator: try best(row, 15), opponent: try best(row, 17))
        duel.reminder = Duel.Reminder(rawValue: try row.integer(20)) ?? .told
    }

    private static func time(_ row: borrowing Row, _ column: Int) throws(SQLiteError) -> UnixTime? {
        try row.optionalInstant(column)
    }

    private static func best(_ row: borrowing Row, _ column: Int) throws(SQLiteError) -> ResultStanding? {
        guard let score = try row.optionalInteger(column) else { return nil }
        return ResultStanding(score: score, sequence: try row.optionalNumber(column + 1) ?? 0)
    }

    static func duel(_ code: String, _ db: borrowing Connection) throws(SQLiteError) -> DuelRecord? {
        try db.first(
            "SELECT \(columns) FROM \(tables) WHERE duels.code = ?1",
            .text(code),
            read: read
        )
    }

    /// The same for one of its sides; nil also for everybody else.
    static func duel(_ code: String, of player: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> DuelRecord?
    {
        let found = try duel(code, db)
        return found?.side(of: player) == nil ? nil : found
    }

    static func duel(_ id: Int64, _ db: borrowing Connection) throws(SQLiteError) -> DuelRecord? {
        try db.first("SELECT \(columns) FROM \(tables) WHERE duels.id = ?1", .integer(id), read: read)
    }

    /// Those of a player in a state.
    static func duels(
        of player: Int64,
        _ state: Duel.State,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [DuelRecord] {
        let created = try db.rows(
            "SELECT \(columns) FROM \(tables) WHERE creator = ?1 AND state = ?2 ORDER BY duels.id",
            .integer(player),
            .integer(state.number),
            read: read
        )
        let received = try db.rows(
            "SELECT \(columns) FROM \(tables) WHERE opponent = ?1 AND state = ?2 ORDER BY duels.id",
            .integer(player),
            .integer(state.number),
            read: read
        )
        return created + received
    }

    /// Those of a player that wait or run.
    static func open(of player: Int64, _ db: borrowing Connection) throws(SQLiteError) -> [DuelRecord] {
        try duels(of: player, .waiting, db) + duels(of: player, .running, db)
    }

    /// Whether a player takes part in as many duels as it may.
    static func isFull(_ player: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        let count = try db.first(
            """
            SELECT (SELECT count(*) FROM duels WHERE creator = ?1 AND state IN (0, 1))
                + (SELECT count(*) FROM duels WHERE opponent = ?1 AND state IN (0, 1))
            """,
            .integer(player)
        ) { row throws(SQLiteError) in try row.integer(0) }
        return Int(count ?? 0) >= ArenaRules.mostDuels
    }

    // Changes.

    /// Does something to a duel, and stores and tells what follows.
    static func apply(
        _ event: Duel.Event,
        to record: inout DuelRecord,
        at now: UnixTime?,
        _ changes: inout DuelChanges,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [DuelEffect] {
        let before = record
        let effects = record.duel.handle(event, at: now)
        guard record.duel != before.duel else { return effects }
        record.version += 1
        try store(record, after: before, db)
        changes.note(record)
        try DuelNews.write(effects, of: record, at: now, &changes, db)
        return effects
    }

    private static func store(
        _ record: DuelRecord,
        after before: DuelRecord,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let duel = record.duel
        try db.execute(
            """
            UPDATE duels SET creator_score = ?2, creator_seq = ?3, opponent_score = ?4, opponent_seq = ?5, is_near = ?6,
                version = ?7
            WHERE id = ?1
            """,
            .integer(record.id),
            .integer(duel.bests.creator?.score),
            .integer(duel.bests.creator?.sequence),
            .integer(duel.bests.opponent?.score),
            .integer(duel.bests.opponent?.sequence),
            .integer(duel.reminder.rawValue),
            .integer(record.version)
        )
        // What stands in indexes changes seldom, bests with many results.
        guard
            duel.state != before.duel.state || duel.outcome != before.duel.outcome
                || duel.reason != before.duel.reason
        else { return }
        try db.execute(
            """
            UPDATE duels SET state = ?2, outcome = ?3, reason = ?4, started_at = ?5, ends_at = ?6, over_at = ?7,
                started_seq = ?8
            WHERE id = ?1
            """,
            .integer(record.id),
            .integer(duel.state.number),
            .integer(duel.outcome?.rawValue),
            .text(duel.reason?.rawValue),
            .integer(duel.startedAt?.seconds),
            .integer(duel.endsAt?.seconds),
            .integer(duel.overAt?.seconds),
            .integer(duel.startedSequence)
        )
    }
}
