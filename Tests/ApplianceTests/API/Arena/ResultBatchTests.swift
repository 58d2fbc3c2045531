import Core
import Foundation
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Serving

@Suite("Results that are sent together")
struct ResultBatchTests {
    private let noon = APIFixture.noon

    private func submission(_ key: UInt8, _ board: String) -> Submission {
        Submission(key: [UInt8](repeating: key, count: 16), board: board, score: Int64(key))
    }

    /// An arena with two boards of which the second cannot be shown, and an installation.
    private func closed() async throws -> (arena: ArenaService, install: Int64) {
        let file = try await Database.open(.memory, migrations: ArenaDatabase.tables.migrations, now: nil)
            .database
        let arena = try await ArenaServiceFixture.arena(boards: ["a", "b"], file)
        let install = try await ArenaServiceFixture.install(1, file)
        let now = noon
        // Four thousand million numbers between two players of a board are too many; one's result is not kept any more.
        try await file.write("spoil a board") { db throws(SQLiteError) in
            try db.execute(
                """
                INSERT INTO results (seq, key, install, board, score, at, state)
                SELECT 5000000000, ?1, ?2, id, 5, ?3, 0 FROM boards WHERE slug = 'b'
                """,
                .blob([UInt8](repeating: 200, count: 16)),
                .integer(install),
                .integer(now.seconds)
            )
            try db.execute(
                """
                INSERT INTO players (code, name, folded, version, created_at, updated_at)
                VALUES ('ABCDEFGH', 'Jan', 'jan', 1, 0, 0)
                """
            )
            try db.execute(
                """
                INSERT INTO installs (install, secret, player, game, registered_at)
                SELECT 'x', secret, ?1, game, 0 FROM installs
                """,
                .integer(db.lastInsertedRow)
            )
            try db.execute(
                """
                INSERT INTO standings (board, season, install, score, seq, last, count)
                SELECT id, 0, ?1, 5, 1, 1, 1 FROM boards WHERE slug = 'b'
                """,
                .integer(db.lastInsertedRow)
            )
        }
        return (arena, install)
    }

    @Test("one whose board is closed by a failure has its own answer, and the others are taken")
    func closedBoard() async throws {
        let (arena, install) = try await closed()
        let listed = try #require(try await arena.game("snake"))
        let sent = [submission(3, "a"), submission(4, "b"), submission(5, "c"), submission(6, "a")]
        let taken = try #require(try await arena.submit(sent, of: install, to: listed, at: noon))
        let words = taken.map { one in
            switch one {
            case .outcome(.accepted(let result)): "accepted \(result.score)"
            case .outcome(.noBoard): "no board"
            case .outcome: "else"
            case .closed(let problem): problem.code ?? ""
            }
        }
        #expect(words == ["accepted 3", ArenaService.boardClosed, "no board", "accepted 6"])
        let alone = try #require(try await arena.submit([sent[1]], of: install, to: listed, at: noon))
        #expect(alone.count == 1)
        let again = try #require(try await arena.submit(sent, of: install, to: listed, at: noon))
        guard case .outcome(.repeated) = again[0], case .closed = again[1],
            case .outcome(.repeated) = again[3]
        else {
            Issue.record("\(again)")
            return
        }
    }
}
