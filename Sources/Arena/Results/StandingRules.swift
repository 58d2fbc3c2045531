import Core
import WatchpostModel

/// How a board counts, and from where on.
struct StandingRules: Hashable, Sendable {
    let counts: BoardOperator
    let isAscending: Bool
    /// That runs; 0: none.
    let season: Int64
    /// Results with greater numbers are its.
    let seasonAfter: Int64
    /// …and those of all time.
    let allAfter: Int64

    /// Those of all boards, by their rows.
    static func all(_ db: borrowing Connection) throws(SQLiteError) -> [Int64: StandingRules] {
        var boards: [Int64: StandingRules] = [:]
        try db.each("SELECT id, operator, ascending, season, season_after, all_after FROM boards") {
            row throws(SQLiteError) in
            boards[try row.integer(0)] = StandingRules(
                counts: BoardOperator(rawValue: try row.text(1)) ?? .best,
                isAscending: try row.flag(2),
                season: try row.number(3),
                seasonAfter: try row.number(4),
                allAfter: try row.number(5)
            )
        }
        return boards
    }

    /// Of which seasons a result is; 0: of all time.
    func seasons(of sequence: Int64) -> [Int64] {
        (sequence > allAfter ? [0] : []) + (season > 0 && sequence > seasonAfter ? [season] : [])
    }
}

/// What an installation has on a board in a season; 0: of all time.
struct StandingPlace: Hashable, Sendable {
    let board: Int64
    let season: Int64
    let install: Int64
}

/// What several results come to.
struct StandingSum: Hashable, Sendable {
    var standing: ResultStanding
    /// Results that count.
    var count: Int64

    init(standing: ResultStanding, count: Int64) {
        (self.standing, self.count) = (standing, count)
    }

    init(_ result: LedgerResult) {
        self.init(standing: result.standing, count: 1)
    }

    func merged(with other: StandingSum?, by rules: StandingRules) -> StandingSum {
        guard let other else { return self }
        let merged = other.standing.merged(
            with: standing,
            by: rules.counts,
            isAscending: rules.isAscending
        )
        return StandingSum(standing: merged, count: other.count + count)
    }
}

/// Rows of standings, of all time and of seasons.
enum StandingRows {
    static func sum(at place: StandingPlace, _ db: borrowing Connection) throws(SQLiteError) -> StandingSum? {
        try read("score, seq, count", at: place, db)
    }

    /// What results that are not kept any more came to.
    static func base(at place: StandingPlace, _ db: borrowing Connection) throws(SQLiteError) -> StandingSum?
    {
        let base = try read("base_score, base_seq, base_count", at: place, db)
        return base.flatMap { $0.count > 0 ? $0 : nil }
    }

    private static func read(
        _ columns: String,
        at place: StandingPlace,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> StandingSum? {
        try db.first(
            """
            SELECT \(columns) FROM standings WHERE board = ?1 AND season = ?2 AND install = ?3
            """,
            .integer(place.board),
            .integer(place.season),
            .integer(place.install)
        ) { row throws(SQLiteError) in
            StandingSum(
                standing: ResultStanding(score: try row.integer(0), sequence: try row.number(1)),
                count: try row.number(2)
            )
        }
    }

    static func store(
        _ sum: StandingSum,
        at place: StandingPlace,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            INSERT INTO standings (board, season, install, score, seq, count) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (board, season, install) DO UPDATE SET score = ?4, seq = ?5, count = ?6
            """,
            .integer(place.board),
            .integer(place.season),
            .integer(place.install),
            .integer(sum.standing.score),
            .integer(sum.standing.sequence),
            .integer(sum.count)
        )
    }

    /// By the player's few installations, and by what is not folded yet, in this order (`CROSS JOIN` keeps it): SQLite would else
    /// look at every standing of the board.
    static let standingQuery = """
        SELECT standings.score, seq FROM installs CROSS JOIN standings
            ON standings.install = installs.id AND season = 0 AND board = ?1
        WHERE player = ?2
        UNION ALL
        SELECT results.score, seq FROM results
        WHERE board = ?1 AND state = 0 AND \(ResultTable.rest(of: "?2", behind: "?3"))
        ORDER BY seq
        """

    /// What a player has on a board of all time, with what is not folded yet.
    static func standing(of player: Int64, on board: GameBoard, _ db: borrowing Connection)
        throws(SQLiteError)
        -> ResultStanding?
    {
        let found = try db.rows(
            standingQuery,
            .integer(board.id),
            .integer(player),
            .integer(board.allAfter)
        ) { row throws(SQLiteError) in
            ResultStanding(score: try row.integer(0), sequence: try row.integer(1))
        }
        let (counts, isAscending) = (board.rules.counts, board.rules.isAscending)
        return found.dropFirst().reduce(found.first) { known, next in
            known?.merged(with: next, by: counts, isAscending: isAscending)
        }
    }

    static func storeBase(
        _ sum: StandingSum,
        at place: StandingPlace,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            UPDATE standings SET base_score = ?4, base_seq = ?5, base_count = ?6
            WHERE board = ?1 AND season = ?2 AND install = ?3
            """,
            .integer(place.board),
            .integer(place.season),
            .integer(place.install),
            .integer(sum.standing.score),
            .integer(sum.standing.sequence),
            .integer(sum.count)
        )
    }

    static func delete(_ place: StandingPlace, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "DELETE FROM standings WHERE board = ?1 AND season = ?2 AND install = ?3",
            .integer(place.board),
            .integer(place.season),
            .integer(place.install)
        )
    }
}
