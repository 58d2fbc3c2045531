import Core
import WatchpostModel

/// Rows of boards.
///
/// Bounds are stored as text: a state file's numbers stop at 2^53, those of results do not.
enum BoardTable {
    static func boards(of game: Int64, _ db: borrowing Connection) throws(SQLiteError) -> [GameBoard] {
        try db.rows(
            """
            SELECT \(columns) FROM boards WHERE game = ?1 ORDER BY slug
            """,
            .integer(game),
            read: read
        )
    }

    private static let columns = """
        boards.id, boards.version, boards.slug, boards.name, ascending, operator, format, decimals, unit, low, high,
        hold_above, pace, windows, season, season_from, season_to, season_after, all_after
        """

    private static func read(_ row: borrowing Row) throws(SQLiteError) -> GameBoard {
        var board = GameBoard(id: try row.integer(0), rules: try rules(row), version: try row.number(1))
        let number = try row.number(14)
        if number > 0 {
            board.season = BoardSeason(
                number: number,
                from: try row.instant(15),
                until: try row.optionalInstant(16),
                after: try row.number(17)
            )
        }
        board.allAfter = try row.number(18)
        return board
    }

    /// A board, and the zone of its game; nil: it is not there.
    static func board(_ id: Int64, _ db: borrowing Connection) throws(SQLiteError) -> (
        board: GameBoard, zone: String
    )? {
        try db.first(
            """
            SELECT \(columns), zone FROM boards JOIN games ON games.id = game WHERE boards.id = ?1
            """,
            .integer(id)
        ) { row throws(SQLiteError) in (try read(row), try row.text(19)) }
    }

    static func insert(
        _ rules: BoardRules,
        of game: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> GameBoard {
        try db.execute(
            """
            INSERT INTO boards (game, slug, name, ascending, operator, format, windows, version)
            VALUES (?1, ?2, ?3, ?4, ?5, 'points', '', 1)
            """,
            .integer(game),
            .text(rules.slug),
            .text(rules.name),
            .flag(rules.isAscending),
            .text(rules.counts.rawValue)
        )
        let id = db.lastInsertedRow
        try store(rules, of: id, db)
        return GameBoard(id: id, rules: rules, version: 1)
    }

    static func update(
        _ board: GameBoard,
        _ rules: BoardRules,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> GameBoard {
        try store(rules, of: board.id, db)
        try db.execute("UPDATE boards SET version = version + 1 WHERE id = ?1", .integer(board.id))
        var changed = GameBoard(id: board.id, rules: rules, version: board.version + 1)
        (changed.season, changed.allAfter) = (board.season, board.allAfter)
        return changed
    }

    /// What may change at any time.
    private static func store(
        _ rules: BoardRules,
        of id: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let windows = BoardWindow.allCases.filter(rules.windows.contains).map(\.rawValue)
        try db.execute(
            """
            UPDATE boards SET name = ?2, format = ?3, decimals = ?4, unit = ?5, low = ?6, high = ?7, hold_above = ?8,
                pace = ?9, windows = ?10
            WHERE id = ?1
            """,
            .integer(id),
            .text(rules.name),
            .text(rules.format.word.rawValue),
            .integer(rules.format.places),
            .text(rules.unit),
            .text(rules.low.map(String.init)),
            .text(rules.high.map(String.init)),
            .text(rules.holdAbove.map(String.init)),
            .text(rules.pace.map(String.init)),
            .text(windows.joined(separator: " "))
        )
    }

    private static func rules(_ row: borrowing Row) throws(SQLiteError) -> BoardRules {
        var rules = BoardRules(slug: try row.text(2), name: try row.text(3))
        rules.isAscending = try row.flag(4)
        rules.counts = BoardOperator(rawValue: try row.text(5)) ?? .best
        let places = min(max(try row.optionalCount(7) ?? 1, 1), 9)
        rules.format =
            GameBoardBody.Format(rawValue: try row.text(6)).map { BoardFormat($0, places: places) } ?? .points
        rules.unit = try row.optionalText(8)
        rules.low = try row.optionalText(9).flatMap { Int64($0) }
        rules.high = try row.optionalText(10).flatMap { Int64($0) }
        rules.holdAbove = try row.optionalText(11).flatMap { Int64($0) }
        rules.pace = try row.optionalText(12).flatMap { Int64($0) }
        let windows = try row.text(13).split(separator: " ")
        rules.windows = Set(windows.compactMap { BoardWindow(rawValue: String($0)) })
        return rules
    }
}

extension BoardFormat {
    /// As it is stored and sent, beside its places.
    var word: GameBoardBody.Format {
        switch self {
        case .points: .points
        case .time: .time
        case .decimals: .decimals
        }
    }

    /// Nil where they are none of its matters.
    var places: Int64? {
        guard case .decimals(let places) = self else { return nil }
        return Int64(places)
    }

    /// `places`: of `decimals` alone.
    init(_ word: GameBoardBody.Format, places: Int) {
        switch word {
        case .points: self = .points
        case .time: self = .time
        case .decimals: self = .decimals(places)
        }
    }
}
