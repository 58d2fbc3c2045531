import WatchpostModel

/// Reads a board's standings from one state of the file.
struct BoardLoad: Sendable {
    let board: GameBoard
    let zone: CivilZone
    let now: UnixTime

    func run(_ db: borrowing Connection) throws(SQLiteError)
        -> Result<LiveBoard, BoardIndex.SequenceTooFar>
    {
        let newest = try db.first("SELECT ifnull(max(seq), 0) FROM results") { row throws(SQLiteError) in
            try row.integer(0)
        }
        let all = try whole(db)
        let periods = BoardWindow.allCases.filter(board.rules.windows.contains)
            .map { BoardPeriod($0, at: now, in: zone) }
        let windows = try self.windows(periods, db)
        return Result { () throws(BoardIndex.SequenceTooFar) in
            try LiveBoard(board.rules, in: zone, upTo: newest ?? 0, all: all, periods: windows)
        }
    }

    /// What players have of all time: standings, and the results that are in none yet.
    private func whole(_ db: borrowing Connection) throws(SQLiteError) -> [BoardIndex.Standing] {
        var table = StandingTable(board.rules)
        try db.each(
            """
            SELECT player, standings.score, seq FROM standings JOIN installs ON installs.id = standings.install
            WHERE board = ?1
            """,
            .integer(board.id)
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
            .integer(board.id)
        ) { row throws(SQLiteError) in
            table.add(
                ResultStanding(score: try row.integer(1), sequence: try row.integer(2)),
                of: try row.integer(0)
            )
        }
        return table.standings
    }

    /// What players have in each period: from the results themselves, which are kept for longer than a month.
    private func windows(
        _ periods: [BoardPeriod],
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [(period: BoardPeriod, standings: [BoardIndex.Standing])] {
        guard let first = periods.map(\.start).min() else { return [] }
        var tables = periods.map { _ in StandingTable(board.rules) }
        try db.each(
            """
            SELECT player, results.score, seq, at FROM results JOIN installs ON installs.id = results.install
            WHERE at >= ?2 AND board = ?1 AND state = 0
            """,
            .integer(board.id),
            .integer(first.seconds)
        ) { row throws(SQLiteError) in
            let at = UnixTime(seconds: try row.integer(3))
            let standing = ResultStanding(score: try row.integer(1), sequence: try row.integer(2))
            for place in periods.indices where at >= periods[place].start && at < periods[place].end {
                tables[place].add(standing, of: try row.integer(0))
            }
        }
        return zip(periods, tables).map { (period: $0, standings: $1.standings) }
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
