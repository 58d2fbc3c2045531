import Testing

@testable import Arena
@testable import Core

/// A board has a standing for everybody who played it; what one player has must not cost a look at all of them.
@Suite("How the database finds what a player has on a board")
struct StandingPlanTests {
    private static let queries = [
        "own results": ResultLedger.notedQuery, "standing": StandingRows.standingQuery,
        "boards": BoardLines.boardsQuery,
    ]

    @Test(
        "it begins with the player's installations, and seeks one standing for each",
        arguments: queries.keys.sorted()
    )
    func plan(name: String) async throws {
        let fixture = try await ArenaFixture()
        let plan = try await plan(try #require(StandingPlanTests.queries[name]), fixture)
        let standings = plan.filter { $0.contains(" standings ") }
        #expect(standings.count == 1 && standings.allSatisfy { $0.contains("install=?") }, "\(plan)")
        let first = plan.first { $0.hasPrefix("SEARCH") || $0.hasPrefix("SCAN") }
        #expect(
            first?.contains(" installs USING COVERING INDEX installs_of_players (player=?)") == true,
            "\(plan)"
        )
        // The one row that says how far results are put together.
        #expect(plan.filter { $0.hasPrefix("SCAN") && !$0.contains("folded") } == [])
    }

    private func plan(_ query: String, _ fixture: ArenaFixture) async throws -> [String] {
        // Which values they are makes no difference to the plan.
        let sql = (1...4).reduce(query) { $0.replacing("?\($1)", with: "1") }
        return try await fixture.database.read("explain") { db throws(SQLiteError) in
            try db.rows("EXPLAIN QUERY PLAN \(sql)") { row throws(SQLiteError) in try row.text(3) }
        }
    }

    /// What is not put together yet: up to some ten thousand results of all players.
    private static let unfolded = [
        "own results": ResultLedger.restQuery, "boards": BoardLines.boardsQuery,
        "standing": StandingRows.standingQuery,
    ]

    @Test(
        "results that no standing has yet are read by their numbers, and for none its installation is looked up",
        arguments: unfolded.keys.sorted()
    )
    func rest(name: String) async throws {
        let fixture = try await ArenaFixture()
        let plan = try await plan(try #require(StandingPlanTests.unfolded[name]), fixture)
        let results = plan.filter { $0.contains(" results") }
        #expect(results == ["SEARCH results USING INTEGER PRIMARY KEY (rowid>?)"], "\(plan)")
        let installs = plan.filter { $0.contains(" installs ") }
        #expect(installs.allSatisfy { $0.contains("installs_of_players (player=?)") }, "\(plan)")
    }

    @Test("what does not count is sought for each of a player's installations, whatever others sent")
    func aside() async throws {
        let plan = try await plan(ResultLedger.asideQuery, try await ArenaFixture())
        #expect(
            plan == ["SEARCH results USING INDEX results_aside_of_installs (install=? AND board=?)"],
            "\(plan)"
        )
    }
}
