import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("The pace of results that were rolled back")
struct PaceRollbackTests {
    private let noon = ArenaFixture.noon

    private struct Failed: Error {}

    /// A board that adds results, ten a minute, and whose commits fail as long as the switch is on.
    private func fixture() async throws -> (SeasonFixture, ResultLedger) {
        let fixture = try await SeasonFixture(players: 1) { rules in
            rules.counts = .sum
            rules.pace = 10
        }
        try await fixture.arena.database.write("make commits fail") { db throws(SQLiteError) in
            try db.execute("CREATE TABLE switch (is_on INTEGER NOT NULL)")
            try db.execute("INSERT INTO switch VALUES (0)")
            // Nobody looks at such a reference before the commit.
            try db.execute(
                "CREATE TABLE dangling (player INTEGER REFERENCES players (id) DEFERRABLE INITIALLY DEFERRED)"
            )
            try db.execute(
                """
                CREATE TRIGGER fail AFTER INSERT ON results WHEN (SELECT is_on FROM switch)
                BEGIN INSERT INTO dangling VALUES (999999); END
                """
            )
        }
        return (fixture, ResultLedger(database: fixture.arena.database, mostResults: 100))
    }

    private func turn(_ isOn: Bool, _ fixture: SeasonFixture) async throws {
        try await fixture.arena.database.write("turn") { db throws(SQLiteError) in
            try db.execute("UPDATE switch SET is_on = ?1", .flag(isOn))
        }
    }

    private func submit(
        _ scores: [(key: UInt8, score: Int64)],
        _ fixture: SeasonFixture,
        _ ledger: ResultLedger
    ) async throws -> [ResultState] {
        let submitted = try await ledger.submit(
            scores.map {
                Submission(key: [UInt8](repeating: $0.key, count: 16), board: "level-1", score: $0.score)
            },
            of: fixture.players[0],
            at: noon,
            standings: { _, _ in .notLoaded },
            then: { _ in }
        )
        guard case .outcomes(let outcomes) = submitted else { throw Failed() }
        return outcomes.compactMap { outcome in
            if case .accepted(let result) = outcome { result.state } else { nil }
        }
    }

    @Test("what was never committed takes nothing from the minute, what was before it does")
    func rolledBack() async throws {
        let (fixture, ledger) = try await fixture()
        // The first one has nothing before it, and is judged by the next.
        #expect(try await submit([(1, 1)], fixture, ledger) == [.counts])
        #expect(try await submit([(2, 4)], fixture, ledger) == [.counts])
        try await turn(true, fixture)
        await #expect(throws: SQLiteError.self) { _ = try await submit([(3, 5)], fixture, ledger) }
        try await turn(false, fixture)
        #expect(try await submit([(3, 5)], fixture, ledger) == [.counts], "the same again, after the failure")
        #expect(try await submit([(4, 1)], fixture, ledger) == [.held], "ten a minute")
    }

    @Test("another result under the number that was rolled back proves nothing")
    func number() async throws {
        let (fixture, ledger) = try await fixture()
        #expect(try await submit([(1, 1)], fixture, ledger) == [.counts])
        try await turn(true, fixture)
        await #expect(throws: SQLiteError.self) { _ = try await submit([(2, 9)], fixture, ledger) }
        try await turn(false, fixture)
        let other = try await fixture.arena.install(2)
        _ = try await ledger.submit(
            [Submission(key: [UInt8](repeating: 50, count: 16), board: "level-1", score: 1)],
            of: other,
            at: noon,
            standings: { _, _ in .notLoaded },
            then: { _ in }
        )
        #expect(try await submit([(2, 9)], fixture, ledger) == [.counts])
        #expect(try await submit([(3, 1)], fixture, ledger) == [.held])
    }

    @Test("results that are sent together see each other")
    func together() async throws {
        let (fixture, ledger) = try await fixture()
        #expect(
            try await submit([(1, 1), (2, 4), (3, 5), (4, 1), (5, 1)], fixture, ledger)
                == [.counts, .counts, .counts, .held, .held]
        )
    }
}
