import Core
import WatchpostModel

/// What hiding would do.
struct HidingPreview: Hashable, Sendable {
    /// Who has which score.
    struct Leader: Hashable, Sendable {
        let code: String
        let name: String
        let picture: [UInt8]?
        let score: Int64
    }

    /// Who leads a board of all time.
    struct Board: Hashable, Sendable {
        /// Its name in paths.
        let board: GameBoard
        let before: Leader?
        let after: Leader?
    }

    /// That would be hidden.
    var results = 0
    var players = 0
    /// Installations with older results that are not kept one by one any more.
    var older = 0
    /// Those of which anything would be hidden.
    var boards: [Board] = []
}

extension HidingStore {
    /// Changes nothing; nil: there is no such game.
    func preview(_ selection: HidingSelection, of game: OpenedGame) async throws(SQLiteError)
        -> HidingPreview?
    {
        guard let scope = try await scope(selection, of: game) else { return nil }
        var preview = HidingPreview()
        var (players, places): (Set<Int64>, Set<HidingPlace>) = ([], [])
        var number: Int64 = 0
        while true {
            let behind = number
            let (marks, end) = try await database.readStep("look at results") { db throws(SQLiteError) in
                try HidingSurvey.hiding(behind: behind, scope, db)
            }
            let new = marks.filter { $0.state != .hidden }
            preview.results += new.count
            players.formUnion(new.map(\.player))
            places.formUnion(new.map(\.place))
            guard let end else { break }
            number = end
        }
        let bases = try await database.readStep("look at standings") { db throws(SQLiteError) in
            try HidingBases.places(scope, db)
        }
        let older = Set(bases.map { HidingPlace(board: $0.board, install: $0.install) })
        (preview.players, preview.older) = (players.count, older.count)
        preview.boards = try await boards(places.union(older), scope)
        return preview
    }

    private func boards(_ places: Set<HidingPlace>, _ scope: HidingScope) async throws(SQLiteError)
        -> [HidingPreview.Board]
    {
        var standings: [HidingPlace: StandingSum] = [:]
        let all = places.sorted { ($0.board, $0.install) < ($1.board, $1.install) }
        for start in stride(from: 0, to: all.count, by: HidingRun.placeGroup) {
            let some = Array(all[start..<min(start + HidingRun.placeGroup, all.count)])
            let looked = try await StandingRebuilds.ahead(database, some, .scope(scope))
            for place in some { standings[place] = looked.sum(at: place) }
        }
        let after = standings
        var boards: [HidingPreview.Board] = []
        for board in Set(all.map(\.board)).sorted() {
            let found = try await database.readStep("look who leads") { db throws(SQLiteError) in
                try HidingStore.leaders(board, places, after, scope, db)
            }
            if let found { boards.append(found) }
        }
        return boards
    }

    private static func leaders(
        _ id: Int64,
        _ places: Set<HidingPlace>,
        _ after: [HidingPlace: StandingSum],
        _ scope: HidingScope,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> HidingPreview.Board? {
        guard let (board, _) = try BoardTable.board(id, db) else { return nil }
        var table = StandingTable(BoardOrdering(board.rules))
        try db.each(
            """
            SELECT player, standings.score, seq, last, standings.install
            FROM standings JOIN installs ON installs.id = standings.install WHERE board = ?1 AND season = 0
            """,
            .integer(id)
        ) { row throws(SQLiteError) in
            let place = HidingPlace(board: id, install: try row.integer(4))
            guard places.contains(place) else { return try table.addInstallation(row) }
            if let sum = after[place] { table.add(sum, of: try row.integer(0)) }
        }
        try db.each(
            """
            SELECT player, results.score, seq, results.install, at
            FROM results JOIN installs ON installs.id = results.install
            WHERE seq > max(ifnull((SELECT seq FROM folded), 0), ?2) AND board = ?1 AND state = 0
            ORDER BY seq
            """,
            .integer(id),
            .integer(board.allAfter)
        ) { row throws(SQLiteError) in
            let (sequence, install) = (try row.integer(2), try row.integer(3))
            let (score, at) = (try row.integer(1), try row.integer(4))
            if !scope.covers(sequence, id, install, score: score, at: at) { try table.addResult(row) }
        }
        return HidingPreview.Board(
            board: board,
            before: try leader(try BoardLoad.whole(board, db), board.rules, db),
            after: try leader(table.standings, board.rules, db)
        )
    }

    private static func leader(
        _ standings: [BoardIndex.Standing],
        _ rules: BoardRules,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> HidingPreview.Leader? {
        let first = standings.min { left, right in
            if left.score != right.score { return (left.score < right.score) == rules.isAscending }
            return left.sequence < right.sequence
        }
        guard let first else { return nil }
        return try db.first(
            "SELECT code, name, picture FROM players WHERE id = ?1",
            .integer(Int64(first.player))
        ) { row throws(SQLiteError) in
            HidingPreview.Leader(
                code: try row.text(0),
                name: try row.text(1),
                picture: try row.optionalBlob(2),
                score: first.score
            )
        }
    }
}
