import Core
import WatchpostModel

/// What results came to that are not kept any more: hidden with the others of a player or above a score, and given back.
struct HidingBases: Sendable {
    let hiding: Hiding

    /// Places of a scope whose bases stand.
    static func places(
        _ scope: HidingScope,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [StandingPlace] {
        guard scope.selection.takesBases else { return [] }
        let rules = try StandingRules.all(db)
        var places: [StandingPlace] = []
        let boards = DuelTable.list(scope.boards)
        try db.each(
            """
            SELECT board, install, season, \(StandingRows.Columns.base.rawValue) FROM standings
            WHERE base_count > 0 AND board IN (SELECT value FROM json_each(?1))
            """,
            .text(boards)
        ) { row throws(SQLiteError) in
            let place = StandingPlace(
                board: try row.integer(0),
                season: try row.integer(2),
                install: try row.integer(1)
            )
            let sum = try StandingRows.sum(row, from: 3)
            guard let rules = rules[place.board], place.season == 0 || place.season == rules.season,
                scope.covers(base: sum, at: place, by: rules)
            else { return }
            places.append(place)
        }
        return places
    }

    /// Takes one away, within a write.
    func take(_ place: StandingPlace, _ db: borrowing Connection) throws(SQLiteError) {
        guard let base = try StandingRows.base(at: place, db) else { return }
        try HiddenBaseTable.insert(base, of: hiding.id, at: place, db)
        let nothing = StandingSum(standing: ResultStanding(score: 0, sequence: 0), count: 0)
        try StandingRows.storeBase(nothing, at: place, db)
    }

    /// Gives one back, within a write; whoever calls makes the standing again afterwards.
    func giveBack(_ place: StandingPlace, _ rules: StandingRules, _ db: borrowing Connection)
        throws(SQLiteError)
    {
        guard let kept = try HiddenBaseTable.kept(hiding.id, at: place, db) else { return }
        try db.execute(
            """
            UPDATE hidden_bases SET is_back = 1
            WHERE hiding = ?1 AND board = ?2 AND season = ?3 AND install = ?4
            """,
            .integer(hiding.id),
            .integer(place.board),
            .integer(place.season),
            .integer(place.install)
        )
        // All time, or the season, began anew since.
        guard rules.seasons(of: kept.standing.sequence).contains(place.season) else { return }
        let base = try StandingRows.base(at: place, db)
        let sum = base.map { kept.merged(with: $0, by: rules.ordering) } ?? kept
        // The row may be gone with all that stood there.
        if try StandingRows.sum(at: place, db) == nil { try StandingRows.store(sum, at: place, db) }
        try StandingRows.storeBase(sum, at: place, db)
    }

    /// Those of the hiding.
    func all(_ db: borrowing Connection) throws(SQLiteError) -> [StandingPlace] {
        try db.rows(
            "SELECT board, season, install FROM hidden_bases WHERE hiding = ?1",
            .integer(hiding.id)
        ) { row throws(SQLiteError) in
            StandingPlace(
                board: try row.integer(0),
                season: try row.integer(1),
                install: try row.integer(2)
            )
        }
    }
}
