import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Seasons of boards")
struct SeasonStoreTests {
    private let noon = ArenaFixture.noon

    private func after(_ seconds: Int64) -> UnixTime { noon.advanced(by: seconds) }

    @Test("a season begins empty, all time goes on, and what ended stays as it was")
    func seasons() async throws {
        let fixture = try await SeasonFixture(players: 3)
        let one = fixture.players
        try await fixture.submit(10, of: one[0], at: noon)
        #expect(try await fixture.change(.end(after(60)), at: noon).words == "refused season")
        #expect(try await fixture.change(.next(nil), at: after(10)).words == "begun 1")
        #expect(try await fixture.rows(.season, at: after(10)) == [])
        try await fixture.submit(7, of: one[1], at: after(11))
        try await fixture.submit(5, of: one[0], at: after(12))
        #expect(try await fixture.rows(.season, at: after(12)) == [[2, 7, 1, 1], [1, 5, 2, 2]])
        #expect(try await fixture.rows(.all, at: after(12)) == [[1, 10, 1, 1], [2, 7, 2, 2]])
        #expect(try await fixture.change(.next(nil), at: after(20)).words == "begun 2")
        #expect(try await fixture.rows(.season, at: after(20)) == [])
        #expect(try await fixture.rows(.season, "1") == nil, "nobody has put it together yet")
        try await fixture.submit(100, of: one[2], at: after(21))
        try await fixture.archives.finishSeasons()
        #expect(try await fixture.rows(.season, "1") == [[2, 7, 1, 1], [1, 5, 2, 2]])
        let listed = try await fixture.archives.list(fixture.board.id)
        #expect(listed.map(\.period.id) == ["1"] && listed.first?.count == 2)
        #expect(listed.first?.period.start == after(10) && listed.first?.period.end == after(20))
    }

    @Test(
        "a planned end comes in its instant, with a shelf that was there and with one that was not",
        arguments: [true, false]
    )
    func planned(restarts: Bool) async throws {
        let fixture = try await SeasonFixture(players: 2)
        _ = try await fixture.change(.next(nil), at: noon)
        #expect(try await fixture.change(.end(after(100)), at: noon).words == "changed 1")
        #expect(try await fixture.change(.end(noon), at: noon).words == "refused at")
        try await fixture.submit(1, of: fixture.players[0], at: after(99))
        #expect(try await fixture.rows(.season, at: after(99)).count == 1)
        if restarts { fixture.restart() }
        #expect(try await fixture.rows(.season, at: after(100)) == [])
        #expect(fixture.board.season == BoardSeason(number: 2, from: after(100), after: 1))
        try await fixture.submit(2, of: fixture.players[1], at: after(100))
        // A clock that goes back moves nothing.
        #expect(try await fixture.rows(.season, at: after(98)) == [[2, 2, 1, 1]])
        try await fixture.submit(3, of: fixture.players[1], at: after(98))
        #expect(try await fixture.rows(.season, at: after(101)) == [[2, 3, 1, 1]])
        try await fixture.archives.finishSeasons()
        #expect(try await fixture.rows(.season, "1") == [[1, 1, 1, 1]])
    }

    @Test("a planned end can be taken back, and one season is ended once")
    func kept() async throws {
        let fixture = try await SeasonFixture(players: 1)
        _ = try await fixture.change(.next(nil), at: noon)
        _ = try await fixture.change(.end(after(100)), at: noon)
        #expect(try await fixture.change(.keep, at: noon).words == "changed 1")
        _ = try await fixture.rows(.season, at: after(200))
        #expect(fixture.board.season?.number == 1)
        let stale = try await fixture.seasons.change("level-1", of: "snake", season: 0, .next(nil), at: noon)
        { _ in }
        #expect(stale.words == "conflict 1")
        for (game, board) in [("none", "level-1"), ("snake", "none")] {
            let none = try await fixture.seasons.change(board, of: game, season: 0, .keep, at: noon) { _ in }
            #expect(none == (game == "none" ? .noGame : .noBoard))
        }
    }

