import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Hiding: what is selected, undone, kept and written down")
struct HidingTests {
    private let noon = ArenaFixture.noon
    private let day: Int64 = 86_400

    @Test("a selection that is empty or contradicts itself is refused")
    func selections() {
        func refusal(_ change: (inout HidingSelection) -> Void) -> HidingSelection.Refusal? {
            var selection = HidingSelection()
            change(&selection)
            do throws(HidingSelection.Refusal) {
                _ = try selection.checked()
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal { _ in } == .empty)
        #expect(refusal { $0.board = 1 } == .empty)
        #expect(refusal { ($0.result, $0.board) = (1, 1) } == .resultAndMore)
        #expect(refusal { $0.above = 5 } == .scoreWithoutBoard)
        #expect(refusal { ($0.since, $0.until) = (noon, noon) } == .negativeSpan)
        #expect(refusal { ($0.board, $0.above) = (1, .max) } == .noScores)
        #expect(refusal { ($0.board, $0.below) = (1, .min) } == .noScores)
        #expect(refusal { ($0.board, $0.above, $0.below) = (1, 5, 6) } == .noScores)
        #expect(refusal { ($0.board, $0.above, $0.below) = (1, 5, 7) } == nil)
        #expect(refusal { ($0.board, $0.above) = (1, .min) } == nil)
        #expect(refusal { $0.result = 1 } == nil)
        #expect(refusal { $0.since = noon } == nil)
    }

    @Test("a preview says what would go and who leads then, and changes nothing", arguments: [0, 100])
    func preview(folded: Int) async throws {
        let fixture = try await HidingFixture(players: 3)
        let seasons = fixture.seasons
        for (player, score) in [(0, 50), (0, 900), (1, 70), (2, 60), (1, 800)] as [(Int, Int64)] {
            try await seasons.submit(score, of: seasons.players[player], at: noon)
        }
        if folded > 0 { _ = try await seasons.ledger.fold(most: folded) }
        let selection = fixture.selection { ($0.board, $0.above) = (seasons.board.id, 100) }
        let preview = try #require(try await fixture.hidings.preview(selection, of: OpenedGame("snake")))
        #expect(preview.results == 2 && preview.players == 2 && preview.older == 0)
        #expect(preview.boards.map { $0.before?.score } == [900])
        #expect(preview.boards.map { $0.after?.score } == [70])
        #expect(try await fixture.stored().isEmpty)
        #expect(try await fixture.hidings.preview(selection, of: OpenedGame("chess")) == nil)
    }

    @Test("it can be undone for thirty days, by its own game alone, and is final then")
    func late() async throws {
        let fixture = try await HidingFixture(players: 1)
        let seasons = fixture.seasons
        try await seasons.submit(5, of: seasons.players[0], at: noon)
        let end = noon.advanced(by: 30 * day)
        let selection = fixture.selection { $0.result = 1 }
        let id = try #require(try await fixture.hide(selection, at: noon))
        try await seasons.arena.addGame("chess")
        #expect(try await fixture.hidings.undo(id, of: OpenedGame("chess"), by: "x", at: noon) == .unknown)
        #expect(
            try await fixture.hidings.undo(id + 1, of: OpenedGame("snake"), by: "x", at: noon) == .unknown
        )
        #expect(try await fixture.hidings.undo(id, of: OpenedGame("snake"), by: "x", at: end) == .tooLate)
        #expect(
            try await fixture.hidings.begin(selection, of: OpenedGame("chess"), by: "x", at: noon)
                == .noResult
        )
        while try await !fixture.hidings.tidy(at: end) {}
        #expect(try await fixture.hidings.find(id, of: OpenedGame("snake"))?.state == .final)
        #expect(try await fixture.stored() == [1], "and stays hidden")
        #expect(
            try await fixture.hidings.begin(selection, of: OpenedGame("snake"), by: "x", at: end) == .nothing
        )
    }

    @Test("what two hidings have comes back with the second, and not at all when one of them became final")
    func overlapping() async throws {
        let fixture = try await HidingFixture(players: 1)
        let seasons = fixture.seasons
        for score in [5, 6] as [Int64] { try await seasons.submit(score, of: seasons.players[0], at: noon) }
        let first = try #require(try await fixture.hide(fixture.selection { $0.result = 1 }, at: noon))
        let later = noon.advanced(by: 20 * day)
        let second = try #require(try await fixture.hide(fixture.selection { $0.since = noon }, at: later))
        #expect(try await fixture.stored() == [1, 2])
        let end = noon.advanced(by: 30 * day)
        while try await !fixture.hidings.tidy(at: end) {}
        _ = try await fixture.hidings.undo(second, of: OpenedGame("snake"), by: "x", at: end)
        try await fixture.work(at: end)
        #expect(try await fixture.stored() == [1])
        #expect(try await fixture.hidings.find(first, of: OpenedGame("snake"))?.state == .final)
    }

    @Test("what is not kept one by one any more goes and comes back with the rest", arguments: [1, 200])
    func bases(few: Int) async throws {
        let fixture = try await HidingFixture(players: 2, few: few)
        let seasons = fixture.seasons
        for score in 1...8 as ClosedRange<Int64> {
            try await seasons.submit(score * 10, of: seasons.players[Int(score % 2)], at: noon)
        }
        _ = try await seasons.ledger.fold(most: 100)
        let late = noon.advanced(by: ArenaRules.resultLife + 1)
        #expect(try await seasons.ledger.sweep(at: late, most: 6) == 6)
        func scores() async throws -> [Int64] { try await seasons.rows(.all, at: late).map { $0[1] } }
        let above = fixture.selection { ($0.board, $0.above) = (seasons.board.id, 45) }
        let id = try #require(try await fixture.hide(above, at: late))
        #expect(try await scores() == [], "older ones were not told apart")
        _ = try await fixture.undo(id, at: late)
        #expect(try await scores() == [80, 70])
        let player = fixture.selection { $0.player = HidingSelection.Player(id: 1, code: "p") }
        let other = try #require(try await fixture.hide(player, at: late))
        #expect(try await scores() == [70])
        #expect(try await seasons.ledger.sweep(at: late, most: 6) == 2)
        seasons.restart()
        #expect(try await scores() == [70])
        _ = try await fixture.undo(other, at: late)
        #expect(try await scores() == [80, 70], "also what was let go of meanwhile")
    }

    @Test("a day that is over is made again without it, and a season loses its row until it is undone")
    func archives() async throws {
        let fixture = try await HidingFixture(players: 3) { $0.windows = [.day] }
        let seasons = fixture.seasons
        _ = try await seasons.change(.next(nil), at: noon)
        for (player, score) in [(0, 50), (0, 90), (1, 70), (2, 70)] as [(Int, Int64)] {
            try await seasons.submit(score, of: seasons.players[player], at: noon)
        }
        let next = noon.advanced(by: day)
        _ = try await seasons.change(.next(nil), at: next)
        _ = try await seasons.archives.keep(at: next)
        let period = try #require(
            try await seasons.archives.list(seasons.board.id).first { $0.period.span == .window(.day) }?
                .period.id
        )
        let before: [[Int64]] = [[1, 90, 1, 1], [2, 70, 2, 2], [3, 70, 3, 2]]
        #expect(try await seasons.rows(.season, "1") == before)
        #expect(try await seasons.rows(.window(.day), period) == before)
        let selection = fixture.selection { ($0.board, $0.above) = (seasons.board.id, 80) }
        let id = try #require(try await fixture.hide(selection, at: next))
        _ = try await seasons.archives.keep(at: next)
        #expect(try await seasons.rows(.season, "1") == [[2, 70, 1, 1], [3, 70, 2, 1]])
        #expect(
            try await seasons.rows(.window(.day), period) == [[2, 70, 1, 1], [3, 70, 2, 1], [1, 50, 3, 3]]
        )
        _ = try await fixture.undo(id, at: next)
        _ = try await seasons.archives.keep(at: next)
        #expect(try await seasons.rows(.season, "1") == before)
        #expect(try await seasons.rows(.window(.day), period) == before)
        let middle = try #require(try await fixture.hide(fixture.selection { $0.result = 3 }, at: next))
        #expect(try await seasons.rows(.season, "1") == [[1, 90, 1, 1], [3, 70, 2, 2]])
        _ = try await fixture.undo(middle, at: next)
        #expect(try await seasons.rows(.season, "1") == before, "of equal ones the earlier is ahead again")
    }

    @Test("duels are decided by what still counts, and again when it is undone", arguments: [1, 200])
    func duels(few: Int) async throws {
        let fixture = try await DuelFixture(players: 2)
        let hidings = HidingStore(fixture.ledger, few: few)
        let code = try await fixture.begin(1, 2, at: noon)
        for (score, player) in [(5, 1), (9, 1), (7, 2), (8, 1)] as [(Int64, Int64)] {
            try await fixture.submit(score, of: player, at: noon)
        }
        #expect(try await fixture.words(code) == "running 9:7")
        var selection = HidingSelection()
        (selection.board, selection.above) = (1, 7)
        guard
            case .begun(let hiding) = try await hidings.begin(
                selection,
                of: OpenedGame("snake"),
                by: "x",
                at: noon
            )
        else {
            Issue.record("not begun")
            return
        }
        func work() async throws {
            while let next = try await hidings.next() {
                try await hidings.work(on: next, at: noon, HidingStore.Following(duels: fixture.following))
            }
        }
        try await work()
        #expect(try await fixture.words(code) == "running 5:7")
        _ = try await hidings.undo(hiding.id, of: OpenedGame("snake"), by: "x", at: noon)
        try await work()
        #expect(try await fixture.words(code) == "running 9:7")
    }

    @Test("old results stay while somebody looks through all of them")
    func held() async throws {
        let fixture = try await HidingFixture(players: 1)
        let seasons = fixture.seasons
        try await seasons.submit(5, of: seasons.players[0], at: noon)
        _ = try await seasons.ledger.fold(most: 10)
        let late = noon.advanced(by: ArenaRules.resultLife + 1)
        seasons.ledger.edits.hold()
        #expect(try await seasons.ledger.sweep(at: late, most: 10) == 0)
        seasons.ledger.edits.release()
        #expect(try await seasons.ledger.sweep(at: late, most: 10) == 1)
    }
}
