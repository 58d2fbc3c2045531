import Core

/// All results of a game that the ledger keeps, oldest first, read in slices: none of them holds a transaction longer than it
/// takes, however slowly they are asked for.
struct ResultSlices: Hashable, Sendable {
    /// The row: a game that is removed and added again is another one.
    let game: Int64
    let door: GameDoor
    /// The row; nil: all boards.
    let board: Int64?
    /// The newest result as it began: later ones do not belong to it.
    let upTo: Int64
    /// By their names in paths, as it began.
    let boards: [String: BoardRules]
}

extension ResultLedger {
    /// How the slices of a game begin.
    enum Slicing: Hashable, Sendable {
        case slices(ResultSlices)
        /// There is none, or it is behind another door.
        case noGame
        case noBoard
    }

    /// Some results, and where the next ones begin.
    struct Slice: Hashable, Sendable {
        let results: [Sent]
        /// For the next slice; nil: this was the last one.
        let next: Int64?
    }

    /// Rows that a slice looks at, those of other games among them: what it holds up others with.
    static let sliceRows: Int64 = 500

    /// The slices of a game, or of one of its boards.
    func slices(
        of slug: String,
        board: String? = nil,
        through door: GameDoor
    ) async throws(SQLiteError) -> Slicing {
        try await database.readBeside("begin slices") { db throws(SQLiteError) in
            guard let game = try door.game(slug, db) else { return .noGame }
            let boards = try BoardTable.boards(of: game.id, db)
            let wanted = boards.first { $0.rules.slug == board }
            if board != nil, wanted == nil { return .noBoard }
            let rules = Dictionary(boards.map { ($0.rules.slug, $0.rules) }) { first, _ in first }
            let newest = try ResultTable.newest(db)
            return .slices(
                ResultSlices(game: game.id, door: door, board: wanted?.id, upTo: newest, boards: rules)
            )
        }
    }

    /// The results behind a number, 0 to begin with, with the names that players have now; nil: the game is gone, or behind
    /// another door by now.
    func slice(_ slices: ResultSlices, after: Int64) async throws(SQLiteError) -> Slice? {
        try await database.readBeside("read slice") { db throws(SQLiteError) in
            guard let game = try GameTable.game(row: slices.game, db), slices.door.opens(game) else {
                return nil
            }
            let end = try db.first(
                "SELECT seq FROM results WHERE seq > ?1 AND seq <= ?2 ORDER BY seq LIMIT 1 OFFSET ?3",
                .integer(after),
                .integer(slices.upTo),
                .integer(ResultLedger.sliceRows - 1)
            ) { row throws(SQLiteError) in try row.integer(0) }
            let results = try ResultLedger.results(slices, after: after, upTo: end ?? slices.upTo, db)
            return Slice(results: results, next: end)
        }
    }

    /// CROSS JOIN: in the order of the ledger, whatever the planner thinks of it.
    private static func results(
        _ slices: ResultSlices,
        after: Int64,
        upTo: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [Sent] {
        try db.rows(
            """
            SELECT \(ResultTable.columns), boards.slug, code, players.name, players.picture,
                (SELECT reasons FROM result_flags WHERE result_flags.seq = results.seq)
            FROM results CROSS JOIN boards ON boards.id = results.board
                CROSS JOIN installs ON installs.id = results.install CROSS JOIN players ON players.id = player
            WHERE results.seq > ?1 AND results.seq <= ?2 AND boards.game = ?3 AND (?4 IS NULL OR boards.id = ?4)
            ORDER BY results.seq
            """,
            .integer(after),
            .integer(upTo),
            .integer(slices.game),
            .integer(slices.board),
            read: Sent.read
        )
    }
}
