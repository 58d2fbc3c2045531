import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Orders that are over, and clocks that are wrong")
struct ArchivePruningTests {
    private let noon = ArenaFixture.noon
    private let day: Int64 = 86_400

    /// A board that was played for fifteen months, whose results of the first year are gone; and when that was.
    private func played() async throws -> (SeasonFixture, now: UnixTime) {
        let fixture = try await SeasonFixture(players: 3) { $0.windows = [.month] }
        var now = noon
        for month in 0..<15 {
            now = noon.advanced(by: Int64(month) * 30 * day)
            try await fixture.submit(Int64(month), of: fixture.players[month % 3], at: now)
            _ = try await fixture.archives.keep(at: now)
        }
        while try await fixture.ledger.fold(most: 100) > 0 {}
        while try await fixture.ledger.sweep(at: now, most: 100) > 0 {}
        return (fixture, now)
    }

    private func listed(_ fixture: SeasonFixture) async throws -> [BoardArchive] {
        try await fixture.archives.list(fixture.board.id)
    }

    private func count(_ fixture: SeasonFixture) async throws -> Int64? {
        try await fixture.arena.database.read("count") { db throws(SQLiteError) in
            try db.first("SELECT count(*) FROM archives WHERE span = 'month'") { row throws(SQLiteError) in
                try row.integer(0)
            }
        }
    }

    @Test(
        "a clock that was ahead or behind for hours takes no month away for good",
        arguments: [30, 160, 400, -40, -160, -400]
    )
    func wrongClock(days: Int) async throws {
        let (fixture, now) = try await played()
        let before = try await listed(fixture).map { [$0.period.id, String($0.count ?? -1)] }
        #expect(before.count == 12)
        for hour in 0..<5 as Range<Int64> {
            _ = try await fixture.archives.keep(at: now.advanced(by: Int64(days) * day + hour * 3_600))
        }
        for second in 1..<3 as Range<Int64> {
            _ = try await fixture.archives.keep(at: now.advanced(by: second))
        }
        #expect(try await listed(fixture).map { [$0.period.id, String($0.count ?? -1)] } == before)
    }

    @Test("what is not listed any more goes once the clock went on for a week")
    func pruned() async throws {
        let (fixture, now) = try await played()
        let before = try await listed(fixture).map(\.period)
        #expect(try await count(fixture) == 14)
        for number in 0..<8 as Range<Int64> {
            _ = try await fixture.archives.keep(at: now.advanced(by: number * day))
        }
        #expect(try await listed(fixture).map(\.period).starts(with: before.prefix(1)))
        #expect(try await count(fixture) == 12)
    }

    @Test("a clock is believed a week after its last jump")
    func rule() {
        var pruning = ArchivePruning()
        for hour in 0..<(7 * 24) as Range<Int64> {
            #expect(pruning.look(at: noon.advanced(by: hour * 3_600)) == nil)
        }
        let week = noon.advanced(by: 7 * day)
        #expect(pruning.look(at: week.advanced(by: 5)) == noon)
        #expect(pruning.look(at: week) == noon)
        let ahead = week.advanced(by: 100 * day)
        #expect(pruning.look(at: ahead) == nil)
        #expect(pruning.look(at: ahead.advanced(by: 3_600)) == nil)
        #expect(pruning.look(at: week) == nil)
        for number in 1..<7 as Range<Int64> {
            #expect(pruning.look(at: week.advanced(by: number * day)) == nil)
        }
        #expect(pruning.look(at: week.advanced(by: 7 * day)) == week)
    }
}
