import Core
import WatchpostModel

/// Games and boards in `arena.db`; what a call returned is durable.
struct GameStore: Sendable {
    let database: Database

    init(database: Database) {
        self.database = database
    }

    /// What became of a change.
    enum Change<Value: Hashable & Sendable>: Hashable, Sendable {
        case added(Value)
        case changed(Value)
        /// It is like that already.
        case unchanged(Value)
        /// Another change came first: this is how it stands.
        case conflict(Value)
        case refused(ArenaText.Refusal)
        /// No more than so many are kept.
        case full(Int)
        case noGame
        /// Somebody else has a game of this name.
        case taken
    }

    /// A game with its boards, by their slugs.
    struct Listed: Hashable, Sendable {
        let game: Game
        let boards: [GameBoard]
    }

    /// All games behind a door, by their slugs.
    func games(through door: GameDoor = .all) async throws(SQLiteError) -> [Listed] {
        try await database.read("list games") { db throws(SQLiteError) in
            var listed: [Listed] = []
            for game in try GameTable.games(of: door.developer, db) {
                listed.append(Listed(game: game, boards: try BoardTable.boards(of: game.id, db)))
            }
            return listed
        }
    }

    /// The game of a row; nil: there is none.
    func game(row id: Int64) async throws(SQLiteError) -> Game? {
        try await database.read("read game") { db throws(SQLiteError) in try GameTable.game(row: id, db) }
    }

    func game(_ slug: String, through door: GameDoor = .all) async throws(SQLiteError) -> Listed? {
        try await database.read("read game") { db throws(SQLiteError) in
            guard let game = try door.game(slug, db) else { return nil }
            return Listed(game: game, boards: try BoardTable.boards(of: game.id, db))
        }
    }

    /// Adds a game, or replaces what is said of the one whose version is this; 0: there is none yet.
    ///
    /// A closed one is opened again. `then` gets the rows of the game's boards after the commit of a change: see
    /// `Database.write`.
    func put(
        _ facts: GameFacts,
        version: Int64,
        through door: GameDoor = .all,
        at now: UnixTime,
        then: @escaping @Sendable ([Int64]) -> Void = { _ in }
    ) async throws(SQLiteError) -> Change<Game> {
        let outcome = try await database.write("put game") {
            db throws(SQLiteError) -> (change: Change<Game>, boards: [Int64]) in
            let change = try GameStore.put(facts, version, door, now, db)
            guard case .changed(let game) = change else { return (change, []) }
            return (change, try BoardTable.boards(of: game.id, db).map(\.id))
        } then: { outcome in
            switch outcome.change {
            case .added, .changed: then(outcome.boards)
            case .unchanged, .conflict, .refused, .full, .noGame, .taken: return
            }
        }
        return outcome.change
    }

    private static func put(
        _ facts: GameFacts,
        _ version: Int64,
        _ door: GameDoor,
        _ now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Change<Game> {
        guard let current = try GameTable.game(facts.slug, db) else {
            guard version == 0 else { return .noGame }
            let most = try GameTable.most(of: door, db)
            if let most { return .full(most) }
            return .added(try GameTable.insert(facts, of: door.developer, at: now, db))
        }
        guard door.opens(current) else { return version == 0 ? .taken : .noGame }
        if current.facts == facts && current.closedAt == nil { return .unchanged(current) }
        guard current.version == version else { return .conflict(current) }
        try GameTable.update(current.id, facts, db)
        // One that comes back stands behind those that took its place.
        if current.closedAt != nil, current.promotion.place != nil,
            try FrontTable.promoted(beside: current, db).count >= GamePromotion.places.count
        {
            try FrontTable.set(GamePromotion(place: nil, pin: current.promotion.pin), of: current.id, db)
        }
        return .changed(try GameTable.game(facts.slug, db) ?? current)
    }

    /// Adds a board, or replaces the rules of the one whose version is this; 0: there is none yet.
    ///
    /// `then` gets the row of one that was changed, after the commit: see `Database.write`.
    func put(
        _ rules: BoardRules,
        of slug: String,
        version: Int64,
        through door: GameDoor = .all,
        then: @escaping @Sendable (Int64) -> Void = { _ in }
    ) async throws(SQLiteError) -> Change<GameBoard> {
        try await database.write("put board") { db throws(SQLiteError) in
            guard let game = try door.game(slug, db) else { return .noGame }
            let boards = try BoardTable.boards(of: game.id, db)
            guard let current = boards.first(where: { $0.rules.slug == rules.slug }) else {
                guard version == 0 else {
                    return .refused(ArenaText.Refusal("version", "of a board that is not there"))
                }
                guard boards.count < ArenaRules.mostBoards else { return .full(ArenaRules.mostBoards) }
                return .added(try BoardTable.insert(rules, of: game.id, db))
            }
            if current.rules == rules { return .unchanged(current) }
            guard current.version == version else { return .conflict(current) }
            if let refusal = rules.obstacle(after: current.rules) { return .refused(refusal) }
            return .changed(try BoardTable.update(current, rules, db))
        } then: { change in
            switch change {
            case .added(let board), .changed(let board): then(board.id)
            case .unchanged, .conflict, .refused, .full, .noGame, .taken: return
            }
        }
    }
}
