import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

/// A large file is not read through when it is opened: what it says may be anything.
@Suite("Standings of a large file that were not looked at")
struct LargeStandingsTests {
    private let noon = ArenaFixture.noon

    /// As if somebody else had written it: bounds of columns do not hold.
    private func forge(_ sql: String, _ fixture: SeasonFixture) async throws {
        try await fixture.arena.database.write("forge") { db throws(SQLiteError) in
            try db.execute("PRAGMA ignore_check_constraints = 1")
            try db.execute(sql)
            try db.execute("PRAGMA ignore_check_constraints = 0")
        }
    }

    @Test(
        "results are put together with them, and what is written is within its bounds",
        arguments: ["count", "base_count", "score", "base_score", "last", "base_last"],
        [Int64.max, .min, -1]
    )
    func standings(column: String, value: Int64) async throws {
        for counts in BoardOperator.allCases {
            let fixture = try await SeasonFixture(players: 2) { $0.counts = counts }
            for score in [3, 4] as [Int64] {
                try await fixture.submit(score, of: fixture.players[0], at: noon)
            }
            _ = try await fixture.ledger.fold(most: 1)
            try await forge("UPDATE standings SET base_count = 1, \(column) = \(value)", fixture)
            _ = try? await fixture.ledger.fold(most: 10)
            let late = noon.advanced(by: ArenaRules.resultLife + 1)
            _ = try? await fixture.ledger.sweep(at: late, most: 10)
            fixture.restart()
            #expect(try await fixture.rows(.all, at: noon).count == 1, "\(counts)")
        }
    }

    @Test("an instant before all others is as long ago as can be", arguments: [Int64.min, .max])
    func pace(at: Int64) throws {
        var rules = BoardRules(slug: "b", name: "b")
        rules.pace = 5
        let earlier = SubmissionPolicy.Earlier(
            ResultStanding(score: 0, sequence: 1),
            at: UnixTime(seconds: at)
        )
        for now in [Int64.min, 0, .max] {
            let submission = Submission(key: [], board: "b", score: 9)
            _ = try SubmissionPolicy(rules).judge(submission, earlier: earlier, at: UnixTime(seconds: now))
        }
    }

    @Test("the last number that there can be ends the blocks of the ledger")
    func last() async throws {
        let fixture = try await SeasonFixture(players: 1)
        try await fixture.submit(1, of: fixture.players[0], at: noon)
        try await forge("UPDATE results SET seq = 9223372036854775807", fixture)
        let times = LedgerTimes(size: 1_000)
        let noon = noon
        let ranges = try await fixture.arena.database.read("ranges") { db throws(SQLiteError) in
            try times.ranges(since: noon, db)
        }
        #expect(ranges == [Int64.max...Int64.max])
    }
}
