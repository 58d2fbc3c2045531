import Core
import WatchpostModel

/// Begins and ends seasons of boards; what a call returned is durable.
struct SeasonStore: Sendable {
    let database: Database

    init(database: Database) {
        self.database = database
    }

    /// What somebody wants of the season that runs.
    enum Wish: Hashable, Sendable {
        /// It ends now, and the next one begins, by these rules; nil: by those that hold. Without a season the first begins.
        case next(BoardOrdering?)
        /// It ends then, and the next one begins.
        case end(UnixTime)
        /// It goes on until somebody ends it.
        case keep
    }

    enum Outcome: Hashable, Sendable {
        case begun(GameBoard)
        case changed(GameBoard)
        /// Another season runs: this is how the board stands.
        case conflict(GameBoard)
        case refused(ArenaText.Refusal)
        case noGame
        case noBoard
    }

    /// Does what somebody wants of a board's season with this number; 0: there is none yet.
    ///
    /// `then` gets the board after the commit, `duels` what it did to duels: see `Database.write`.
    func change(
        _ board: String,
        of game: String,
        season: Int64,
        _ wish: Wish,
        through door: GameDoor = .all,
        at now: UnixTime,
        then: @escaping @Sendable (GameBoard) -> Void,
        duels: @escaping DuelFollowing = { _ in }
    ) async throws(SQLiteError) -> Outcome {
        try await database.write("change season") {
            db throws(SQLiteError) -> (outcome: Outcome, duels: DuelChanges) in
            var changes = DuelChanges()
            guard let game = try door.game(game, db) else { return (.noGame, changes) }
            let boards = try BoardTable.boards(of: game.id, db)
            guard let current = boards.first(where: { $0.rules.slug == board }) else {
                return (.noBoard, changes)
            }
            guard (current.season?.number ?? 0) == season else { return (.conflict(current), changes) }
            let outcome = try SeasonStore.apply(wish, to: current, at: now, &changes, db)
            return (outcome, changes)
        } then: { written in
            switch written.outcome {
            case .begun(let board), .changed(let board): then(board)
            case .conflict, .refused, .noGame, .noBoard: return
            }
            if !written.duels.isEmpty { duels(written.duels) }
        }.outcome
    }

    private static func apply(
        _ wish: Wish,
        to board: GameBoard,
        at now: UnixTime,
        _ duels: inout DuelChanges,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Outcome {
        let until: UnixTime?
        switch wish {
        case .next(let rules):
            duels.note(try SeasonTable.end(board, at: now, rules, db))
            return .begun(try BoardTable.board(board.id, db)?.board ?? board)
        case .end(let at):
            guard at > now else {
                return .refused(ArenaText.Refusal("at", "is over; leave it out to end it now"))
            }
            until = at
        case .keep: until = nil
        }
        guard let season = board.season else {
            return .refused(ArenaText.Refusal("season", "none runs; begin the first one without at"))
        }
        guard season.until != until else { return .changed(board) }
        try db.execute(
            "UPDATE boards SET season_to = ?2, version = version + 1 WHERE id = ?1",
            .integer(board.id),
            .integer(until?.seconds)
        )
        return .changed(try BoardTable.board(board.id, db)?.board ?? board)
    }

    /// Whether the planned end of a season is over, of a board (its row); nil: of any.
    func isDue(of board: Int64? = nil, at now: UnixTime) async throws(SQLiteError) -> Bool {
        try await database.readStep("look for seasons that end") { db throws(SQLiteError) in
            try !SeasonStore.due(of: board, now, db).isEmpty
        }
    }

    /// Begins the seasons after those whose planned end is over, of a board (its row) or, nil, of all; `then` gets their boards
    /// after the commit.
    func endDue(
        of board: Int64? = nil,
        at now: UnixTime,
        then: @escaping @Sendable ([Int64]) -> Void
    ) async throws(SQLiteError) {
        let due = try await database.readStep("find seasons that end") { db throws(SQLiteError) in
            try SeasonStore.due(of: board, now, db)
        }
        guard !due.isEmpty else { return }
        _ = try await database.writeStep("end seasons") { db throws(SQLiteError) in
            let due = try SeasonStore.due(of: board, now, db)
            for id in due {
                guard let board = try BoardTable.board(id, db)?.board else { continue }
                try SeasonTable.end(board, at: now, nil, db)
            }
            return due
        } then: { ended in
            then(ended)
        }
    }

    private static func due(of board: Int64?, _ now: UnixTime, _ db: borrowing Connection)
        throws(SQLiteError) -> [Int64]
    {
        let boards = BoardRows(of: board)
        return try db.rows(
            "SELECT id FROM boards WHERE id BETWEEN ?2 AND ?3 AND season_to <= ?1",
            .integer(now.seconds),
            .integer(boards.first),
            .integer(boards.last)
        ) { row throws(SQLiteError) in try row.integer(0) }
    }
}
