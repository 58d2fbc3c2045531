import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

/// Of a file over 16 MB not every value is looked at when it is opened; in memory none is.
@Suite("Values that were never stored, in a file that is too large to be read through")
struct LargeValuesTests {
    private static let noon = ArenaFixture.noon
    private static let tomorrow = noon.advanced(by: DuelFixture.day)

    /// Numbers that are reckoned with.
    static let columns = [
        "standings.count", "standings.base_count", "standings.seq", "standings.last", "standings.base_seq",
        "standings.season",
        "hidden_bases.count", "archives.count", "archives.start", "archives.ends", "archive_chunks.part",
        "archive_places.first", "archive_hidden.position", "results.at", "results.state", "players.until",
        "players.version", "players.updated_at", "boards.version", "boards.season_after", "boards.all_after",
        "boards.season_from", "boards.decimals", "games.key_version", "games.created_at", "duels.started_seq",
        "duels.seconds", "duels.version", "duels.ends_at", "duels.created_at", "duels.creator_seq",
        "hidings.up_to", "hidings.at", "hidings.results", "hidden_results.seq", "recovery_codes.used_at",
        "login_locks.failures", "login_locks.at", "letters.due_at", "letters.tries", "news.at",
        "installs.registered_at", "friends.at", "folded.seq",
    ]

    /// The ends of Int64, and what stands beside the bounds that are written in the tables.
    private static let numbers: [Int64] = [.max, .min, -1, 1 << 53, 1 << 32, 0, .max - 999, .min + 1]

    /// What nobody has who plays here.
    private static let others = """
        UPDATE players SET merged_into = 1, until = 3000000000 WHERE id = 3;
        INSERT INTO recovery_codes (hash, player, used_at) VALUES (zeroblob(32), 1, 5);
        INSERT INTO login_locks (address, place, failures, at) VALUES (zeroblob(32), 'home', 7, 1795348800);
        INSERT INTO letters (kind, subject, due_at, expires_at, tries) VALUES ('contact', '1', 5, 4000000000, 1);
        INSERT INTO hidings (game, up_to, state, at, actor) VALUES (1, 3, 0, 5, 'the owner');
        INSERT INTO hidden_results (hiding, seq, before) VALUES (1, 2, 0);
        INSERT INTO hidden_bases (hiding, board, season, install, score, seq, last, count)
            VALUES (1, 1, 0, 1, 5, 1, 1, 1);
        INSERT INTO archive_hidden (archive, seq, player, score, position)
            SELECT min(id), 2, 2, 20, 1 FROM archives WHERE span = 'day';
        UPDATE standings SET base_score = 1, base_seq = 1, base_count = 1;
        UPDATE boards SET season = 1, season_from = 5
        """

    /// A board with a pace and a day that is over, a duel that runs, and something in every table that is asked for.
    private func fixture() async throws -> DuelFixture {
        let fixture = try await DuelFixture(players: 3) { rules in
            rules.pace = 5
            rules.windows = [.day]
        }
        let players = fixture.players
        _ = try await fixture.begin(players[0], players[1], at: LargeValuesTests.noon)
        for (place, player) in players.enumerated() {
            try await fixture.submit(Int64(place * 10), of: player, at: LargeValuesTests.noon)
        }
        _ = try await fixture.ledger.fold(most: 100)
        let archives = ArchiveStore(database: fixture.arena.database)
        _ = try await archives.keep(at: LargeValuesTests.noon)
        _ = try await archives.keep(at: LargeValuesTests.tomorrow)
        for sql in LargeValuesTests.others.split(separator: ";") { try await change(String(sql), fixture) }
        return fixture
    }

    /// Past the conditions of the tables, as somebody changes a file.
    private func change(_ sql: String, _ fixture: DuelFixture) async throws {
        try await fixture.arena.database.write("change") { db throws(SQLiteError) in
            try db.execute("PRAGMA ignore_check_constraints = ON")
            try db.execute(sql)
            try db.execute("PRAGMA ignore_check_constraints = OFF")
        }
    }

    @Test(
        "none ends the process, whatever it is reckoned with: what cannot be is refused",
        arguments: columns
    )
    func column(name: String) async throws {
        let (table, column) = pair(name)
        for number in LargeValuesTests.numbers.prefix(TestEffort.size(2, most: 8)) {
            let fixture = try await fixture()
            // Where a key has to differ, one row has it.
            try await change("UPDATE OR IGNORE \(table) SET \(column) = \(number)", fixture)
            #expect(try await isStored(number, in: table, column, fixture))
            await use(fixture)
        }
    }

    private func pair(_ name: String) -> (String, String) {
        let parts = name.split(separator: ".")
        return (String(parts[0]), String(parts[1]))
    }

    private func isStored(_ number: Int64, in table: String, _ column: String, _ fixture: DuelFixture)
        async throws -> Bool
    {
        try await fixture.arena.database.read("look") { db throws(SQLiteError) in
            try db.first("SELECT 1 FROM \(table) WHERE \(column) = \(number)") { _ in true } ?? false
        }
    }

    @Test(
        "nor a position that no order has, in the list of who is where",
        arguments: [Int64.max, .min, 0, -1]
    )
    func position(score: Int64) async throws {
        let fixture = try await fixture()
        let row = ArchiveRows.Row(player: 1, score: score)
        let bytes = ArchiveRows(rank: 1, rows: [row]).bytes
        try await fixture.arena.database.write("change") { db throws(SQLiteError) in
            try db.execute("UPDATE archive_places SET rows = ?1", .blob(bytes))
        }
        await use(fixture)
        #expect(ArchiveStore.position(row) == nil)
    }

