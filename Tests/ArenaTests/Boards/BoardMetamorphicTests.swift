import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

/// What has to hold between two boards, whatever the right order of either is.
@Suite("Boards that were played alike")
struct BoardMetamorphicTests {
    private static let rounds = 1...UInt64(TestEffort.rounds(1, most: 3))
    private let noon = ArenaFixture.noon

    private struct Sent {
        let player: Int
        let score: Int64
    }

    /// Many ties, and the ends of what can be negated.
    private func stream(_ count: Int, players: Int, _ random: inout SeededGenerator) -> [Sent] {
        (0..<count).map { _ in
            let score: Int64 =
                [.random(in: -5...5, using: &random), .random(in: -1_000...1_000, using: &random), 1 << 53]
                .randomElement(using: &random) ?? 0
            return Sent(player: .random(in: 0..<players, using: &random), score: score)
        }
    }

    /// Everybody's player, score, position and rank when this was sent, by the index as it followed and as it is loaded.
    private func rows(
        _ sent: [Sent],
        players: Int,
        _ rules: (inout BoardRules) -> Void
    ) async throws -> [[Int64]] {
        let fixture = try await SeasonFixture(players: players, rules)
        _ = try await fixture.rows(.all, at: noon)
        for one in sent { try await fixture.submit(one.score, of: fixture.players[one.player], at: noon) }
        let followed = try await fixture.rows(.all, at: noon)
        fixture.restart()
        #expect(try await fixture.rows(.all, at: noon) == followed)
        return followed
    }

    @Test(
        "with every score negated, a board on which less is better has the same order",
        arguments: BoardOperator.allCases,
        rounds
    )
    func negated(counts: BoardOperator, round: UInt64) async throws {
        var random = SeededGenerator.announced(for: "negated scores, round \(round)")
        let sent = stream(150, players: 25, &random).map { one in
            counts == .sum ? Sent(player: one.player, score: one.score % 1_000) : one
        }
        let extremes = counts == .sum ? [] : [Sent(player: 0, score: .max), Sent(player: 1, score: -.max)]
        let all = sent + extremes
        let more = try await rows(all, players: 25) { $0.counts = counts }
        let less = try await rows(all.map { Sent(player: $0.player, score: -$0.score) }, players: 25) {
            rules in
            rules.counts = counts
            rules.isAscending = true
        }
        #expect(more == less.map { [$0[0], -$0[1], $0[2], $0[3]] })
    }

    @Test(
        "who has different scores is in the same order, in whatever order they come",
        arguments: [BoardOperator.best, .sum],
        rounds
    )
    func arrival(counts: BoardOperator, round: UInt64) async throws {
        var random = SeededGenerator.announced(for: "order of arrival, round \(round)")
        let isAscending = round.isMultiple(of: 2)
        // Each player's results have bits of its own: neither they nor their sums are anybody else's.
        let sent = (0..<90).map { (number: Int) -> Sent in
            let player = number % 30
            let sign: Int64 = number < 30 ? 1 : -1
            let score: Int64 = Int64(player + 1) * 10_000 * sign + Int64(number)
            return Sent(player: player, score: score)
        }
        var first: [[Int64]]?
        for _ in 0..<3 {
            let found = try await rows(sent.shuffled(using: &random), players: 30) { rules in
                rules.counts = counts
                rules.isAscending = isAscending
            }
            #expect(Set(found.map { $0[1] }).count == 30, "different scores")
            #expect(found == first ?? found)
            first = found
        }
    }

    @Test(
        "a worse player moves nobody above, and moves those below by one place",
        arguments: BoardOperator.allCases,
        [false, true]
    )
    func worse(counts: BoardOperator, isAscending: Bool) async throws {
        var random = SeededGenerator.announced(for: "a worse player, \(counts.rawValue)")
        let fixture = try await SeasonFixture(players: 40) { rules in
            rules.counts = counts
            rules.isAscending = isAscending
        }
        for one in stream(120, players: 20, &random) {
            let score = counts == .sum ? one.score % 1_000 : one.score
            try await fixture.submit(score, of: fixture.players[one.player], at: noon)
        }
        for newcomer in 20..<40 {
            let before = try await fixture.rows(.all, at: noon)
            let score = before.randomElement(using: &random)?[1] ?? 0
            try await fixture.submit(score, of: fixture.players[newcomer], at: noon)
            let after = try await fixture.rows(.all, at: noon)
            let place = try #require(after.firstIndex { $0[0] == Int64(newcomer + 1) })
            #expect(after[..<place] == before[..<place])
            let below = before[place...].map { [$0[0], $0[1], $0[2] + 1, $0[3] + 1] }
            #expect(Array(after[(place + 1)...]) == below, "behind all who have as much")
        }
    }
}
