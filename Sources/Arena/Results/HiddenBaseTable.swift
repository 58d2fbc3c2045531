import Core
import WatchpostModel

/// Rows of what results came to that are hidden, and are not kept one by one any more.
enum HiddenBaseTable {
    /// A hidden result is about to be deleted because of its age: what it came to can still come back.
    static func keep(
        _ result: LedgerResult,
        _ rules: StandingRules,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        // Being hidden, hidden, or so old that it cannot come back.
        let hidings = try db.rows(
            """
            SELECT hiding, before, state FROM hidden_results JOIN hidings ON hidings.id = hiding
            WHERE seq = ?1 AND state IN (0, 1, 4)
            """,
            .integer(result.sequence)
        ) { row throws(SQLiteError) in
            (id: try row.integer(0), before: try row.integer(1), isHidden: try row.integer(2) == 1)
        }
        // Of several none can be told which it waits for.
        guard hidings.count == 1, let hiding = hidings.first, hiding.isHidden,
            hiding.before == ResultState.counts.number
        else { return }
        for season in rules.seasons(of: result.sequence) {
            let place = StandingPlace(board: result.board, season: season, install: result.install)
            let known = try kept(hiding.id, at: place, db)
            let sum =
                known?.adding(result.standing, by: rules.ordering)
                ?? StandingSum(result.standing, by: rules.counts)
            try insert(sum, of: hiding.id, at: place, db)
        }
    }

    /// What a hiding took away at a place and has not given back.
    static func kept(_ hiding: Int64, at place: StandingPlace, _ db: borrowing Connection)
        throws(SQLiteError) -> StandingSum?
    {
        try db.first(
            """
            SELECT \(StandingRows.Columns.whole.rawValue) FROM hidden_bases
            WHERE hiding = ?1 AND board = ?2 AND season = ?3 AND install = ?4 AND is_back = 0
            """,
            .integer(hiding),
            .integer(place.board),
            .integer(place.season),
            .integer(place.install)
        ) { row throws(SQLiteError) in try StandingRows.sum(row, from: 0) }
    }

    static func insert(
        _ sum: StandingSum,
        of hiding: Int64,
        at place: StandingPlace,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            INSERT INTO hidden_bases (hiding, board, season, install, score, seq, last, count)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT DO UPDATE SET score = ?5, seq = ?6, last = ?7, count = ?8, is_back = 0
            """,
            .integer(hiding),
            .integer(place.board),
            .integer(place.season),
            .integer(place.install),
            .integer(sum.standing.score),
            .integer(sum.standing.sequence),
            .integer(sum.last),
            .integer(sum.count)
        )
    }
}
