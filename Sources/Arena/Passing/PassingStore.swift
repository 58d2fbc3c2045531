import Core
import WatchpostModel

/// Who wants to hear that a friend passed, in `arena.db`.
struct PassingStore: Sendable {
    let database: Database

    init(database: Database) {
        self.database = database
    }

    /// A player who went up, and who would hear of it.
    struct Circle: Hashable, Sendable {
        let name: String
        let code: String
        /// It wants to hear of others itself.
        let isListening: Bool
        /// Friends who want to hear of it, at most as many as anybody has: their rows.
        let friends: [Int64]
    }

    /// What the words of a notice need of a board.
    struct Place: Hashable, Sendable {
        /// The names of the game in paths and for people.
        let game: String
        let gameName: String
        let board: GameBoard
    }

    /// Friends of one player.
    static let mostFriends: Int64 = 500

    /// Those of players, by their rows; who is a former guest is nobody.
    func circles(of players: [Int64]) async throws(SQLiteError) -> [Int64: Circle] {
        try await database.read("read circles") { db throws(SQLiteError) in
            var circles: [Int64: Circle] = [:]
            for player in players { circles[player] = try PassingStore.circle(of: player, db) }
            return circles
        }
    }

    private static func circle(of player: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Circle? {
        let friends = try db.rows(
            """
            SELECT players.id FROM
                (SELECT high AS other FROM friends WHERE low = ?1 AND type = 2 AND blocked = 0
                UNION ALL SELECT low FROM friends WHERE high = ?1 AND type = 2 AND blocked = 0)
                CROSS JOIN players ON players.id = other
            WHERE person IS NOT NULL AND merged_into IS NULL AND notices & ?2 <> 0 LIMIT ?3
            """,
            .integer(player),
            .integer(NewsKind.passed.bit),
            .integer(mostFriends)
        ) { row throws(SQLiteError) in try row.integer(0) }
        return try db.first(
            """
            SELECT name, code, person IS NOT NULL AND notices & ?2 <> 0 FROM players
            WHERE id = ?1 AND merged_into IS NULL
            """,
            .integer(player),
            .integer(NewsKind.passed.bit)
        ) { row throws(SQLiteError) in
            Circle(
                name: try row.text(0),
                code: try row.text(1),
                isListening: try row.flag(2),
                friends: friends
            )
        }
    }

    /// A board and its game; nil: it is gone.
    func place(of board: Int64) async throws(SQLiteError) -> Place? {
        try await database.read("read board of news") { db throws(SQLiteError) in
            guard let found = try BoardTable.board(board, db) else { return nil }
            return try db.first(
                """
                SELECT slug, name FROM games
                WHERE id = (SELECT game FROM boards WHERE id = ?1) AND \(GameTable.isThere)
                """,
                .integer(board)
            ) { row throws(SQLiteError) in
                Place(game: try row.text(0), gameName: try row.text(1), board: found.board)
            }
        }
    }

    /// What is told to whom, and what is taken back from whom: by the rows of players.
    struct Telling: Sendable {
        var told: [(player: Int64, news: News)] = []
        var withdrawn: [(player: Int64, subject: String)] = []
        var isEmpty: Bool { told.isEmpty && withdrawn.isEmpty }

        init() {}
    }

    /// Puts all of it down in one write.
    func tell(_ telling: Telling, at now: UnixTime) async throws(SQLiteError) {
        try await database.write("tell of passing") { db throws(SQLiteError) in
            for (player, subject) in telling.withdrawn {
                try NewsTable.withdraw(.passed, about: subject, from: player, at: now, db)
            }
            for (player, news) in telling.told { try NewsTable.put(news, to: player, db) }
        }
    }
}

extension News {
    /// How long it is worth delivering that somebody was passed: until the next morning.
    private static let passedLife: Int64 = 12 * 3_600

    /// A friend of a player passed it on a board; `text` writes scores as the board does.
    static func passed(
        _ passed: Passing.Passed,
        by circle: PassingStore.Circle,
        at place: PassingStore.Place,
        text: (Int64) -> String,
        at now: UnixTime
    ) -> News {
        let (game, board) = (place.game, place.board.rules)
        var content = NewsContent(player: circle.name, by: circle.code, page: "games/\(game)/\(board.slug)")
        (content.game, content.board) = (place.gameName, board.name)
        (content.mine, content.theirs) = (text(passed.mine.score), text(passed.theirs.score))
        content.place = passed.place
        return News(
            .passed,
            about: subject(ofBoard: board.slug, of: game),
            word: word(by: circle.code),
            version: PassingMemory.day(of: now),
            content: content,
            at: now,
            expiresAt: now.advanced(by: passedLife)
        )
    }

    /// What news about a board are about.
    static func subject(ofBoard board: String, of game: String) -> String { "b:\(game)/\(board)" }
}
