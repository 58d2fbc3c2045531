package import WatchpostModel

/// Games and boards in `arena.db`; what a call returned is durable.
package struct GameStore: Sendable {
    let database: Database

    package init(database: Database) {
        self.database = database
    }

    /// What became of a change.
    package enum Change<Value: Hashable & Sendable>: Hashable, Sendable {
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
    }

    /// A game with its boards, by their slugs.
    package struct Listed: Hashable, Sendable {
        package let game: Game
        package let boards: [GameBoard]
    }

    /// All games, by their slugs.
    package func games() async throws(SQLiteError) -> [Listed] {
        try await database.read("list games") { db throws(SQLiteError) in
            var listed: [Listed] = []
            for game in try GameTable.games(db) {
                listed.append(Listed(game: game, boards: try BoardTable.boards(of: game.id, db)))
            }
            return listed
        }
    }

    package func game(_ slug: String) async throws(SQLiteError) -> Listed? {
        try await database.read("read game") { db throws(SQLiteError) in
            guard let game = try GameTable.game(slug, db) else { return nil }
            return Listed(game: game, boards: try BoardTable.boards(of: game.id, db))
        }
    }

    /// Adds a game, or replaces what is said of the one whose version is this; 0: there is none yet.
    ///
    /// A closed one is opened again. `then` is called after the commit of a change: see `Database.write`.
    package func put(
        _ facts: GameFacts,
        version: Int64,
        at now: UnixTime,
        then: @escaping @Sendable () -> Void = {}
    ) async throws(SQLiteError) -> Change<Game> {
        try await database.write("put game") { db throws(SQLiteError) in
            guard let current = try GameTable.game(facts.slug, db) else {
                guard version == 0 else { return .noGame }
                guard try GameTable.count(db) < ArenaRules.mostGames else {
                    return .full(ArenaRules.mostGames)
                }
                return .added(try GameTable.insert(facts, at: now, db))
            }
            if current.facts == facts && current.closedAt == nil { return .unchanged(current) }
            guard current.version == version else { return .conflict(current) }
            try GameTable.update(current.id, facts, db)
            return .changed(try GameTable.game(facts.slug, db) ?? current)
        } then: { change in
            switch change {
            case .added, .changed: then()
            case .unchanged, .conflict, .refused, .full, .noGame: return
            }
        }
    }

    /// Nothing is sent to it any more; false: there is none.
    package func close(
        _ slug: String,
        at now: UnixTime,
        then: @escaping @Sendable () -> Void = {}
    ) async throws(SQLiteError) -> Bool {
        try await database.write("close game") { db throws(SQLiteError) in
            guard try GameTable.game(slug, db) != nil else { return false }
            try db.execute(
                "UPDATE games SET closed_at = ?2, version = version + 1 WHERE slug = ?1 AND closed_at IS NULL",
                .text(slug),
                .integer(now.seconds)
            )
            return true
        } then: { isThere in
            if isThere { then() }
        }
    }

    /// Adds a board, or replaces the rules of the one whose version is this; 0: there is none yet.
    ///
    /// `then` gets the row of one that was changed, after the commit: see `Database.write`.
    package func put(
        _ rules: BoardRules,
        of slug: String,
        version: Int64,
        then: @escaping @Sendable (Int64) -> Void = { _ in }
    ) async throws(SQLiteError) -> Change<GameBoard> {
        try await database.write("put board") { db throws(SQLiteError) in
            guard let game = try GameTable.game(slug, db) else { return .noGame }
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
            case .unchanged, .conflict, .refused, .full, .noGame: return
            }
        }
    }
}

/// Rows of games.
enum GameTable {
    private static let columns = """
        id, slug, name, description, zone, version, created_at, closed_at, submissions, key_version, old_key_until
        """
    private static let signed = "signed"

    static func games(_ db: borrowing Connection) throws(SQLiteError) -> [Game] {
        try db.rows("SELECT \(columns) FROM games ORDER BY slug", read: read)
    }

    static func game(_ slug: String, _ db: borrowing Connection) throws(SQLiteError) -> Game? {
        try db.first("SELECT \(columns) FROM games WHERE slug = ?1", .text(slug), read: read)
    }

    static func count(_ db: borrowing Connection) throws(SQLiteError) -> Int {
        let count = try db.first("SELECT count(*) FROM games") { row throws(SQLiteError) in
            try row.integer(0)
        }
        return Int(count ?? 0)
    }

    static func insert(
        _ facts: GameFacts,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Game {
        try db.execute(
            """
            INSERT INTO games (slug, name, description, zone, version, created_at, submissions)
            VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6)
            """,
            .text(facts.slug),
            .text(facts.name),
            .text(facts.description),
            .text(facts.zone),
            .integer(now.seconds),
            .text(submissions(facts))
        )
        return Game(id: db.lastInsertedRow, facts: facts, keys: .first, version: 1, since: now, closedAt: nil)
    }

    static func update(_ id: Int64, _ facts: GameFacts, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            UPDATE games SET name = ?2, description = ?3, zone = ?4, submissions = ?5, version = version + 1,
                closed_at = NULL
            WHERE id = ?1
            """,
            .integer(id),
            .text(facts.name),
            .text(facts.description),
            .text(facts.zone),
            .text(submissions(facts))
        )
    }

    static func update(_ id: Int64, _ keys: GameKeyVersions, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "UPDATE games SET key_version = ?2, old_key_until = ?3, version = version + 1 WHERE id = ?1",
            .integer(id),
            .integer(keys.current),
            .integer(keys.oldUntil?.seconds)
        )
    }

    /// Whose results it takes, as it is stored: a word, because there will be further answers.
    private static func submissions(_ facts: GameFacts) -> String { facts.isSigned ? signed : "any" }

    private static func read(_ row: borrowing Row) throws(SQLiteError) -> Game {
        Game(
            id: try row.integer(0),
            facts: GameFacts(
                stored: try row.text(1),
                name: try row.text(2),
                description: try row.text(3),
                zone: try row.text(4),
                isSigned: try row.text(8) == signed
            ),
            keys: GameKeyVersions(
                current: try row.integer(9),
                oldUntil: try row.optionalInteger(10).map { UnixTime(seconds: $0) }
            ),
            version: try row.integer(5),
            since: UnixTime(seconds: try row.integer(6)),
            closedAt: try row.optionalInteger(7).map { UnixTime(seconds: $0) }
        )
    }
}
