import Core
import WatchpostModel

extension PlayerExport {
    /// What stands of a player's installations: what is put together, and the newest results, which are not yet.
    ///
    /// There are seldom more than `ArenaRules.mostUnfolded` of those, of all players together.
    static func standings(of player: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> [PlayerExportBody.Standing]
    {
        let rules = try StandingRules.all(db)
        var sums = StandingSums()
        for (place, sum) in try folded(of: player, db) {
            if let rules = rules[place.board] { sums.begin(sum, at: place, of: player, by: rules) }
        }
        try db.each(
            """
            SELECT \(ResultTable.columns(player: "?1")) FROM results
            WHERE state = 0 AND \(ResultTable.rest(of: "?1")) ORDER BY seq
            """,
            .integer(player)
        ) { row throws(SQLiteError) in
            let result = try ResultTable.read(row)
            guard let rules = rules[result.board] else { return }
            for season in rules.seasons(of: result.sequence) {
                let place = StandingPlace(board: result.board, season: season, install: result.install)
                sums.add(result.standing, at: place, of: player, by: rules)
            }
        }
        let (boards, installs) = (try boardNames(db), try installNames(of: player, db))
        let found = sums.all.compactMap { place, sum -> PlayerExportBody.Standing? in
            guard let board = boards[place.board], let install = installs[place.install] else { return nil }
            return PlayerExportBody.Standing(
                game: board.game,
                board: board.board,
                season: place.season > 0 ? place.season : nil,
                install: install,
                score: sum.standing.score,
                count: sum.count
            )
        }
        return found.sorted {
            ($0.game, $0.board, $0.season ?? 0, $0.install) < ($1.game, $1.board, $1.season ?? 0, $1.install)
        }
    }

    private static func folded(of player: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> [StandingPlace: StandingSum]
    {
        var sums: [StandingPlace: StandingSum] = [:]
        try db.each(
            """
            SELECT board, season, install, \(StandingRows.Columns.whole.rawValue) FROM standings
            WHERE install IN (SELECT id FROM installs WHERE player = ?1)
            """,
            .integer(player)
        ) { row throws(SQLiteError) in
            let place = StandingPlace(
                board: try row.integer(0),
                season: try row.integer(1),
                install: try row.integer(2)
            )
            sums[place] = try StandingRows.sum(row, from: 3)
        }
        return sums
    }

    private static func boardNames(_ db: borrowing Connection) throws(SQLiteError) -> [Int64:
        (game: String, board: String)]
    {
        var names: [Int64: (game: String, board: String)] = [:]
        try db.each(
            """
            SELECT boards.id, games.slug, boards.slug FROM boards JOIN games ON games.id = boards.game
            WHERE \(GameTable.isThere)
            """
        ) { row throws(SQLiteError) in
            names[try row.integer(0)] = (game: try row.text(1), board: try row.text(2))
        }
        return names
    }

    private static func installNames(of player: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> [Int64: String]
    {
        var names: [Int64: String] = [:]
        try db.each("SELECT id, install FROM installs WHERE player = ?1", .integer(player)) {
            row throws(SQLiteError) in names[try row.integer(0)] = try row.text(1)
        }
        return names
    }
}
