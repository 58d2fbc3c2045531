import CoreSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Words that files hold as numbers")
struct StoredWordTests {
    /// Files of before would say something else.
    @Test("each has its own number, which stays")
    func numbers() {
        #expect(ResultState.stored == [.counts, .held, .hidden])
        #expect(DuelBody.State.stored == [.waiting, .running, .over])
        #expect(HidingBody.State.stored == [.hiding, .hidden, .undoing, .undone, .final])
        #expect(Set(ResultState.stored) == Set(ResultState.allCases))
        #expect(Set(DuelBody.State.stored) == Set(DuelBody.State.allCases))
        #expect(Set(HidingBody.State.stored) == Set(HidingBody.State.allCases))
        #expect(ResultState.hidden.number == 2 && ResultState(number: 2) == .hidden)
        #expect([-1, 3, .max, .min].allSatisfy { ResultState(number: $0) == nil })
    }
}

@Suite("Values of a restored arena")
struct ArenaBoundsTests {
    private static let running = "UPDATE boards SET season = 2, season_from = 5"
    private static let season =
        "\(running); INSERT INTO standings (board, season, install, score, seq, last, count) VALUES"
    private static let archive = "\(running); INSERT INTO archives VALUES (1, 1,"

    /// What somebody changed in a file that is sound in every other way, and a word of the refusal; nil: it is taken.
    static let changes: [(sql: String, word: String?)] = [
        ("DELETE FROM probe", nil),
        ("UPDATE folded SET seq = 3", "folded"),
        ("UPDATE boards SET season_after = 0; UPDATE folded SET seq = -1", "one of folded"),
        ("INSERT INTO folded VALUES (0)", "more than one row"),
        ("UPDATE folded SET seq = 0", "not put together yet"),
        ("DELETE FROM folded", "not put together yet"),
        ("DELETE FROM standings; UPDATE folded SET seq = 0", nil),
        ("DELETE FROM results", nil),
        ("UPDATE results SET install = 9", "not there"),
        ("UPDATE results SET install = -1", "one of results"),
        ("UPDATE games SET style = '.a {}', style_tag = '00ff'", nil),
        ("UPDATE games SET style = '.a {}'", "one of games"),
        ("UPDATE games SET style = '.a {}', style_tag = '\"><b>'", "one of games"),
        ("UPDATE games SET name = 'Snake' || char(27) || '[2J'", "one of games"),
        ("UPDATE games SET name = 'Snake' || char(8238)", "one of games"),
        ("UPDATE games SET description = 'two' || char(10) || 'lines'", nil),
        ("UPDATE games SET name = 'two' || char(10) || 'lines'", "one of games"),
        ("REPLACE INTO game_fronts (game, genre, price, currency) VALUES (1, 'word', 499, 'EUR')", nil),
        ("REPLACE INTO game_fronts (game, price, currency) VALUES (1, 0, 'EUR')", "one of game_fronts"),
        ("REPLACE INTO game_fronts (game, shop) VALUES (1, 'javascript:alert(1)')", "one of game_fronts"),
        ("UPDATE games SET submissions = 'server'", nil),
        ("UPDATE games SET submissions = 'nobody'", "one of games"),
        ("UPDATE boards SET format = 'decimals', decimals = 4294967296", "one of boards"),
        ("UPDATE standings SET seq = 2", "not put together yet"),
        ("UPDATE standings SET score = 9223372036854775807", nil),
        ("UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'results'", "used up"),
        ("UPDATE person_cursor SET sequence = -1", "one of person_cursor"),
        ("INSERT INTO person_cursor VALUES (0, 0)", "more than one row"),
        ("DELETE FROM person_cursor", nil),
        ("UPDATE boards SET season = 1", "one of boards"),
        ("UPDATE boards SET season = 1, season_from = 5, season_after = 1", nil),
        ("UPDATE boards SET season = 1, season_from = 5, season_after = 2", "not put together yet"),
        ("\(season) (1, 1, 1, -9223372036854775808, 1, 1, 1)", nil),
        ("\(season) (1, 2, 1, 5, 1, 1, 1)", nil),
        ("\(season) (1, 3, 1, 5, 1, 1, 1)", "season never was"),
        ("\(season) (1, 1, 1, 5, 1, 1, 0)", "one of standings"),
        ("\(season) (1, 1, 1, 5, 2, 1, 1)", "not put together yet"),
        ("\(season) (1, 1, 1, 5, 1, 2, 1)", "not put together yet"),
        ("\(season) (1, 1, 1, 5, 1, 0, 1)", nil),
        ("\(season) (1, 1, 1, 5, 1, -1, 1)", "one of standings"),
        ("UPDATE standings SET base_score = -9223372036854775808", nil),
        ("UPDATE standings SET recent = zeroblob(401)", "one of standings"),
        ("\(archive) 'season', '1', 5, 6, 0, 'best', NULL)", nil),
        ("\(archive) 'season', '2', 5, 6, 0, 'best', NULL)", "not over"),
        ("\(archive) 'season', '0', 5, 6, 0, 'best', NULL)", "not over"),
        ("\(archive) 'day', '1', 5, 6, 0, 'best', NULL)", "one of archives"),
        ("\(archive) 'day', '1', 5, 6, 0, 'best', 0)", nil),
        ("\(archive) 'day', '1', 5, 6, 0, 'best', 1)", "lacks some of its rows"),
        ("\(archive) 'day', '1', 5, 6, 0, 'best', 1); INSERT INTO archive_chunks VALUES (1, 0, x'01')", nil),
        ("\(archive) 'all', '1', 5, 6, 0, 'best', 1)", nil),
        (
            "\(archive) 'all', '1', 5, 6, 0, 'best', 1); INSERT INTO archive_places VALUES (1, 1, x'')",
            "one of archive_places"
        ),
        ("\(archive) 'day', '1', 6, 5, 0, 'best', 1)", "one of archives"),
    ]