    /// Does all that reckons; an error is an answer.
    private func use(_ fixture: DuelFixture) async {
        await attempt { try await orders(fixture) }
        await attempt { try await boards(fixture) }
        await attempt { _ = try await fixture.ledger.own(1, on: try await listed(fixture)) }
        await attempt { _ = try await fixture.arena.players.export(1) }
        for player in fixture.players.prefix(2) {
            await attempt { try await fixture.submit(90, of: player, at: LargeValuesTests.tomorrow) }
        }
        await attempt { try await people(fixture) }
        await attempt { try await duels(fixture) }
        await attempt { try await hidings(fixture) }
        await attempt { _ = try await fixture.ledger.fold(most: 100) }
        await attempt {
            _ = try await fixture.ledger.sweep(at: LargeValuesTests.noon.advanced(by: 1 << 33), most: 2)
        }
        await attempt { try await merge(fixture) }
    }

    private func attempt(_ work: () async throws -> Void) async {
        do { try await work() } catch {}
    }

    private func listed(_ fixture: DuelFixture) async throws -> [GameBoard] {
        try await fixture.arena.games.game("snake")?.boards ?? []
    }

    /// Orders that are over, and what is to be put together.
    private func orders(_ fixture: DuelFixture) async throws {
        let archives = ArchiveStore(database: fixture.arena.database)
        let board = try #require(try await listed(fixture).first)
        let edge = BoardEdge(score: 5, sequence: -1)
        let far = BoardEdge(score: 5, sequence: .min)
        for archive in try await archives.list(board.id) {
            for start in [
                BoardStart.first, .after(edge), .after(far), .before(edge), .before(far), .around(1),
            ] {
                await attempt { _ = try await archives.page(of: archive, from: start, most: 100) }
            }
            await attempt { _ = try await archives.rows(of: [1, 2], in: archive) }
        }
        await attempt {
            _ = try await archives.beginsOfWeek([1, 2], on: [board.id], at: LargeValuesTests.noon)
        }
        await attempt { _ = try await archives.keep(at: LargeValuesTests.tomorrow.advanced(by: 86_400)) }
    }

    /// Boards in memory, and what is changed of games.
    private func boards(_ fixture: DuelFixture) async throws {
        let arena = fixture.arena
        let shelf = BoardShelf(database: arena.database, memory: 1 << 20)
        let now = LargeValuesTests.tomorrow
        let game = try #require(try await arena.games.game("snake"))
        let board = try #require(game.boards.first)
        await attempt { _ = try await shelf.load(board, at: now) }
        _ = shelf.look(at: board.id, at: now) { $0.places(of: 1) }
        _ = shelf.look(at: board.id, at: now) { $0.page(of: .all, from: .around(1), most: 9) }
        _ = ScoreText(board.rules).text(.min)
        _ = game.game.keys.accepted(at: now)
        _ = game.game.keys.replaced(at: now)
        var rules = board.rules
        rules.unit = "pts"
        await attempt { _ = try await arena.games.put(rules, of: "snake", version: board.version) }
        await attempt {
            _ = try await GameTally(database: arena.database).figures(of: [game.game], at: now)
        }
    }

    /// Codes, locks and letters.
    private func people(_ fixture: DuelFixture) async throws {
        let (database, now) = (fixture.arena.database, LargeValuesTests.tomorrow)
        let hash = [UInt8](repeating: 0, count: 32)
        await attempt { _ = try await fixture.arena.joins.preview(hash, by: .install(2), at: now) }
        await attempt {
            try await database.write("lock") { db throws(SQLiteError) in
                var lock = try LoginLockTable.find(hash, .home, at: now, db)
                _ = lock.wait(at: now)
                lock.count(at: now)
                try LoginLockTable.put(lock, hash, db)
            }
        }
        let terms = LetterStore.Terms(most: 9, owner: "o@example.org", confirmation: hash)
        _ = try await LetterStore(database: database).lease(terms, at: now)
    }

    private func duels(_ fixture: DuelFixture) async throws {
        await attempt { _ = try await fixture.duels.nextDue() }
        let now = LargeValuesTests.tomorrow
        await attempt { _ = try await fixture.duels.decideDue(at: now, most: 9, then: { _ in }) }
        await attempt { try await fixture.judge(1, counts: false, at: now) }
        await attempt { try await fixture.judge(1, counts: true, at: now) }
    }

    private func hidings(_ fixture: DuelFixture) async throws {
        let hidings = HidingStore(fixture.ledger)
        let now = LargeValuesTests.tomorrow
        if let hiding = try await hidings.next() { try await hidings.work(on: hiding, at: now, .init()) }
        _ = try await hidings.undo(1, of: OpenedGame("snake"), by: "the owner", at: now)
        if let hiding = try await hidings.next() { try await hidings.work(on: hiding, at: now, .init()) }
    }

    private func merge(_ fixture: DuelFixture) async throws {
        try await fixture.arena.database.write("merge") { db throws(SQLiteError) in
            guard let from = try PlayerTable.player(1, db), let into = try PlayerTable.player(2, db) else {
                return
            }
            let now = try PlayerTable.time(nil, db)
            try PlayerMerge(of: from, into: into, db).write(at: now, ahead: nil, db)
        }
    }
}
