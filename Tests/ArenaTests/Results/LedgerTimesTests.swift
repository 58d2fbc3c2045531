import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Where in the ledger results of a time are")
struct LedgerTimesTests {
    private let noon = ArenaFixture.noon

    private func ranges(_ times: LedgerTimes, since time: UnixTime, _ fixture: SeasonFixture) async throws
        -> [ClosedRange<Int64>]
    {
        try await fixture.arena.database.read("ranges") { db throws(SQLiteError) in
            try times.ranges(since: time, db)
        }
    }

    @Test("of many hundred hours a board's month takes a month's rows, and a result more costs a row more")
    func few() async throws {
        let fixture = try await SeasonFixture(players: 10)
        let times = LedgerTimes(size: 50)
        // One in three hours: a month has 240. The last fill a part, so that the next one begins another.
        let count = TestEffort.size(350, most: 700)
        for number in 0..<count {
            let time = noon.advanced(by: Int64(number) * 3 * 3_600)
            try await fixture.submit(1, of: fixture.players[number % 10], at: time)
        }
        let now = noon.advanced(by: Int64(count) * 3 * 3_600)
        let month = now.advanced(by: -30 * 86_400)
        let found = try await ranges(times, since: month, fixture)
        let rows = found.map { $0.upperBound - $0.lowerBound + 1 }.reduce(0, +)
        #expect((240...290).contains(rows), "\(found)")
        #expect(try await ranges(times, since: now, fixture).isEmpty)
        try await fixture.submit(1, of: fixture.players[0], at: now)
        #expect(try await ranges(times, since: now, fixture) == [Int64(count + 1)...Int64(count + 1)])
    }

    @Test("what was looked at in steps after a start is not read again for the first board")
    func learned() async throws {
        let fixture = try await SeasonFixture(players: 1)
        for _ in 0..<120 { try await fixture.submit(1, of: fixture.players[0], at: noon) }
        let times = LedgerTimes(size: 10)
        var steps = 0
        var isMore = true
        while isMore {
            isMore = try await fixture.arena.database.read("learn") { db throws(SQLiteError) in
                try times.learn(most: 50, db)
            }
            steps += 1
        }
        // Two of 50, one of the rest, and one that finds nothing.
        #expect(steps == 4)
        // Nothing changes times of results: one that is told of what stands there now has read it again.
        let later = noon.advanced(by: 86_400)
        try await fixture.arena.database.write("move") { db throws(SQLiteError) in
            try db.execute("UPDATE results SET at = ?1", .integer(later.seconds))
        }
        #expect(try await ranges(times, since: later, fixture).isEmpty)
        try await fixture.submit(1, of: fixture.players[0], at: later)
        #expect(try await ranges(times, since: later, fixture) == [121...121])
    }

    @Test(
        "whatever clocks do, none is missed, also after old ones are gone; and boards show what is in their windows",
        arguments: 1...UInt64(TestEffort.rounds(1, most: 6))
    )
    func stream(round: UInt64) async throws {
        var random = SeededGenerator.announced(for: "times of the ledger, round \(round)")
        let fixture = try await SeasonFixture(players: 8) { $0.windows = [.day, .week, .month] }
        let zone = try #require(CivilZone(named: "Europe/Warsaw"))
        let times = LedgerTimes(size: .random(in: 1...9, using: &random))
        var now = noon
        for _ in 0..<TestEffort.rounds(60, most: 250) {
            switch Int.random(in: 0..<20, using: &random) {
            case 0: now = now.advanced(by: .random(in: -40...40, using: &random) * 86_400)
            case 1:
                while try await fixture.ledger.fold(most: 100) > 0 {}
                let later = now.advanced(by: .random(in: 0...120, using: &random) * 86_400)
                _ = try await fixture.ledger.sweep(at: later, most: 20)
            case 2...4:
                let since = now.advanced(by: .random(in: -40...40, using: &random) * 86_400)
                let found = try await ranges(times, since: since, fixture)
                let wanted = try await fixture.arena.database.read("model") { db throws(SQLiteError) in
                    try db.rows("SELECT seq FROM results WHERE at >= ?1", .integer(since.seconds)) {
                        row throws(SQLiteError) in try row.integer(0)
                    }
                }
                #expect(wanted.allSatisfy { number in found.contains { $0.contains(number) } })
                #expect(zip(found, found.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
            default: now = now.advanced(by: .random(in: -30...30_000, using: &random))
            }
            let player = fixture.players.randomElement(using: &random) ?? 1
            try await fixture.submit(.random(in: 0...50, using: &random), of: player, at: now)
        }
        // What was swept may belong to a window where clocks went back that far; who looks then begins anew.
        now = try #require(fixture.played.map(\.at).max()).advanced(by: 60)
        for _ in 0..<40 {
            try await fixture.submit(
                .random(in: 0...50, using: &random),
                of: fixture.players.randomElement(using: &random) ?? 1,
                at: now.advanced(by: -.random(in: 0...90_000, using: &random))
            )
        }
        fixture.restart()
        for window in BoardWindow.allCases {
            let period = BoardPeriod(window, at: now, in: zone)
            let kept = try await fixture.arena.database.read("kept") { db throws(SQLiteError) in
                Set(try db.rows("SELECT seq FROM results") { row throws(SQLiteError) in try row.integer(0) })
            }
            let model = fixture.model {
                kept.contains($0.sequence) && $0.at >= period.start && $0.at < period.end
            }
            #expect(try await fixture.rows(.window(window), at: now) == model)
        }
    }
}
