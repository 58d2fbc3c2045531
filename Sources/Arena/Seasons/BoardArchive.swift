import Core
import WatchpostModel

/// An order of a board that is over: a season, a day, a week or a month; or that of all time as a week began.
///
/// It stays as it was: players who join or go change nothing in it, and who went is not shown. What results that are hidden later
/// do to it: see `HidingArchives`.
struct BoardArchive: Hashable, Sendable {
    /// The row.
    let id: Int64
    let period: BoardPeriod
    /// Players in it; nil: it has not been put together yet.
    let count: Int?
}

/// Rows of archives.
enum ArchiveTable {
    static let columns = "id, span, period, start, ends, count"

    static func read(_ row: borrowing Row) throws(SQLiteError) -> BoardArchive {
        BoardArchive(
            id: try row.integer(0),
            period: try period(row),
            count: try row.optionalCount(5)
        )
    }

    /// Its `span, period, start, ends`, which stand behind one other column.
    static func period(_ row: borrowing Row) throws(SQLiteError) -> BoardPeriod {
        BoardPeriod(
            span: BoardSpan(word: try row.text(1)) ?? .all,
            id: try row.text(2),
            start: try row.instant(3),
            end: try row.instant(4)
        )
    }

    /// A season that ended; its rows are put together from what installations have in it.
    static func insert(
        ended season: BoardSeason,
        of board: GameBoard,
        at end: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let period = BoardPeriod(
            span: .season,
            id: String(season.number),
            start: season.from,
            end: max(end, season.from)
        )
        _ = try insert(period, of: board, count: nil, db)
        try prune(.season, of: board.id, keeping: ArenaRules.keptSeasons, db)
    }

    /// The row; nil: it is there already.
    static func insert(
        _ period: BoardPeriod,
        of board: GameBoard,
        count: Int?,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Int64? {
        try db.execute(
            """
            INSERT OR IGNORE INTO archives (board, span, period, start, ends, ascending, operator, count)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """,
            .integer(board.id),
            .text(period.span.word),
            .text(period.id),
            .integer(period.start.seconds),
            .integer(period.end.seconds),
            .flag(board.rules.isAscending),
            .text(board.rules.counts.rawValue),
            .integer(count.map { Int64($0) })
        )
        return db.changes == 1 ? db.lastInsertedRow : nil
    }

    static func insert(_ chunks: [ArchiveRows], of archive: Int64, _ db: borrowing Connection)
        throws(SQLiteError)
    {
        for (part, chunk) in chunks.enumerated() {
            try db.execute(
                "INSERT INTO archive_chunks (archive, part, rows) VALUES (?1, ?2, ?3)",
                .integer(archive),
                .integer(Int64(part)),
                .blob(chunk.bytes)
            )
        }
    }

    /// Who is where in it, by players.
    static func insert(places: [ArchiveRows], of archive: Int64, _ db: borrowing Connection)
        throws(SQLiteError)
    {
        for chunk in places {
            guard let first = chunk.rows.first else { continue }
            try db.execute(
                "INSERT INTO archive_places (archive, first, rows) VALUES (?1, ?2, ?3)",
                .integer(archive),
                .integer(Int64(first.player)),
                .blob(chunk.bytes)
            )
        }
    }

    /// Lets go of all but the newest of a span; `time`: of those that were over by then.
    static func prune(
        _ span: BoardSpan,
        of board: Int64,
        keeping most: Int,
        before time: UnixTime = UnixTime(seconds: .max),
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            DELETE FROM archives WHERE board = ?1 AND span = ?2 AND ends <= ?4 AND id NOT IN
                (SELECT id FROM archives WHERE board = ?1 AND span = ?2 AND ends <= ?4
                ORDER BY start DESC LIMIT ?3)
            """,
            .integer(board),
            .text(span.word),
            .integer(Int64(most)),
            .integer(time.seconds)
        )
    }

    /// Windows of boards of which more orders than are listed were over by a time.
    static func crowded(before time: UnixTime, _ db: borrowing Connection) throws(SQLiteError)
        -> [(board: Int64, span: BoardSpan)]
    {
        try db.rows(
            """
            SELECT board, span FROM archives WHERE span NOT IN ('all', 'season') AND ends <= ?1
            GROUP BY board, span HAVING count(*) > ?2
            """,
            .integer(time.seconds),
            .integer(Int64(ArenaRules.keptPeriods))
        ) { row throws(SQLiteError) in
            (board: try row.integer(0), span: BoardSpan(word: try row.text(1)) ?? .all)
        }
    }
}

extension BoardSpan {
    /// As it is stored and sent.
    var word: String {
        switch self {
        case .all: "all"
        case .season: "season"
        case .window(let window): window.rawValue
        }
    }

    /// Nil for a word that is no span's.
    init?(word: String) {
        switch word {
        case "all": self = .all
        case "season": self = .season
        default:
            guard let window = BoardWindow(rawValue: word) else { return nil }
            self = .window(window)
        }
    }
}
