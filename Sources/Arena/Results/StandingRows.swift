import Core
import WatchpostModel

/// Rows of standings, of all time and of seasons.
enum StandingRows {
    /// Which of the sums of a row is meant.
    enum Columns: String {
        /// What all folded results come to.
        case whole = "score, seq, last, count"
        /// What those come to that are not kept any more.
        case base = "base_score, base_seq, base_last, base_count"
    }

    static func sum(at place: StandingPlace, _ db: borrowing Connection) throws(SQLiteError) -> StandingSum? {
        try read(.whole, at: place, db)
    }

    /// What results that are not kept any more came to.
    static func base(at place: StandingPlace, _ db: borrowing Connection) throws(SQLiteError) -> StandingSum?
    {
        try read(.base, at: place, db)
    }

    /// Nil: nothing stands there.
    static func read(_ columns: Columns, at place: StandingPlace, _ db: borrowing Connection)
        throws(SQLiteError) -> StandingSum?
    {
        let sum = try db.first(
            """
            SELECT \(columns.rawValue) FROM standings WHERE board = ?1 AND season = ?2 AND install = ?3
            """,
            .integer(place.board),
            .integer(place.season),
            .integer(place.install)
        ) { row throws(SQLiteError) in try StandingRows.sum(row, from: 0) }
        return sum.flatMap { $0.count > 0 ? $0 : nil }
    }

    /// What all installations of a player have on a board in a season, by their places.
    static func sums(
        of player: Int64,
        at place: StandingPlace,
        _ columns: Columns,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [StandingPlace: StandingSum] {
        var sums: [StandingPlace: StandingSum] = [:]
        try db.each(
            """
            SELECT standings.install, \(columns.rawValue) FROM installs CROSS JOIN standings
                ON standings.install = installs.id AND season = ?2 AND board = ?1
            WHERE player = ?3
            """,
            .integer(place.board),
            .integer(place.season),
            .integer(player)
        ) { row throws(SQLiteError) in
            let install = try row.integer(0)
            let sum = try StandingRows.sum(row, from: 1)
            guard sum.count > 0 else { return }
            sums[StandingPlace(board: place.board, season: place.season, install: install)] = sum
        }
        return sums
    }

    /// A score, the number of its result, the newest that has a say, and how many they are.
    static func sum(_ row: borrowing Row, from column: Int) throws(SQLiteError) -> StandingSum {
        StandingSum(
            standing: ResultStanding(
                score: try row.integer(column),
                sequence: try row.number(column + 1)
            ),
            last: try row.number(column + 2),
            count: try row.number(column + 3)
        )
    }

    static func store(
        _ sum: StandingSum,
        at place: StandingPlace,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            INSERT INTO standings (board, season, install, score, seq, last, count)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (board, season, install) DO UPDATE SET score = ?4, seq = ?5, last = ?6, count = ?7
            """,
            .integer(place.board),
            .integer(place.season),
            .integer(place.install),
            .integer(sum.standing.score),
            .integer(sum.standing.sequence),
            .integer(sum.last),
            .integer(sum.count)
        )
    }

    /// By the player's few installations, and by what is not folded yet, in this order (`CROSS JOIN` keeps it): SQLite would else
    /// look at every standing of the board.
    static let standingQuery = """
        SELECT standings.score, seq, last, 0 FROM installs CROSS JOIN standings
            ON standings.install = installs.id AND season = 0 AND board = ?1
        WHERE player = ?2
        UNION ALL
        SELECT results.score, seq, seq, 1 FROM results
        WHERE board = ?1 AND state = 0 AND \(ResultTable.rest(of: "?2", behind: "?3"))
        ORDER BY 4, 2
        """

    /// What a player has on a board of all time, with what is not folded yet.
    static func standing(of player: Int64, on board: GameBoard, _ db: borrowing Connection)
        throws(SQLiteError)
        -> ResultStanding?
    {
        let rules = BoardOrdering(board.rules)
        var known: StandingSum?
        try db.each(
            standingQuery,
            .integer(board.id),
            .integer(player),
            .integer(board.allAfter)
        ) { row throws(SQLiteError) in
            let standing = ResultStanding(score: try row.integer(0), sequence: try row.integer(1))
            if try row.flag(3) {
                known = known?.adding(standing, by: rules) ?? StandingSum(standing, by: rules.counts)
            } else {
                let sum = StandingSum(standing: standing, last: try row.integer(2), count: 1)
                known = known?.merged(with: sum, by: rules) ?? sum
            }
        }
        return known?.standing
    }

    static func storeBase(
        _ sum: StandingSum,
        at place: StandingPlace,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            UPDATE standings SET base_score = ?4, base_seq = ?5, base_last = ?6, base_count = ?7
            WHERE board = ?1 AND season = ?2 AND install = ?3
            """,
            .integer(place.board),
            .integer(place.season),
            .integer(place.install),
            .integer(sum.standing.score),
            .integer(sum.standing.sequence),
            .integer(sum.last),
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

    /// An installation went from a player to another one: no row of the one may name a result of the other.
    ///
    /// On a board whose latest result counts, a row may say that its score was reached by another installation of the same player
    /// (`StandingSums`), and two players at one result would have one place in the order. The row of the installation that sent it
    /// stays as it is; the others say that their score was reached by the oldest of their player's newest results since that have it.
    ///
    /// `others`: installations that stay with the player.
    static func part(
        _ install: Int64,
        from player: Int64,
        _ others: [Int64],
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        // First those that are not kept one by one: the others look at them as well.
        for prefix in ["base_", ""] {
            for other in others { try part(install, from: other, prefix, to: "own.\(prefix)last", db) }
            let oldest = """
                (SELECT min(x.\(prefix)last) FROM installs CROSS JOIN standings AS x ON x.install = installs.id
                    AND x.board = own.board AND x.season = own.season
                WHERE installs.player = \(player) AND x.\(prefix)score = own.\(prefix)score
                    AND x.\(prefix)last > own.\(prefix)seq)
                """
            for other in others { try part(other, from: install, prefix, to: oldest, db) }
        }
    }

    /// Rows of an installation that name a result of the other one, or the same as its rows do, get this number.
    private static func part(
        _ install: Int64,
        from other: Int64,
        _ prefix: String,
        to number: String,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let seq = "own.\(prefix)seq"
        try db.execute(
            """
            UPDATE standings AS own SET \(prefix)seq = \(number)
            WHERE install = ?1 AND \(seq) > 0 AND \(seq) <> own.\(prefix)last
                AND NOT EXISTS (SELECT 1 FROM results WHERE results.seq = \(seq) AND results.install = ?1)
                AND (EXISTS (SELECT 1 FROM results WHERE results.seq = \(seq) AND results.install = ?2)
                    OR EXISTS (SELECT 1 FROM standings AS other WHERE other.board = own.board
                        AND other.season = own.season AND other.install = ?2
                        AND \(seq) IN (other.\(prefix)seq, other.base_seq)))
            """,
            .integer(install),
            .integer(other)
        )
    }
}
