import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Results that come late to a border")
struct ArchiveReopeningTests {
    private let noon = ArenaFixture.noon

    private func fixture(_ windows: Set<BoardWindow> = [.day]) async throws -> (SeasonFixture, BoardPeriod) {
        let fixture = try await SeasonFixture(players: 6) { $0.windows = windows }
        let zone = try #require(CivilZone(named: "Europe/Warsaw"))
        let day = BoardPeriod(.day, at: noon, in: zone)
        try await fixture.submit(5, of: fixture.players[0], at: noon)
        return (fixture, day)
    }

    @Test("one that read the clock before a border and was stored after it is in the order that is over")
    func waited() async throws {
        let (fixture, day) = try await fixture()
        let border = day.end
        _ = try await fixture.archives.keep(at: border)
        #expect(try await fixture.rows(day.span, day.id) == [[1, 5, 1, 1]])
        try await fixture.submit(9, of: fixture.players[1], at: border.advanced(by: -1))
        #expect(fixture.reopened.withLock { $0 } == 1)
        _ = try await fixture.archives.keep(at: border.advanced(by: 1))
        #expect(try await fixture.rows(day.span, day.id) == [[2, 9, 1, 1], [1, 5, 2, 2]])
        try await fixture.submit(9, of: fixture.players[2], at: border.advanced(by: 2))
        #expect(fixture.reopened.withLock { $0 } == 1, "what comes in time opens nothing")
    }

    @Test(
        "so is one that comes after the clock was put back over the border, a little or far",
        arguments: [20, 200_000]
    )
    func putBack(seconds: Int) async throws {
        let (fixture, day) = try await fixture()
        let border = day.end
        _ = try await fixture.archives.keep(at: border.advanced(by: Int64(seconds) - 15))
        #expect(try await fixture.rows(day.span, day.id) == [[1, 5, 1, 1]])
        try await fixture.submit(9, of: fixture.players[1], at: border.advanced(by: -15))
        #expect(fixture.reopened.withLock { $0 } == 1)
        // Whether somebody looks meanwhile or not.
        if seconds > 100 { _ = try await fixture.archives.keep(at: border.advanced(by: -10)) }
        _ = try await fixture.archives.keep(at: border.advanced(by: Int64(seconds)))
        #expect(try await fixture.rows(day.span, day.id) == [[2, 9, 1, 1], [1, 5, 2, 2]])
        let ids = try await fixture.archives.list(fixture.board.id).map(\.period.id)
        #expect(Set(ids).count == ids.count && ids.contains(day.id))
    }

    @Test("one that is stored between the reading of an order and its storing is not lost either")
    func between() async throws {
        let (fixture, day) = try await fixture()
        let border = day.end
        let due = ArchiveSurvey.Due(board: fixture.board, period: day)
        let orders = try await fixture.archives.orders([due])
        try await fixture.submit(9, of: fixture.players[1], at: border.advanced(by: -1))
        #expect(try await !fixture.archives.store(orders))
        #expect(try await fixture.rows(day.span, day.id) == nil)
        _ = try await fixture.archives.keep(at: border.advanced(by: 1))
        #expect(try await fixture.rows(day.span, day.id) == [[2, 9, 1, 1], [1, 5, 2, 2]])
    }

    @Test("the order with which a week begins has it as well")
    func week() async throws {
        let (fixture, _) = try await fixture([])
        let zone = try #require(CivilZone(named: "Europe/Warsaw"))
        let monday = BoardPeriod(.week, at: noon, in: zone).end
        _ = try await fixture.archives.keep(at: monday)
        try await fixture.submit(9, of: fixture.players[1], at: monday.advanced(by: -1))
        _ = try await fixture.archives.keep(at: monday.advanced(by: 1))
        #expect(try await fixture.archives.beginOfWeek(2, on: fixture.board.id, at: monday) == 1)
        #expect(try await fixture.archives.beginOfWeek(1, on: fixture.board.id, at: monday) == 2)
    }

    @Test(
        "whenever results are stored and somebody looks, each is in the order of its day",
        arguments: 1...UInt64(TestEffort.rounds(1, most: 6))
    )
    func stream(round: UInt64) async throws {
        var random = SeededGenerator.announced(for: "late results, round \(round)")
        let fixture = try await SeasonFixture(players: 6) { $0.windows = [.day, .week] }
        let zone = try #require(CivilZone(named: "Europe/Warsaw"))
        var now = noon
        let steps = TestEffort.rounds(30, most: 120)
        for _ in 0..<steps {
            // Mostly onwards; sometimes a step back, or a result of somebody who waited for ten seconds.
            now = now.advanced(by: .random(in: -20...20_000, using: &random))
            let late = now.advanced(by: -.random(in: 0...10, using: &random))
            if Bool.random(using: &random) { _ = try await fixture.archives.keep(at: now) }
            let border = BoardPeriod(.day, at: now, in: zone).end
            if Int.random(in: 0..<3, using: &random) == 0 {
                now = border.advanced(by: .random(in: -3...3, using: &random))
                _ = try await fixture.archives.keep(at: now)
            }
            let player = fixture.players.randomElement(using: &random) ?? 1
            let at =
                Bool.random(using: &random) ? late : now.advanced(by: -.random(in: 0...5, using: &random))
            try await fixture.submit(.random(in: 0...50, using: &random), of: player, at: at)
        }
        now = now.advanced(by: 86_400)
        _ = try await fixture.archives.keep(at: now)
        let listed = try await fixture.archives.list(fixture.board.id)
        #expect(listed.count >= 12 || steps < 120)
        for archive in listed {
            let period = archive.period
            let model = fixture.model { $0.at >= period.start && $0.at < period.end }
            #expect(try await fixture.rows(period.span, period.id) == model, "\(period.id)")
        }
    }
}