    private static func file(in folder: ScratchFolder) -> DatabaseFile {
        DatabaseFile(path: folder.path + "/arena.db", durability: .full, damage: .report)
    }

    /// Two results, one of which is put together.
    private static let played = PreparedFile { folder in
        let file = ArenaBoundsTests.file(in: folder)
        let arena = try await ArenaFixture(file: file)
        try await arena.addGame()
        _ = try await arena.board()
        let ola = try await arena.install(1)
        let ledger = ResultLedger(database: arena.database, mostResults: 100)
        for key in UInt8(1)...2 {
            let submission = Submission(key: [UInt8](repeating: key, count: 16), board: "level-1", score: 5)
            _ = try await ledger.submit(
                [submission],
                of: ola,
                at: ArenaFixture.noon,
                standings: { _, _ in .notLoaded },
                then: { _ in }
            )
        }
        _ = try await ledger.fold(most: 1)
        await arena.database.close()
        return file.path
    }

    @Test("marks that would break what follows them are refused, each in words", arguments: changes)
    func refused(sql: String, word: String?) async throws {
        let folder = try ScratchFolder()
        let file = ArenaBoundsTests.file(in: folder)
        let path = file.path
        try await ArenaBoundsTests.played.copy(to: path)
        let migrations = ArenaDatabase.tables.migrations
        let (database, _) = try await Database.open(file, migrations: migrations, now: nil)
        try await database.write("change it") { db throws(SQLiteError) in
            try db.execute("PRAGMA ignore_check_constraints = ON")
            for statement in sql.split(separator: ";") { try db.execute(String(statement)) }
        }
        await database.close()
        guard let word else {
            try StateSnapshot.check(path, ArenaDatabase.tables, comesFromElsewhere: true)
            return
        }
        let refusal = await failure(DatabaseError.self) {
            try StateSnapshot.check(path, ArenaDatabase.tables, comesFromElsewhere: true)
        }
        #expect(refusal?.description.contains(word) == true, "\(sql): \(String(describing: refusal))")
    }
}