    @Test("another order or operator begins all time and the running windows with the season")
    func rules() async throws {
        let fixture = try await SeasonFixture(players: 2) { $0.windows = [.day] }
        _ = try await fixture.change(.next(nil), at: noon)
        for score in Int64(1)...3 { try await fixture.submit(score, of: fixture.players[0], at: noon) }
        try await fixture.submit(9, of: fixture.players[1], at: noon)
        let rules = BoardOrdering(isAscending: true, counts: .sum)
        #expect(try await fixture.change(.next(rules), at: after(10)).words == "begun 2")
        #expect(fixture.board.rules.isAscending && fixture.board.rules.counts == .sum)
        for span in [BoardSpan.all, .season, .window(.day)] {
            #expect(try await fixture.rows(span, at: after(10)) == [], "\(span)")
        }
        for score in Int64(1)...3 { try await fixture.submit(score, of: fixture.players[0], at: after(11)) }
        for step in 0...2 {
            for span in [BoardSpan.all, .season, .window(.day)] {
                #expect(try await fixture.rows(span, at: after(12)) == [[1, 6, 1, 1]], "\(span)")
            }
            if step == 0 { fixture.restart() } else { _ = try await fixture.ledger.fold(most: 100) }
            fixture.restart()
        }
        try await fixture.archives.finishSeasons()
        #expect(
            try await fixture.rows(.season, "1") == [[2, 9, 1, 1], [1, 3, 2, 2]],
            "by the rules of its time"
        )
    }

    @Test(
        "whatever comes, seasons and all time are what was played in them",
        arguments: 1...UInt64(TestEffort.rounds(1, most: 6))
    )
    func stream(round: UInt64) async throws {
        var random = SeededGenerator.announced(for: "seasons, round \(round)")
        let counts = BoardOperator.allCases.randomElement(using: &random) ?? .best
        let fixture = try await SeasonFixture(players: 12) { rules in
            rules.counts = counts
            rules.isAscending = round.isMultiple(of: 2)
        }
        var now = noon
        var over: [String: [[Int64]]] = [:]
        var begins: Int64 = 0
        for _ in 0..<TestEffort.rounds(80, most: 300) {
            now = now.advanced(by: .random(in: 0...3, using: &random))
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<75:
                let player = fixture.players.randomElement(using: &random) ?? 1
                try await fixture.submit(.random(in: -20...20, using: &random), of: player, at: now)
            case 75..<80:
                let rules = BoardOrdering(fixture.board.rules)
                let (number, after) = (fixture.board.season?.number, fixture.board.season?.after ?? 0)
                if let number { over[String(number)] = fixture.model { $0.sequence > after } }
                let old = fixture.board.rules
                let other = BoardOrdering(isAscending: .random(using: &random), counts: counts)
                let isOther = Int.random(in: 0..<4, using: &random) == 0
                _ = try await fixture.change(.next(isOther ? other : rules), at: now)
                if isOther, BoardOrdering(old) != other { begins = fixture.board.season?.after ?? 0 }
            case 80..<85: _ = try await fixture.ledger.fold(most: .random(in: 1...40, using: &random))
            case 85..<90: try await fixture.archives.finishSeasons()
            case 90..<93: fixture.restart()
            default:
                let after = fixture.board.season?.after ?? .max
                let from = begins
                #expect(try await fixture.rows(.season, at: now) == fixture.model { $0.sequence > after })
                #expect(try await fixture.rows(.all, at: now) == fixture.model { $0.sequence > from })
            }
        }
        try await fixture.archives.finishSeasons()
        for (number, rows) in over {
            #expect(try await fixture.rows(.season, number) == rows, "season \(number)")
        }
        let left = try await fixture.arena.database.read("left") { db throws(SQLiteError) in
            try db.rows("SELECT DISTINCT season FROM standings WHERE season > 0") { row throws(SQLiteError) in
                try row.integer(0)
            }
        }
        #expect(Set(left).isSubset(of: [fixture.board.season?.number ?? 0]), "what ended leaves no rows")
    }
}

extension SeasonStore.Outcome {
    /// Short, for tests.
    fileprivate var words: String {
        switch self {
        case .begun(let board): "begun \(board.season?.number ?? 0)"
        case .changed(let board): "changed \(board.season?.number ?? 0)"
        case .conflict(let board): "conflict \(board.season?.number ?? 0)"
        case .refused(let refusal): "refused \(refusal.field)"
        case .noGame: "no game"
        case .noBoard: "no board"
        }
    }
}
