import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("What several results come to")
struct StandingFoldTests {
    /// Slow, and plain to see.
    private static func plain(_ results: [ResultStanding], _ rule: BoardOperator, _ isAscending: Bool)
        -> ResultStanding?
    {
        switch rule {
        case .latest: return results.max { $0.sequence < $1.sequence }
        case .sum:
            guard let last = results.map(\.sequence).max() else { return nil }
            return ResultStanding(score: results.reduce(0) { $0 + $1.score }, sequence: last)
        case .best:
            let best = isAscending ? results.map(\.score).min() : results.map(\.score).max()
            return results.filter { $0.score == best }.min { $0.sequence < $1.sequence }
        }
    }

    @Test(
        "in whatever parts and order they are put together",
        arguments: BoardOperator.allCases,
        [true, false]
    )
    func merged(rule: BoardOperator, isAscending: Bool) {
        var random = SeededGenerator.announced(for: "merging \(rule), \(isAscending)")
        for round in 0..<TestEffort.rounds(15) {
            let results = (1...Int.random(in: 1...12, using: &random)).map { number in
                ResultStanding(score: .random(in: -3...3, using: &random), sequence: Int64(number))
            }
            var parts = results.shuffled(using: &random)
            while parts.count > 1 {
                let one = parts.remove(at: .random(in: 0..<parts.count, using: &random))
                let place = Int.random(in: 0..<parts.count, using: &random)
                parts[place] = parts[place].merged(with: one, by: rule, isAscending: isAscending)
            }
            #expect(parts.first == Self.plain(results, rule, isAscending), "round \(round): \(results)")
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
        let ledger = ResultLedger(database: arena.database, mostResults: 1_000)
        var results: [Int64: [ResultStanding]] = [:]
        for number in 1...TestEffort.rounds(20, most: 120) {
            let install = installs[Int.random(in: 0..<3, using: &random)]
            let score = Int64.random(in: -20...20, using: &random)
            let key = [UInt8](repeating: 0, count: 15) + [UInt8(number)]
            _ = try await ledger.submit(
                [Submission(key: key, board: "level-1", score: score)],
                of: install,
                at: ArenaFixture.noon,
                standings: { _, _ in .notLoaded },
                then: { _ in }
            )
            results[install, default: []].append(ResultStanding(score: score, sequence: Int64(number)))
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
        #expect(stored.count == results.count)
        for row in stored {
            let own = results[row[0]] ?? []
            let expected = Self.plain(own, rule, true)
            #expect(row == [row[0], expected?.score ?? 0, expected?.sequence ?? 0, Int64(own.count)])
        }
    }
}
