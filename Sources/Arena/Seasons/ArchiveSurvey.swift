import Core
import WatchpostModel

/// Which days, weeks and months of boards are over and have no archive yet, and of which boards the order of all time as
/// the week began is missing.
struct ArchiveSurvey: Sendable {
    /// An order that has to be put together.
    struct Due: Sendable {
        let board: GameBoard
        let period: BoardPeriod
    }

    /// Days, weeks and months, those of a game together.
    private(set) var windows: [[Due]] = []
    /// All time, as the week began.
    private(set) var weeks: [Due] = []
    /// When something will be over next, as things stand now; nil: never.
    private(set) var next: UnixTime?

    private let now: UnixTime
    /// From when on every result is kept.
    private let known: UnixTime

    /// Of a board (its row); nil: of all.
    init(of wanted: Int64? = nil, at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        self.now = now
        known = try ResultTable.known(at: now, db)
        let newest = ArchiveSurvey.byBoard(try ArchiveSurvey.newest(BoardRows(of: wanted), db))
        for game in try ArchiveSurvey.games(with: wanted, db) {
            // A zone that this machine does not know closes its boards, and nothing else.
            guard let zone = CivilZone(named: game.facts.zone) else { continue }
            var due: [Due] = []
            for board in try BoardTable.boards(of: game.id, db) where board.id == wanted ?? board.id {
                let since = max(game.since, try ArchiveSurvey.begin(ofRulesOf: board, now, db))
                due += look(
                    at: Place(board: board, zone: zone, since: since, newest: newest[board.id] ?? [:])
                )
            }
            if !due.isEmpty { windows.append(due) }
        }
    }

    private mutating func expect(_ time: UnixTime) {
        next = min(next ?? time, time)
    }

    /// Which windows of a board are due; an order of all time is noted.
    private mutating func look(at place: Place) -> [Due] {
        let board = place.board
        var due: [Due] = []
        for window in BoardWindow.allCases where board.rules.windows.contains(window) {
            let current = BoardPeriod(window, at: now, in: place.zone)
            expect(current.end)
            due += place.missing(before: current, known: known).map { Due(board: board, period: $0) }
        }
        if let until = board.season?.until { expect(until) }
        let week = BoardPeriod(.week, at: now, in: place.zone)
        expect(week.end)
        let newest = place.newest[.all]
        if newest.map({ $0.id != week.id && $0.start < week.start }) ?? true {
            let period = BoardPeriod(span: .all, id: week.id, start: week.start, end: week.end)
            weeks.append(Due(board: board, period: period))
        }
        return due
    }
}

/// A board, and what is known of it.
private struct Place {
    let board: GameBoard
    let zone: CivilZone
    /// When its game was added, or its rules began.
    let since: UnixTime
    /// The newest archive of each span.
    let newest: [BoardSpan: BoardPeriod]

    /// Periods that are over and have no archive, since the board counts so: the latest ones, in their order.
    ///
    /// Of one that began before `known` some results are gone, and nothing is said of it.
    func missing(before current: BoardPeriod, known: UnixTime) -> [BoardPeriod] {
        let newest = newest[current.span]
        var periods: [BoardPeriod] = []
        var next = current
        while periods.count < ArenaRules.keptPeriods, let before = next.previous(in: zone) {
            let isNew = newest.map { before.end > $0.end && before.id != $0.id } ?? true
            guard before.end > since, before.start >= known, isNew else { break }
            periods.insert(before, at: 0)
            next = before
        }
        return periods
    }
}

extension ArchiveSurvey {
    /// Since when a board counts by the rules that hold: what was over before it would be put together by other ones.
    private static func begin(
        ofRulesOf board: GameBoard,
        _ now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> UnixTime {
        guard board.allAfter > 0 else { return UnixTime(seconds: .min) }
        // The rules change with a season: it is the first one behind the last that counted otherwise.
        let first = try db.first(
            """
            SELECT start FROM archives WHERE board = ?1 AND span = 'season' AND CAST(period AS INTEGER) > ifnull(
                (SELECT max(CAST(period AS INTEGER)) FROM archives
                WHERE board = ?1 AND span = 'season' AND (ascending <> ?2 OR operator <> ?3)), 0)
            ORDER BY CAST(period AS INTEGER) LIMIT 1
            """,
            .integer(board.id),
            .flag(board.rules.isAscending),
            .text(board.rules.counts.rawValue)
        ) { row throws(SQLiteError) in try row.instant(0) }
        if let first { return first }
        if let season = board.season, season.after == board.allAfter { return season.from }
        let result = try db.first(
            "SELECT at FROM results WHERE seq > ?1 ORDER BY seq LIMIT 1",
            .integer(board.allAfter)
        ) { row throws(SQLiteError) in try row.instant(0) }
        return result ?? now
    }

    /// The newest archive of a board's span.
    private struct Newest {
        let board: Int64
        let period: BoardPeriod
    }

    /// The game of a board; nil: all.
    private static func games(with board: Int64?, _ db: borrowing Connection) throws(SQLiteError) -> [Game] {
        guard let board else { return try GameTable.games(of: nil, db) }
        let game = try db.first("SELECT game FROM boards WHERE id = ?1", .integer(board)) {
            row throws(SQLiteError) in try row.integer(0)
        }
        guard let game, let found = try GameTable.game(row: game, db) else { return [] }
        return [found]
    }

    /// Beside `max` SQLite takes the other columns from the row that has it (https://www.sqlite.org/lang_select.html).
    private static func newest(_ boards: BoardRows, _ db: borrowing Connection) throws(SQLiteError)
        -> [Newest]
    {
        try db.rows(
            """
            SELECT board, span, period, start, max(ends) FROM archives WHERE board BETWEEN ?1 AND ?2
            GROUP BY board, span
            """,
            .integer(boards.first),
            .integer(boards.last)
        ) { row throws(SQLiteError) in
            Newest(board: try row.integer(0), period: try ArchiveTable.period(row))
        }
    }

    /// The same by board and span; apart from what reads them, because Swift 6.0 cannot compile both in one function.
    private static func byBoard(_ newest: [Newest]) -> [Int64: [BoardSpan: BoardPeriod]] {
        var periods: [Int64: [BoardSpan: BoardPeriod]] = [:]
        for one in newest { periods[one.board, default: [:]][one.period.span] = one.period }
        return periods
    }
}
