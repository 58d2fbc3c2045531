import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("What several results come to")
struct StandingFoldTests {
    /// Slow, and plain to see: results in the order of the ledger.
    private static func plain(_ results: [ResultStanding], _ rules: BoardOrdering) -> ResultStanding? {
        switch rules.counts {
        case .latest:
            let run = results.reversed().prefix { $0.score == results.last?.score }
            return run.last
        case .sum:
            let by = results.last { $0.score != 0 } ?? results.first
            let sum = results.reduce(0) { $0 + $1.score }
            return by.map { ResultStanding(score: sum, sequence: $0.sequence) }
        case .best:
            let best = rules.isAscending ? results.map(\.score).min() : results.map(\.score).max()
            return results.first { $0.score == best }
        }
    }

    /// One by one.
    private static func added(_ results: [ResultStanding], _ rules: BoardOrdering) -> StandingSum? {
        results.reduce(nil) { sum, one in
            sum?.adding(one, by: rules) ?? StandingSum(one, by: rules.counts)
        }
    }

    private static func results(_ random: inout SeededGenerator) -> [ResultStanding] {
        (1...Int.random(in: 1...12, using: &random)).map { number in
            ResultStanding(score: .random(in: -1...1, using: &random), sequence: Int64(number))
        }
    }

    @Test(
        "one by one, in memory and as they are kept",
        arguments: BoardOperator.allCases,
        [true, false]
    )
    func added(rule: BoardOperator, isAscending: Bool) {
        var random = SeededGenerator.announced(for: "adding \(rule), \(isAscending)")
        let rules = BoardOrdering(isAscending: isAscending, counts: rule)
        for round in 0..<TestEffort.rounds(30) {
            let results = Self.results(&random)
            let sum = Self.added(results, rules)
            let expected = Self.plain(results, rules)
            #expect(sum?.standing == expected, "round \(round): \(results)")
            #expect(sum?.count == Int64(results.count))
            let inMemory = results.dropFirst().reduce(results[0]) { $0.adding($1, by: rules) }
            #expect(inMemory == expected, "round \(round): \(results)")
        }
    }

    /// As two players do who become one: of `latest`, the one who played last has the score and the place.
    @Test(
        "of several installations, in whatever order they are merged",
        arguments: BoardOperator.allCases,
        [true, false]
    )
    func merged(rule: BoardOperator, isAscending: Bool) {
        var random = SeededGenerator.announced(for: "merging \(rule), \(isAscending)")
        let rules = BoardOrdering(isAscending: isAscending, counts: rule)
        for round in 0..<TestEffort.rounds(30) {
            let results = Self.results(&random)
            let owners = results.map { _ in Int.random(in: 0..<4, using: &random) }
            let installs = (0..<4).map { install in
                zip(results, owners).filter { $0.1 == install }.map(\.0)
            }
            var parts = installs.compactMap { Self.added($0, rules) }.shuffled(using: &random)
            while parts.count > 1 {
                let one = parts.remove(at: .random(in: 0..<parts.count, using: &random))
                let place = Int.random(in: 0..<parts.count, using: &random)
                parts[place] = parts[place].merged(with: one, by: rules)
            }
            let newest = installs.first { $0.last == results.last } ?? []
            let expected = Self.plain(rule == .latest ? newest : results, rules)
            #expect(parts.first?.standing == expected, "round \(round): \(installs)")
            #expect(parts.first?.count == Int64(results.count))
        }
    }

    @Test("a result that comes behind newer ones is put in as if it were of another installation")
    func late() {
        let newer = ResultStanding(score: 5, sequence: 9)
        let older = ResultStanding(score: 7, sequence: 3)
        let expected: [BoardOperator: ResultStanding] = [
            .best: older, .latest: newer, .sum: ResultStanding(score: 12, sequence: 9),
        ]
        for (rule, standing) in expected {
            let rules = BoardOrdering(isAscending: false, counts: rule)
            #expect(StandingSum(newer, by: rule).adding(older, by: rules).standing == standing, "\(rule)")
        }
    }

    @Test(
        "whatever a file says of them, sums and counts end where theirs do",
        arguments: [Int64.max, .min, -1, 0, StandingSum.mostCounted]
    )
    func held(count: Int64) {
        for rule in BoardOperator.allCases {
            let rules = BoardOrdering(isAscending: false, counts: rule)
            for score in [Int64.min, -1, 1, .max] {
                let odd = StandingSum(
                    standing: ResultStanding(score: score, sequence: 1),
                    last: 1,
                    count: count
                )
                for sum in [
                    odd.adding(ResultStanding(score: score, sequence: .max), by: rules),
                    odd.merged(with: odd, by: rules),
                ] {
                    #expect((1...StandingSum.mostCounted).contains(sum.count), "\(rule), \(score)")
                    #expect(sum.standing.score.signum() == score.signum())
                }
            }
        }
    }

    @Test("folded in steps of any size the file has what one pass has", arguments: BoardOperator.allCases)
    func folded(rule: BoardOperator) async throws {
        var random = SeededGenerator.announced(for: "folding \(rule)")
        let arena = try await ArenaFixture()
        try await arena.addGame()
        _ = try await arena.board { rules in
            (rules.counts, rules.isAscending) = (rule, true)
        }
        let installs = [try await arena.install(1), try await arena.install(2), try await arena.install(3)]
        // The first two are one player's.
        try await arena.database.write("join") { db throws(SQLiteError) in
            try db.execute("UPDATE installs SET player = 1 WHERE id = 2")
        }
        let ledger = ResultLedger(database: arena.database, mostResults: 1_000)
        var results: [(install: Int64, standing: ResultStanding)] = []
        for number in 1...TestEffort.rounds(30, most: 120) {
            let install = installs[Int.random(in: 0..<3, using: &random)]
            let score = Int64.random(in: -1...1, using: &random)
            let key = [UInt8](repeating: 0, count: 15) + [UInt8(number)]
            _ = try await ledger.submit(
                [Submission(key: key, board: "level-1", score: score)],
                of: install,
                at: ArenaFixture.noon,
                standings: { _, _ in .notLoaded },
                then: { _ in }
            )
            results.append((install, ResultStanding(score: score, sequence: Int64(number))))
            if Bool.random(using: &random) {
                _ = try await ledger.fold(most: .random(in: 1...7, using: &random))
            }
        }
        while try await ledger.fold(most: 5) > 0 {}
        let stored = try await arena.database.read("standings") { db throws(SQLiteError) in
            try db.rows("SELECT install, score, seq, count FROM standings") { row throws(SQLiteError) in
                [try row.integer(0), try row.integer(1), try row.integer(2), try row.integer(3)]
            }
        }
        #expect(stored.count == Set(results.map(\.install)).count)
        let rules = BoardOrdering(isAscending: true, counts: rule)
        for row in stored {
            let own = results.filter { $0.install == row[0] }.map(\.standing)
            // Where the latest counts, an installation goes on from what its player has.
            let seen = results.filter { one in
                rule == .latest && row[0] < 3
                    ? one.install < 3 && one.standing.sequence <= own.last?.sequence ?? 0
                    : one.install == row[0]
            }
            let expected = Self.plain(seen.map(\.standing), rules)
            #expect(row == [row[0], expected?.score ?? 0, expected?.sequence ?? 0, Int64(own.count)])
        }
    }
}
