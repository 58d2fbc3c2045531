import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Games that go for good")
struct GameRemovalTests {
    private static let noon = ArenaFixture.noon
    /// Tables in which a game has rows, in the order in which they go.
    private static let tables = [
        "results", "standings", "duels", "archives", "hidden_results", "hidings",
        "installs",
        "players", "boards", "games",
    ]

    /// Two games with a bit of everything, of which `worm` is to go; a person plays both.
    private struct World {
        let join: JoinFixture
        let ledger: ResultLedger
        var removals: GameRemovalStore { GameRemovalStore(ledger) }
        var database: Database { join.arena.database }

        init(observer: Database.Observer? = nil) async throws {
            let arena = try await ArenaFixture(mostPlayers: 1_000, observer: observer)
            try await arena.addGame()
            join = JoinFixture(arena)
            ledger = ResultLedger(database: join.arena.database, mostResults: 1_000)
            try await join.arena.addGame("worm")
            let ola = try await join.phone(7)
            for (index, game) in ["snake", "worm"].enumerated() {
                let board = try #require(try await join.arena.board(of: game) { $0.windows = [.day] })
                let (install, _) = try await join.guest(10 + index, game: game)
                try await join.code("code-\(game)", of: ola)
                _ = try await join.join("code-\(game)", .install(install))
                let (other, guest) = try await join.guest(20 + index, "Guest of \(game)", game: game)
                for (place, install) in [install, other].enumerated() {
                    try await send(UInt8(index * 10 + place), of: install)
                }
                try await join.duel(ola, guest, state: 1, key: UInt8(index), board: board.id)
                try await fill(game, board.id, install)
            }
            _ = try await ledger.fold(most: 100)
        }

        private func send(_ key: UInt8, of install: Int64) async throws {
            _ = try await ledger.submit(
                [Submission(key: [UInt8](repeating: key, count: 16), board: "level-1", score: 5)],
                of: install,
                at: noon,
                standings: { _, _ in .notLoaded },
                then: { _ in }
            )
        }

        /// What comes by itself elsewhere: a season, an order that is over, and something hidden.
        private func fill(_ game: String, _ board: Int64, _ install: Int64) async throws {
            try await database.write("fill") { db throws(SQLiteError) in
                try db.execute(
                    """
                    INSERT INTO standings (board, season, install, score, seq, last, count)
                    VALUES (?1, 1, ?2, 5, 1, 1, 1)
                    """,
                    .integer(board),
                    .integer(install)
                )
                try db.execute(
                    """
                    INSERT INTO archives (board, span, period, start, ends, ascending, operator, count)
                    VALUES (?1, 'day', '2026-11-22', 0, 1, 0, 'best', 1)
                    """,
                    .integer(board)
                )
                try db.execute("INSERT INTO archive_chunks VALUES (last_insert_rowid(), 0, x'00')")
                try db.execute(
                    """
                    INSERT INTO hidings (game, up_to, state, at, actor)
                    VALUES ((SELECT id FROM games WHERE slug = ?1), 9, 1, 0, 'the owner')
                    """,
                    .text(game)
                )
                try db.execute("INSERT INTO hidden_results VALUES (last_insert_rowid(), 1, 0)")
            }
        }

        func begin() async throws {
            let begun = try await removals.begin("worm", named: "Snake", by: "the owner", at: noon)
            guard case .begun = begun else { throw SQLiteError(code: .misuse, message: "\(begun)", path: "") }
        }

        /// As the appliance does in a task of its own.
        func work() async throws {
            while let game = try await removals.next() {
                try await removals.work(on: game, GameRemovalStore.Following())
            }
        }

        /// How many rows each table has; none of them points to one that is not there.
        func rows() async throws -> [String: Int64] {
            try await database.read("count") { db throws(SQLiteError) in
                let dangling = try db.rows("PRAGMA foreign_key_check") { row throws(SQLiteError) in
                    try row.text(0)
                }
                #expect(dangling.isEmpty)
                let left = try db.first(
                    "SELECT count(*) FROM results WHERE install NOT IN (SELECT id FROM installs)"
                ) { row throws(SQLiteError) in try row.integer(0) }
                #expect(left == 0)
                var rows: [String: Int64] = [:]
                for table in try db.rows(
                    "SELECT name FROM sqlite_schema WHERE type = 'table'",
                    read: { row throws(SQLiteError) in try row.text(0) }
                ) {
                    rows[table] = try db.first("SELECT count(*) FROM \(table)") { row throws(SQLiteError) in
                        try row.integer(0)
                    }
                }
                return rows
            }
        }

