import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("A player's own results")
struct OwnResultsTests {
    private let noon = ArenaFixture.noon

    @Test("what waits takes none of the best places, however good it is", arguments: [false, true])
    func held(isTogether: Bool) async throws {
        let fixture = try await SeasonFixture(players: 1) { $0.holdAbove = 100 }
        let player = fixture.players[0]
        for score in [500, 500, 500, 500, 500, 80] + [Int64](repeating: 10, count: 20) {
            try await fixture.submit(score, of: player, at: noon)
            if !isTogether { _ = try await fixture.ledger.fold(most: 10) }
        }
        _ = try await fixture.ledger.fold(most: 100)
        let own = try await fixture.ledger.own(player, on: [fixture.board])[fixture.board.id]
        #expect(own?.best.map(\.score) == [80, 10, 10, 10, 10])
        #expect(own?.newest.map(\.sequence) == Array((7...26).reversed()))
    }

    @Test("what waits alone is on its player's list once it is folded, however many of others wait since")
    func heldBehindOthers() async throws {
        let fixture = try await SeasonFixture(players: 2) { $0.holdAbove = 100 }
        let (player, other) = (fixture.players[0], fixture.players[1])
        try await fixture.submit(500, of: player, at: noon)
        let many = """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
            INSERT INTO results (key, install, board, score, at, state) SELECT randomblob(16), ?1, ?2, 900, ?3, 1 FROM n
            """
        let (board, now) = (fixture.board.id, noon)
        try await fixture.arena.database.write("many") { db throws(SQLiteError) in
            try db.execute(many, .integer(other), .integer(board), .integer(now.seconds))
        }
        while try await fixture.ledger.fold(most: 5_000) > 0 {}
        let own = try await fixture.ledger.own(player, on: [fixture.board])[board]
        #expect(own?.newest.map(\.score) == [500] && own?.best == [])
        let theirs = try await fixture.ledger.own(other, on: [fixture.board])[board]
        #expect(theirs?.newest.map(\.sequence) == Array((2_982...3_001).reversed()))
    }

    @Test(
        "whatever is sent, held, hidden, accepted and folded, the best are those of all that count",
        arguments: 1...UInt64(TestEffort.rounds(2, most: 8))
    )
    func stream(round: UInt64) async throws {
        var random = SeededGenerator.announced(for: "own results, round \(round)")
        let isAscending = round.isMultiple(of: 2)
        let fixture = try await SeasonFixture(players: 2) { rules in
            rules.isAscending = isAscending
            rules.holdAbove = isAscending ? 20 : 80
        }
        let player = fixture.players[0]
        for step in 0..<TestEffort.rounds(60, most: 250) {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let one = fixture.players.randomElement(using: &random) ?? 1
                try await fixture.submit(.random(in: 0...100, using: &random), of: one, at: noon)
            case 6:
                guard let one = fixture.played.randomElement(using: &random) else { continue }
                try await fixture.judge(one.sequence, counts: .random(using: &random))
            case 7: _ = try await fixture.ledger.fold(most: .random(in: 1...40, using: &random))
            default:
                let own = try await fixture.ledger.own(player, on: [fixture.board])[fixture.board.id]
                let mine = fixture.played.filter { $0.player == 1 }
                let counted = mine.filter { !fixture.hidden.contains($0.sequence) }.sorted { left, right in
                    if left.score != right.score { return (left.score < right.score) == isAscending }
                    return left.sequence < right.sequence
                }
                #expect(own?.best.map(\.sequence) ?? [] == counted.prefix(5).map(\.sequence), "step \(step)")
                let newest = mine.map(\.sequence).reversed().prefix(20)
                #expect(own?.newest.map(\.sequence) ?? [] == Array(newest), "step \(step)")
            }
        }
    }
}
