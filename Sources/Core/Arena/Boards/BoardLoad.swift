import WatchpostModel

/// Reads a board's rules and standings from one state of the file: whoever asked may have read the rules before they were
/// changed.
struct BoardLoad: Sendable {
    /// The row.
    let board: Int64
    let now: UnixTime

    func run(_ db: borrowing Connection) throws(SQLiteError)
        -> Result<LiveBoard, BoardIndex.SequenceTooFar>
    {
        guard let (rules, name) = try BoardTable.board(board, db), let zone = CivilZone(named: name) else {
            throw SQLiteError(code: .error, message: "no board \(board) with a time zone", path: "arena.db")
        }
        let newest = try db.first("SELECT ifnull(max(seq), 0) FROM results") { row throws(SQLiteError) in
            try row.integer(0)
        }
        let all = try whole(rules, db)
        let periods = BoardWindow.allCases.filter(rules.windows.contains)
            .map { BoardPeriod($0, at: now, in: zone) }
        let (windows, latest) = try self.windows(periods, rules, db)
        return Result { () throws(BoardIndex.SequenceTooFar) in
            try LiveBoard(rules, in: zone, upTo: newest ?? 0, latest: latest, all: all, periods: windows)
        }
    }

    /// What players have of all time: standings, and the results that are in none yet.
    private func whole(_ rules: BoardRules, _ db: borrowing Connection) throws(SQLiteError)
        -> [BoardIndex.Standing]
    {
        var table = StandingTable(rules)
        try db.each(
            """
            SELECT player, standings.score, seq FROM standings JOIN installs ON installs.id = standings.install
            WHERE board = ?1
            """,
            .integer(board)
        ) { row throws(SQLiteError) in
            table.add(
                ResultStanding(score: try row.integer(1), sequence: try row.integer(2)),
                of: try row.integer(0)
            )
        }
        try db.each(
            """
            SELECT player, results.score, seq FROM results JOIN installs ON installs.id = results.install
            WHERE seq > ifnull((SELECT seq FROM folded), 0) AND board = ?1 AND state = 0
            """,
            .integer(board)
        ) { row throws(SQLiteError) in
            table.add(
                ResultStanding(score: try row.integer(1), sequence: try row.integer(2)),
                of: try row.integer(0)
            )
        }
        return table.standings
    }

    /// What players have in each period: from the results themselves, which are kept for longer than a month; and when the
    /// latest of those was accepted.
    private func windows(
        _ periods: [BoardPeriod],
        _ rules: BoardRules,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> (
        periods: [(period: BoardPeriod, standings: [BoardIndex.Standing])], latest: UnixTime
    ) {
        var latest = UnixTime(seconds: .min)
        guard let first = periods.map(\.start).min() else { return ([], latest) }
        var tables = periods.map { _ in StandingTable(rules) }
        try db.each(
            """
            SELECT player, results.score, seq, at FROM results JOIN installs ON installs.id = results.install
            WHERE at >= ?2 AND board = ?1 AND state = 0
            """,
            .integer(board),
            .integer(first.seconds)
        ) { row throws(SQLiteError) in
            let at = UnixTime(seconds: try row.integer(3))
            latest = max(latest, at)
            let standing = ResultStanding(score: try row.integer(1), sequence: try row.integer(2))
            for place in periods.indices where at >= periods[place].start && at < periods[place].end {
                tables[place].add(standing, of: try row.integer(0))
            }
        }
        return (zip(periods, tables).map { (period: $0, standings: $1.standings) }, latest)
    }
}

/// Standings of players, put together from what their installations have.
private struct StandingTable {
    private let rules: BoardRules
    private var players: [UInt32: ResultStanding] = [:]

    init(_ rules: BoardRules) {
        self.rules = rules
    }

    mutating func add(_ standing: ResultStanding, of player: Int64) {
        guard let player = UInt32(exactly: player) else { return }
        players[player] =
            players[player]?.merged(with: standing, by: rules.counts, isAscending: rules.isAscending)
            ?? standing
    }

    var standings: [BoardIndex.Standing] {
        players.map { BoardIndex.Standing(player: $0, score: $1.score, sequence: $1.sequence) }
    }
}