        /// Whether SQLite looks for rows that point to what is deleted, as it does but for a moment.
        func looksForRows() async throws -> Bool {
            try await database.write("pragma") { db throws(SQLiteError) in
                try db.first("PRAGMA foreign_keys") { row throws(SQLiteError) in try row.flag(0) } ?? false
            }
        }

        func sql(_ text: String) async throws {
            try await database.write("sql") { db throws(SQLiteError) in try db.execute(text) }
        }
    }

    @Test("half of everything stays, and whoever plays another game")
    func half() async throws {
        let world = try await World()
        let before = try await world.rows()
        try await world.begin()
        #expect(try await world.join.arena.games.game("worm") == nil)
        #expect(try await world.join.arena.games.games().map(\.game.facts.slug) == ["snake"])
        #expect(try await world.join.arena.register(30, game: "worm") == .noGame)
        try await world.work()
        let after = try await world.rows()
        for table in Self.tables where table != "players" {
            #expect(after[table] == (before[table] ?? 0) / 2, "\(table)")
        }
        let names = try await world.database.read("names") { db throws(SQLiteError) in
            try db.rows("SELECT name FROM players WHERE merged_into IS NULL ORDER BY id") {
                row throws(SQLiteError) in try row.text(0)
            }
        }
        #expect(names.count == 2 && names.contains("Guest of snake"))
        #expect(try await world.join.arena.games.game("snake")?.boards.count == 1)
    }

    @Test("what stops within any table goes on as if nothing had been", arguments: tables)
    func stopped(table: String) async throws {
        let whole = try await World()
        try await whole.begin()
        try await whole.work()
        let world = try await World()
        try await world.begin()
        try await world.sql(
            "CREATE TRIGGER stop BEFORE DELETE ON \(table) BEGIN SELECT raise(ABORT, 'the plug'); END"
        )
        await #expect(throws: SQLiteError.self) { try await world.work() }
        _ = try await world.rows()
        #expect(try await world.looksForRows())
        #expect(try await world.join.arena.games.game("worm") == nil)
        try await world.sql("DROP TRIGGER stop")
        try await world.work()
        #expect(try await world.rows() == (try await whole.rows()))
    }

    @Test("a stop between any two steps leaves the rest to the next start")
    func stoppedByTheBox() async throws {
        try await StepStop.everywhere { stop async throws -> World in
            let world = try await World(observer: stop.observer)
            try await world.begin()
            return world
        } work: { world in
            let removals = world.removals
            return {
                guard let game = try await removals.next() else { return }
                try await removals.work(on: game, GameRemovalStore.Following())
            }
        } outcome: { world in
            try await world.rows().map { "\($0.key) \($0.value)" }.sorted()
        }
    }

    @Test("results that went are not counted among those that are kept")
    func counted() async throws {
        let world = try await World()
        try await world.ledger.count()
        try await world.begin()
        try await world.work()
        try await world.ledger.forgetRemoved()
        let anew = ResultLedger(database: world.database, mostResults: 1_000)
        try await anew.count()
        #expect(world.ledger.kept == anew.kept)
        #expect(anew.kept?.total == 2)
    }

    @Test("its name has to be typed in, and it has to be behind the door")
    func refused() async throws {
        let world = try await World()
        let removals = world.removals
        #expect(
            try await removals.begin("worm", named: "snake", by: "x", at: Self.noon) == .otherName("Snake")
        )
        #expect(try await removals.begin("mole", named: "Snake", by: "x", at: Self.noon) == .noGame)
        let door = GameDoor.developer(5)
        #expect(
            try await removals.begin("worm", named: "Snake", through: door, by: "x", at: Self.noon) == .noGame
        )
        #expect(try await removals.next() == nil)
        try await world.begin()
        #expect(try await removals.begin("worm", named: "Snake", by: "x", at: Self.noon) == .noGame)
        let hidden = "-\(try #require(try await removals.next()))"
        #expect(try await removals.begin(hidden, named: "Snake", by: "x", at: Self.noon) == .noGame)
        #expect(try await world.join.arena.games.game(hidden) == nil)
    }
}
