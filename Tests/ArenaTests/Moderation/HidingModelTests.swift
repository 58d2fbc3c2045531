import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Results that are hidden together")
struct HidingModelTests {
    private let noon = ArenaFixture.noon
    private let day: Int64 = 86_400

    private func wish(_ fixture: HidingFixture, _ random: inout SeededGenerator, at now: UnixTime)
        -> HidingSelection
    {
        var selection = HidingSelection()
        let kind = Int.random(in: 0..<6, using: &random)
        if kind == 0 {
            selection.result = fixture.seasons.played.randomElement(using: &random)?.sequence ?? 1
            return selection
        }
        if kind == 1 || kind == 5 {
            let player = Int64.random(in: 1...8, using: &random)
            selection.player = HidingSelection.Player(id: player, code: "p\(player)")
        }
        if kind == 2 || kind == 5 {
            selection.since = now.advanced(by: -.random(in: 0...(3 * day), using: &random))
        }
        if kind == 3 {
            selection.board = fixture.board.id
            selection.above = .random(in: 5...20, using: &random)
        }
        if kind == 4 {
            selection.board = fixture.board.id
            selection.below = .random(in: -20 ... -5, using: &random)
            selection.until = now.advanced(by: -.random(in: 0...day, using: &random))
        }
        return selection
    }

    private func check(_ fixture: HidingFixture, at now: UnixTime) async throws {
        let seasons = fixture.seasons
        #expect(try await fixture.stored() == seasons.hidden)
        #expect(try await seasons.rows(.all, at: now) == seasons.model { _ in true })
        let zone = try #require(CivilZone(named: "Europe/Warsaw"))
        for window in [BoardWindow.day, .week] {
            let period = BoardPeriod(window, at: now, in: zone)
            let rows = try await seasons.rows(.window(window), at: now)
            #expect(rows == seasons.model { $0.at >= period.start && $0.at < period.end })
        }
        if let after = seasons.board.season?.after {
            #expect(try await seasons.rows(.season, at: now) == seasons.model { $0.sequence > after })
        }
    }

    @Test(
        "whatever is hidden, undone, judged, folded and submitted, boards are what counts; at once and in steps",
        arguments: 1...UInt64(TestEffort.rounds(2, most: 8))
    )
    func stream(round: UInt64) async throws {
        var random = SeededGenerator.announced(for: "hidings, round \(round)")
        let counts = BoardOperator.allCases[Int(round % 3)]
        let fixture = try await HidingFixture(players: 8, few: round.isMultiple(of: 2) ? 3 : 200) { rules in
            rules.counts = counts
            rules.isAscending = round % 4 < 2
            rules.windows = [.day, .week]
        }
        let seasons = fixture.seasons
        if random.one(in: 2) { _ = try await seasons.change(.next(nil), at: noon) }
        var (now, made): (UnixTime, [Int64]) = (noon, [])
        for _ in 0..<TestEffort.rounds(50, most: 260) {
            now = now.advanced(by: .random(in: 0...(day / 4), using: &random))
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<50:
                let player = seasons.players.randomElement(using: &random) ?? 1
                try await seasons.submit(.random(in: -20...20, using: &random), of: player, at: now)
            case 50..<58:
                if let id = try await fixture.hide(wish(fixture, &random, at: now), at: now) {
                    made.append(id)
                }
            case 58..<66:
                if let id = made.randomElement(using: &random) { _ = try await fixture.undo(id, at: now) }
            case 66..<74:
                guard let one = seasons.played.randomElement(using: &random) else { continue }
                try await fixture.judge(one.sequence, counts: .random(using: &random))
            case 74..<86: _ = try await seasons.ledger.fold(most: .random(in: 1...40, using: &random))
            case 86..<90: seasons.restart()
            case 90..<92 where seasons.board.season != nil: _ = try await seasons.change(.next(nil), at: now)
            default: try await check(fixture, at: now)
            }
        }
        for id in made { _ = try await fixture.undo(id, at: now) }
        try await check(fixture, at: now)
    }

    @Test("one that was interrupted is finished, wherever it was", arguments: [0, 1, 3])
    func interrupted(marked: Int) async throws {
        let fixture = try await HidingFixture(players: 3, few: 2)
        let seasons = fixture.seasons
        for score in 1...30 as ClosedRange<Int64> {
            try await seasons.submit(score, of: seasons.players[Int(score % 3)], at: noon)
        }
        _ = try await seasons.ledger.fold(most: 20)
        var selection = HidingSelection()
        (selection.board, selection.above) = (seasons.board.id, 10)
        let begun = try await fixture.hidings.begin(
            selection,
            of: OpenedGame("snake"),
            by: "the owner",
            at: noon
        )
        guard case .begun(let hiding) = begun else {
            Issue.record("not begun: \(begun)")
            return
        }
        try await seasons.arena.database.write("half") { db throws(SQLiteError) in
            for number in Int64(11)..<Int64(11 + marked) {
                try db.execute("UPDATE results SET state = 2 WHERE seq = ?1", .integer(number))
                try db.execute(
                    "INSERT INTO hidden_results VALUES (?1, ?2, 0)",
                    .integer(hiding.id),
                    .integer(number)
                )
            }
            try db.execute(
                "UPDATE hidings SET results = ?2 WHERE id = ?1",
                .integer(hiding.id),
                .integer(Int64(marked))
            )
        }
        seasons.restart()
        try await fixture.work(at: noon)
        #expect(try await fixture.stored() == Set(11...30))
        #expect(try await seasons.rows(.all, at: noon).map { $0[1] } == [10, 9, 8])
        let done = try #require(try await fixture.hidings.find(hiding.id, of: OpenedGame("snake")))
        #expect(done.state == .hidden && done.results == 20 && done.players == 3)
        _ = try await fixture.undo(hiding.id, at: noon)
        #expect(try await seasons.rows(.all, at: noon).map { $0[1] } == [30, 29, 28])
    }
}
