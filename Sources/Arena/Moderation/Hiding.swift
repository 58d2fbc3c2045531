import Core
import WatchpostModel

/// Results that somebody hid at once, and that come back at once when it is undone.
struct Hiding: Hashable, Sendable {
    /// How far it is.
    typealias State = HidingBody.State

    /// Names it in paths.
    let id: Int64
    /// The row.
    let game: Int64
    let selection: HidingSelection
    /// The board's name in paths; nil: all of the game.
    let board: String?
    /// Results with greater numbers came later, and are not of it.
    let upTo: Int64
    var state: State
    /// That it took away, and whose.
    let results: Int
    let players: Int
    /// Results that count again, or wait again, since it was undone.
    let returned: Int
    let at: UnixTime
    let actor: String
    let undoneAt: UnixTime?
    let undoneBy: String?

    /// Until when it can be undone.
    var undoneUntil: UnixTime { at.advanced(by: ArenaRules.hidingLife) }

    var isUnderWay: Bool { state == .hiding || state == .undoing }
}

extension HidingBody.State: StoredWord {
    static let stored: [HidingBody.State] = [.hiding, .hidden, .undoing, .undone, .final]
}

/// Rows of hidings.
enum HidingTable {
    static let columns = """
        hidings.id, hidings.game, hidings.board, player, player_code, result, since, until, above, below, up_to, state,
            results, players, returned, at, actor, undone_at, undone_by,
            (SELECT slug FROM boards WHERE boards.id = hidings.board)
        """

    static func read(_ row: borrowing Row) throws(SQLiteError) -> Hiding {
        var selection = HidingSelection()
        selection.board = try row.optionalInteger(2)
        if let player = try row.optionalInteger(3) {
            selection.player = HidingSelection.Player(id: player, code: try row.optionalText(4) ?? "")
        }
        selection.result = try row.optionalInteger(5)
        selection.since = try row.optionalInstant(6)
        selection.until = try row.optionalInstant(7)
        (selection.above, selection.below) = (try row.optionalInteger(8), try row.optionalInteger(9))
        return Hiding(
            id: try row.integer(0),
            game: try row.integer(1),
            selection: selection,
            board: try row.optionalText(19),
            upTo: try row.number(10),
            state: Hiding.State(number: try row.integer(11)) ?? .final,
            results: try row.count(12),
            players: try row.count(13),
            returned: try row.count(14),
            at: try row.instant(15),
            actor: try row.text(16),
            undoneAt: try row.optionalInstant(17),
            undoneBy: try row.optionalText(18)
        )
    }

    static func find(_ id: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Hiding? {
        try db.first("SELECT \(columns) FROM hidings WHERE id = ?1", .integer(id), read: read)
    }

    /// The row of a new one.
    static func insert(
        _ selection: HidingSelection,
        of game: Int64,
        upTo: Int64,
        by actor: String,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Int64 {
        try db.execute(
            """
            INSERT INTO hidings (game, board, player, player_code, result, since, until, above, below, up_to, state, at,
                actor)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 0, ?11, ?12)
            """,
            .integer(game),
            .integer(selection.board),
            .integer(selection.player?.id),
            .text(selection.player?.code),
            .integer(selection.result),
            .integer(selection.since?.seconds),
            .integer(selection.until?.seconds),
            .integer(selection.above),
            .integer(selection.below),
            .integer(upTo),
            .integer(now.seconds),
            .text(actor)
        )
        return db.lastInsertedRow
    }

    /// What a result is without any hiding, as those say that hide it; nil: none does.
    static func before(_ sequence: Int64, _ db: borrowing Connection) throws(SQLiteError) -> ResultState? {
        let state = try db.first(
            """
            SELECT before FROM hidden_results JOIN hidings ON hidings.id = hiding
            WHERE seq = ?1 AND state IN (0, 1) LIMIT 1
            """,
            .integer(sequence)
        ) { row throws(SQLiteError) in try row.integer(0) }
        return state.flatMap { ResultState(number: $0) }
    }

    /// Somebody judged this result by itself: no hiding has a say in it any more (`counts`), or none brings it back.
    static func judged(_ sequence: Int64, counts: Bool, _ db: borrowing Connection) throws(SQLiteError) {
        if counts {
            try db.execute("DELETE FROM hidden_results WHERE seq = ?1", .integer(sequence))
            try db.execute("DELETE FROM result_flags WHERE seq = ?1", .integer(sequence))
        } else {
            try db.execute("UPDATE hidden_results SET before = 2 WHERE seq = ?1", .integer(sequence))
        }
    }
}
