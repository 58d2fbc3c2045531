import Core
import WatchpostModel

/// Why one board cannot be shown, while the others can.
enum BoardFailure: Error, Hashable, Sendable {
    case gone
    /// This machine does not know the zone of its game any more.
    case unknownZone(String)
    /// Four thousand million results lie between two of it.
    case numbersTooFar

    var words: String {
        switch self {
        case .gone: "it is not there any more"
        case .unknownZone(let name): "this machine knows no time zone “\(name)”; give the game another one"
        case .numbersTooFar: "its results have numbers too far from each other; begin a new board"
        }
    }
}

/// Reads a board's rules and standings from one state of the file: whoever asked may have read the rules before they were
/// changed.
struct BoardLoad: Sendable {
    /// The row.
    let board: Int64
    let now: UnixTime
    let times: LedgerTimes

    func run(_ db: borrowing Connection) throws(SQLiteError) -> Result<LiveBoard, BoardFailure> {
        guard let (board, name) = try BoardTable.board(board, db) else { return .failure(.gone) }
        guard let zone = CivilZone(named: name) else { return .failure(.unknownZone(name)) }
        let (rules, newest) = (board.rules, try ResultTable.newest(db))
        let all = try BoardLoad.whole(board, db)
        let periods = BoardWindow.allCases.filter(rules.windows.contains)
            .map { BoardPeriod($0, at: now, in: zone) }
        var (windows, latest) = try self.windows(periods, board, db)
        if let season = board.season {
            windows.insert((BoardPeriod(season), try BoardLoad.standings(of: season, board, db)), at: 0)
        }
        do throws(BoardIndex.SequenceTooFar) {
            return .success(
                try LiveBoard(rules, in: zone, upTo: newest, latest: latest, all: all, periods: windows)
            )
        } catch {
            return .failure(BoardFailure.numbersTooFar)
        }
    }

    /// What players have of all time: standings, and the results that are in none yet; of these, the ones before a time.
    static func whole(
        _ board: GameBoard,
        before time: UnixTime = UnixTime(seconds: .max),
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [BoardIndex.Standing] {
        var table = StandingTable(BoardOrdering(board.rules))
        try addFolded(0, of: board.id, to: &table, db)
        try addRest(of: board.id, after: board.allAfter, before: time, to: &table, db)
        return table.standings
    }

    /// What players have in the season that runs.
    private static func standings(
        of season: BoardSeason,
        _ board: GameBoard,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [BoardIndex.Standing] {
        var table = StandingTable(BoardOrdering(board.rules))
        try addFolded(season.number, of: board.id, to: &table, db)
        try addRest(of: board.id, after: season.after, to: &table, db)
        return table.standings
    }

    /// Adds what installations have in a season (0: of all time), without the results that are not folded yet.
    static func addFolded(
        _ season: Int64,
        of board: Int64,
        to table: inout StandingTable,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.each(
            """
            SELECT player, standings.score, seq, last FROM standings JOIN installs ON installs.id = standings.install
            WHERE board = ?1 AND season = ?2
            """,
            .integer(board),
            .integer(season)
        ) { row throws(SQLiteError) in try table.addInstallation(row) }
    }

    /// Adds results behind a number that are not folded yet.
    private static func addRest(
        of board: Int64,
        after number: Int64,
        before time: UnixTime = UnixTime(seconds: .max),
        to table: inout StandingTable,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.each(
            """
            SELECT player, results.score, seq FROM results JOIN installs ON installs.id = results.install
            WHERE seq > max(ifnull((SELECT seq FROM folded), 0), ?2) AND board = ?1 AND state = 0 AND at < ?3
            ORDER BY seq
            """,
            .integer(board),
            .integer(number),
            .integer(time.seconds)
        ) { row throws(SQLiteError) in try table.addResult(row) }
    }

    /// What players have in each period: from the results themselves, which are kept for longer than a month; and when the
    /// latest of those was accepted.
    private func windows(
        _ periods: [BoardPeriod],
        _ board: GameBoard,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> (
        periods: [(period: BoardPeriod, standings: [BoardIndex.Standing])], latest: UnixTime
    ) {
        var latest = UnixTime(seconds: .min)
        guard let first = periods.map(\.start).min() else { return ([], latest) }
        var tables = periods.map { _ in StandingTable(BoardOrdering(board.rules)) }
        for range in try times.ranges(since: first, db) where range.upperBound > board.allAfter {
            try db.each(
                """
                SELECT player, results.score, seq, at FROM results JOIN installs ON installs.id = results.install
                WHERE seq BETWEEN ?3 AND ?4 AND at >= ?2 AND board = ?1 AND state = 0
                ORDER BY seq
                """,
                .integer(board.id),
                .integer(first.seconds),
                .integer(max(range.lowerBound, board.allAfter + 1)),
                .integer(range.upperBound)
            ) { row throws(SQLiteError) in
                let at = try row.instant(3)
                latest = max(latest, at)
                let standing = ResultStanding(score: try row.integer(1), sequence: try row.integer(2))
                for place in periods.indices where at >= periods[place].start && at < periods[place].end {
                    tables[place].add(standing, of: try row.integer(0))
                }
            }
        }
        return (zip(periods, tables).map { (period: $0, standings: $1.standings) }, latest)
    }
}

/// Standings of players, put together from what their installations have, and then from results that are in none of that, in
/// the order of the ledger.
struct StandingTable {
    private let rules: BoardOrdering
    private var players: [UInt32: ResultStanding] = [:]
    /// See `StandingSum.last`, where that is another than the result which a standing names: most need no memory here.
    private var lasts: [UInt32: Int64] = [:]

    init(_ rules: BoardOrdering) {
        self.rules = rules
    }

    /// A player, a score, the number of its result, and the newest that has a say.
    mutating func addInstallation(_ row: borrowing Row) throws(SQLiteError) {
        let standing = ResultStanding(score: try row.integer(1), sequence: try row.integer(2))
        add(StandingSum(standing: standing, last: try row.integer(3), count: 1), of: try row.integer(0))
    }

    /// What an installation has.
    mutating func add(_ sum: StandingSum, of player: Int64) {
        guard let player = UInt32(exactly: player) else { return }
        var merged = sum
        if let known = players[player] {
            let before = StandingSum(standing: known, last: lasts[player], count: 1)
            merged = before.merged(with: sum, by: rules)
        }
        players[player] = merged.standing
        lasts[player] = merged.last == merged.standing.sequence ? nil : merged.last
    }

    /// A player, a score and a number of the ledger.
    mutating func addResult(_ row: borrowing Row) throws(SQLiteError) {
        add(ResultStanding(score: try row.integer(1), sequence: try row.integer(2)), of: try row.integer(0))
    }

    /// A result that is newer than all that is in it.
    mutating func add(_ result: ResultStanding, of player: Int64) {
        guard let player = UInt32(exactly: player) else { return }
        players[player] = players[player]?.adding(result, by: rules) ?? result
    }

    var standings: [BoardIndex.Standing] {
        players.map { BoardIndex.Standing(player: $0, score: $1.score, sequence: $1.sequence) }
    }
}
