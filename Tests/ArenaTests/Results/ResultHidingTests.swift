import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Hiding and restoring results")
struct ResultHidingTests {
    private let noon = ArenaFixture.noon
    private let day: Int64 = 86_400

    @Test("the next best counts at once, folded or not, and comes back", arguments: [false, true])
    func next(isFolded: Bool) async throws {
        let fixture = try await SeasonFixture(players: 2) { $0.windows = [.day] }
        _ = try await fixture.change(.next(nil), at: noon)
        for score in [5, 9, 7] as [Int64] {
            try await fixture.submit(score, of: fixture.players[0], at: noon)
        }
        try await fixture.submit(6, of: fixture.players[1], at: noon)
        if isFolded { _ = try await fixture.ledger.fold(most: 100) }
        let spans = [BoardSpan.all, .season, .window(.day)]
        let first: [[Int64]] = [[1, 9, 1, 1], [2, 6, 2, 2]]
        for span in spans { #expect(try await fixture.rows(span, at: noon) == first) }
        try await fixture.judge(2, counts: false)
        for span in spans {
            #expect(try await fixture.rows(span, at: noon) == [[1, 7, 1, 1], [2, 6, 2, 2]])
        }
        try await fixture.judge(3, counts: false)
        try await fixture.judge(3, counts: false)
        for span in spans {
            #expect(try await fixture.rows(span, at: noon) == [[2, 6, 1, 1], [1, 5, 2, 2]])
        }
        try await fixture.judge(1, counts: false)
        for span in spans { #expect(try await fixture.rows(span, at: noon) == [[2, 6, 1, 1]]) }
        fixture.restart()
        for number in Int64(1)...3 { try await fixture.judge(number, counts: true) }
        for span in spans { #expect(try await fixture.rows(span, at: noon) == first) }
    }

    @Test("what is unknown, another game's, or not kept any more is none")
    func unknown() async throws {
        let fixture = try await SeasonFixture(players: 1)
        try await fixture.submit(5, of: fixture.players[0], at: noon)
        for (number, game) in [
            (Int64(2), "snake"), (0, "snake"), (-1, "snake"), (.max, "snake"), (1, "chess"),
        ] {
            let outcome = try await fixture.ledger.judge(
                number,
                of: OpenedGame(game),
                counts: false,
                by: "the owner"
            ) { _ in }
            #expect(outcome == .unknown, "\(number) of \(game)")
        }
    }

    @Test(
        "whatever is submitted, hidden, restored, folded, swept and removed, boards are what counts",
        arguments: 1...UInt64(TestEffort.rounds(2, most: 6))
    )
    func stream(round: UInt64) async throws {
        var random = SeededGenerator.announced(for: "hiding, round \(round)")
        let counts = BoardOperator.allCases[Int(round % 3)]
        let fixture = try await SeasonFixture(players: 8) { rules in
            rules.counts = counts
            rules.isAscending = round.isMultiple(of: 2)
            rules.windows = [.day, .week]
        }
        let zone = try #require(CivilZone(named: "Europe/Warsaw"))
        if Bool.random(using: &random) { _ = try await fixture.change(.next(nil), at: noon) }
        var now = noon
        for _ in 0..<TestEffort.rounds(60, most: 300) {
            now = now.advanced(by: .random(in: 0...(day / 2), using: &random))
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<50:
                let player = fixture.players.randomElement(using: &random) ?? 1
                guard !fixture.removed.contains(player) else { continue }
                try await fixture.submit(.random(in: -20...20, using: &random), of: player, at: now)
            case 50..<70:
                guard let one = fixture.played.randomElement(using: &random) else { continue }
                try await fixture.judge(one.sequence, counts: .random(using: &random))
            case 70..<78: _ = try await fixture.ledger.fold(most: .random(in: 1...40, using: &random))
            case 78..<84:
                _ = try await fixture.ledger.sweep(at: now, most: .random(in: 1...20, using: &random))
            case 84..<86: try await fixture.remove(fixture.players.randomElement(using: &random) ?? 1)
            case 86..<88: fixture.restart()
            case 88..<90 where fixture.board.season != nil: _ = try await fixture.change(.next(nil), at: now)
            default:
                let after = fixture.board.season?.after ?? .max
                #expect(try await fixture.rows(.all, at: now) == fixture.model { _ in true })
                for window in [BoardWindow.day, .week] {
                    let period = BoardPeriod(window, at: now, in: zone)
                    let rows = try await fixture.rows(.window(window), at: now)
                    #expect(rows == fixture.model { $0.at >= period.start && $0.at < period.end })
                }
                if after < .max {
                    #expect(try await fixture.rows(.season, at: now) == fixture.model { $0.sequence > after })
                }
            }
        }
        let rows = try await fixture.rows(.all, at: now)
        let listed = try await BoardLines(database: fixture.arena.database).boards(of: rows.first?.first ?? 0)
        #expect(listed == (rows.isEmpty ? [] : [fixture.board.id]), "games I play agree")
    }

    @Test("a player sees its newest and best results with their states")
    func own() async throws {
        let fixture = try await SeasonFixture(players: 2) { $0.holdAbove = 90 }
        let player = fixture.players[0]
        for number in Int64(1)...30 {
            try await fixture.submit(number * 7 % 31, of: player, at: noon)
            if number.isMultiple(of: 13) { _ = try await fixture.ledger.fold(most: 100) }
        }
        try await fixture.submit(95, of: player, at: noon)
        try await fixture.judge(30, counts: false)
        for isFolded in [false, true] {
            if isFolded { _ = try await fixture.ledger.fold(most: 100) }
            let own = try #require(
                try await fixture.ledger.own(player, on: [fixture.board])[fixture.board.id]
            )
            #expect(own.newest.map(\.sequence) == Array((12...31).reversed()))
            #expect(own.newest[0].state == .held && own.newest[1].state == .hidden)
            #expect(own.best.map(\.score) == [30, 29, 28, 27, 26])
        }
        #expect(try await fixture.ledger.own(fixture.players[1], on: [fixture.board]).isEmpty)
    }

    @Test(
        "a player's only result on a board is its own again when it is restored or accepted",
        arguments: [5, 95]
    )
    func only(score: Int64) async throws {
        let fixture = try await SeasonFixture(players: 1) { $0.holdAbove = 90 }
        let player = fixture.players[0]
        try await fixture.submit(score, of: player, at: noon)
        _ = try await fixture.ledger.fold(most: 100)
        try await fixture.judge(1, counts: false)
        try await fixture.judge(1, counts: true)
        let own = try await fixture.ledger.own(player, on: [fixture.board])[fixture.board.id]
        #expect(own?.newest.map(\.sequence) == [1] && own?.best.map(\.score) == [score])
    }

    @Test("hidden results take none of the best places of a player's own")
    func nextBest() async throws {
        let fixture = try await SeasonFixture(players: 1) { _ in }
        let player = fixture.players[0]
        for score in 1...40 as ClosedRange<Int64> {
            try await fixture.submit(41 - score, of: player, at: noon)
        }
        _ = try await fixture.ledger.fold(most: 100)
        for number in 1...5 as ClosedRange<Int64> { try await fixture.judge(number, counts: false) }
        let own = try await fixture.ledger.own(player, on: [fixture.board])[fixture.board.id]
        #expect(own?.best.map(\.score) == [35, 34, 33, 32, 31])
        #expect(own?.newest.map(\.sequence) == Array((21...40).reversed()))
    }

    @Test("what is noted of recent results comes back, and bytes that nobody wrote are none")
    func codec() {
        var random = SeededGenerator.announced(for: "recent results")
        for isAscending in [true, false] {
            var recent = RecentResults()
            var all: [RecentResults.Entry] = []
            for sequence in Int64(1)...200 {
                let score =
                    [Int64.min, .max, 0, .random(in: -9...9, using: &random)].randomElement(using: &random)
                    ?? 0
                let entry = RecentResults.Entry(
                    sequence: sequence * 3,
                    score: score,
                    counts: .random(using: &random)
                )
                all.append(entry)
                recent.add(entry, isAscending: isAscending)
                #expect(RecentResults(recent.bytes) == recent && recent.bytes.count <= RecentResults.longest)
                #expect(recent.entries.suffix(20) == all.suffix(20))
                let best = RecentResults.best(of: all, isAscending: isAscending)
                #expect(RecentResults.best(of: recent.entries, isAscending: isAscending) == best)
            }
            recent.add(RecentResults.Entry(sequence: 3, score: 0), isAscending: isAscending)
            #expect(recent.entries.last?.sequence == 600, "what was noted before is not noted again")
        }
        for bytes in [[1], [UInt8](repeating: 1, count: 416), [UInt8](repeating: 0, count: 16)] as [[UInt8]] {
            #expect(RecentResults(bytes) == nil)
        }
    }
}
