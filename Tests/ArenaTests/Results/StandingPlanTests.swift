import Testing

@testable import Arena
@testable import Core

/// A board has a standing for everybody who played it; what one player has must not cost a look at all of them.
@Suite("How the database finds what a player has on a board")
struct StandingPlanTests {
    private static let queries = [
        "own results": ResultLedger.notedQuery, "standing": StandingRows.standingQuery,
    ]

    @Test(
        "it begins with the player's installations, and seeks one standing for each",
        arguments: queries.keys.sorted()
    )
    func plan(name: String) async throws {
        let fixture = try await ArenaFixture()
        var sql = try #require(StandingPlanTests.queries[name])
        // Which values they are makes no difference to the plan.
        for number in 1...3 { sql = sql.replacing("?\(number)", with: "1") }
        let statement = "EXPLAIN QUERY PLAN \(sql)"
        let plan = try await fixture.database.read("explain") { db throws(SQLiteError) in
            try db.rows(statement) { row throws(SQLiteError) in try row.text(3) }
        }
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
}
