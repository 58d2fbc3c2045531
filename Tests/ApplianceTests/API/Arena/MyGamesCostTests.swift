import Core
import Serving
import TestSupport
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena

/// A player with boards without number: what one look at all of them asks of the file.
@Suite("What a page of all games costs")
struct MyGamesCostTests {
    private static let boards = (0..<100).map { "board-\($0)" }

    /// Two friends who have a result on each board, all of which are in memory; `asked`: names of all that the file is asked; `code`: of the
    /// second.
    private func arena() async throws -> (arena: ArenaService, asked: Locked<[String]>, code: String) {
        let asked = Locked<[String]>([])
        // Of a database in memory the observer is told of reads as well.
        let file = try await Database.open(
            .memory,
            migrations: ArenaDatabase.tables.migrations,
            now: nil,
            observer: Database.Observer { name in asked.withLock { $0.append(name) } }
        ).database
        let arena = try await ArenaServiceFixture.arena(boards: MyGamesCostTests.boards, file)
        for number in 1...2 { _ = try await ArenaServiceFixture.install(number, file) }
        try await file.write("play") { db throws(SQLiteError) in
            try db.execute("INSERT INTO friends (low, high, inviter, type, at) VALUES (1, 2, 1, 2, 0)")
            try db.execute(
                """
                INSERT INTO results (key, install, board, score, at, state)
                SELECT randomblob(16), installs.id, boards.id, 5, ?1, 0 FROM installs CROSS JOIN boards
                """,
                .integer(APIFixture.noon.seconds)
            )
        }
        let code = try await file.read("code") { db throws(SQLiteError) in
            try db.first("SELECT code FROM players WHERE id = 2") { row throws(SQLiteError) in try row.text(0)
            }
        }
        _ = try await arena.games(of: 1, at: APIFixture.noon)
        return (arena, asked, try #require(code))
    }

    @Test("a hundred boards are told of by few looks into the file")
    func games() async throws {
        let (arena, asked, _) = try await arena()
        asked.withLock { $0 = [] }
        let body = try await arena.games(of: 1, at: APIFixture.noon)
        #expect(body.games.map(\.boards.count) == [MyGamesCostTests.boards.count])
        let names = asked.withLock { $0 }
        #expect((1...5).contains(names.count), "\(names)")
    }

    @Test("and so is a friend's page, with both on each board")
    func friend() async throws {
        let (arena, asked, code) = try await arena()
        asked.withLock { $0 = [] }
        let body = try await arena.friend(code, of: 1, at: APIFixture.noon)
        #expect(body.games.map(\.boards.count) == [MyGamesCostTests.boards.count])
        #expect(body.newest.count == 10)
        let names = asked.withLock { $0 }
        #expect((1...6).contains(names.count), "\(names)")
    }
}
