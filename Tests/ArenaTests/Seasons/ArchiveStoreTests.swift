import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Orders of boards that are over")
struct ArchiveStoreTests {
    private let noon = ArenaFixture.noon
    private let day: Int64 = 86_400

    private func played(_ windows: Set<BoardWindow> = [.day, .week, .month]) async throws -> SeasonFixture {
        try await SeasonFixture(players: 40) { $0.windows = windows }
    }

    @Test(
        "at a border the window is archived as it was, and later changes touch nothing in it",
        arguments: 1...UInt64(TestEffort.rounds(1, most: 4))
    )
    func border(round: UInt64) async throws {
        var random = SeededGenerator.announced(for: "borders, round \(round)")
        let fixture = try await played()
        let zone = try #require(CivilZone(named: "Europe/Warsaw"))
        // Over the end of a year with week 53, both changes of clocks, and a leap day.
        let begins: [Int64] = [1_798_500_000, 1_806_000_000, 1_824_700_000, 1_835_250_000]
        var now = UnixTime(seconds: begins[Int(round) % begins.count])
        var models: [BoardPeriod: [[Int64]]] = [:]
        let steps = TestEffort.rounds(50, most: 250)
        for _ in 0..<steps {
            now = now.advanced(by: .random(in: 0...12_000, using: &random))
            // The box looks every few seconds; sometimes it was off over a border.
            if Int.random(in: 0..<4, using: &random) > 0 { _ = try await fixture.archives.keep(at: now) }
            let player = fixture.players.randomElement(using: &random) ?? 1
            try await fixture.submit(.random(in: 0...50, using: &random), of: player, at: now)
            if Int.random(in: 0..<10, using: &random) == 0 { _ = try await fixture.ledger.fold(most: 1_000) }
            for window in BoardWindow.allCases {
                let period = BoardPeriod(window, at: now, in: zone)
                models[period] = fixture.model { $0.at >= period.start && $0.at < period.end }
            }
        }
        _ = try await fixture.archives.keep(at: now)
        var seen = 0
        for (period, model) in models where period.end <= now {
            guard let rows = try await fixture.rows(period.span, period.id) else { continue }
            seen += 1
            #expect(rows == model, "\(period.id)")
        }
        let listed = try await fixture.archives.list(fixture.board.id)
        for window in BoardWindow.allCases {
            let kept = listed.filter { $0.period.span == .window(window) }.map(\.period)
            #expect(kept.count <= ArenaRules.keptPeriods)
            for (later, earlier) in zip(kept, kept.dropFirst()) {
                #expect(earlier.end == later.start, "\(window): without a gap")
            }
        }
        #expect(seen >= 8 || steps < 250)
    }

    @Test("what was over while the appliance was off is put together when it is back, the last twelve")
    func away() async throws {
        let fixture = try await played([.day])
        _ = try await fixture.archives.keep(at: noon)
        for number in 0..<20 {
            try await fixture.submit(
                Int64(number),
                of: fixture.players[number],
                at: noon.advanced(by: Int64(number) * day)
            )
        }
        _ = try await fixture.archives.keep(at: noon.advanced(by: 20 * day))
        let listed = try await fixture.archives.list(fixture.board.id)
        #expect(listed.map(\.count) == [Int?](repeating: 1, count: 12))
        #expect(listed.first?.period.end.seconds ?? 0 <= noon.seconds + 20 * day)
        #expect(try await fixture.rows(.window(.day), listed[0].period.id) == [[20, 19, 1, 1]])
    }

    @Test("it says when something is over next, and a look in between stores nothing")
    func next() async throws {
        let fixture = try await played([.day])
        let next = try #require(try await fixture.archives.keep(at: noon))
        #expect(next > noon && next.seconds - noon.seconds <= day)
        let count = try await fixture.archives.list(fixture.board.id).count
        _ = try await fixture.archives.keep(at: next.advanced(by: -1))
        #expect(try await fixture.archives.list(fixture.board.id).count == count)
        _ = try await fixture.archives.keep(at: next)
        #expect(try await fixture.archives.list(fixture.board.id).count == count + 1)
        // A clock that goes back: the day goes on, and is archived once when it is over.
        _ = try await fixture.archives.keep(at: noon)
        #expect(try await fixture.archives.list(fixture.board.id).count == count)
        _ = try await fixture.archives.keep(at: next)
        _ = try await fixture.archives.keep(at: next.advanced(by: -1))
        #expect(try await fixture.archives.list(fixture.board.id).count == count + 1)
    }

    @Test("what a clock that was ahead took for over is forgotten, and what was pushed out comes back")
    func clockAhead() async throws {
        let fixture = try await played([.day])
        for number in 0..<15 {
            let at = noon.advanced(by: Int64(number) * day)
            try await fixture.submit(Int64(number), of: fixture.players[number], at: at)
            _ = try await fixture.archives.keep(at: at)
        }
        let now = noon.advanced(by: 14 * day + 60)
        let before = try await fixture.archives.list(fixture.board.id).map(\.period)
        let board = fixture.board.id
        let begin = try await fixture.archives.beginOfWeek(fixture.players[0], on: board, at: now)
        #expect(begin != nil)
        _ = try await fixture.archives.keep(at: now.advanced(by: 25 * day))
        #expect(try await fixture.archives.list(fixture.board.id).map(\.period) != before)
        _ = try await fixture.archives.keep(at: now)
        let after = try await fixture.archives.list(fixture.board.id)
        #expect(after.map(\.period) == before && after.map(\.count) == [Int?](repeating: 1, count: 12))
        #expect(try await fixture.archives.beginOfWeek(fixture.players[0], on: board, at: now) == begin)
        // The day that goes on is archived when it is over, with what comes until then.
        try await fixture.submit(50, of: fixture.players[20], at: now.advanced(by: 60))
        _ = try await fixture.archives.keep(at: now.advanced(by: day))
        let last = try #require(try await fixture.archives.list(fixture.board.id).first)
        #expect(last.count == 2)
    }

    @Test("of a time whose results are gone in part nothing is archived")
    func swept() async throws {
        let fixture = try await played([.month])
        try await fixture.submit(5, of: fixture.players[0], at: noon)
        let later = noon.advanced(by: 100 * day)
        try await fixture.submit(6, of: fixture.players[1], at: later)
        while try await fixture.ledger.fold(most: 100) > 0 {}
        #expect(try await fixture.ledger.sweep(at: later, most: 10) == 1)
        _ = try await fixture.archives.keep(at: later.advanced(by: 80 * day))
        let listed = try await fixture.archives.list(fixture.board.id)
        #expect(!listed.isEmpty && listed.allSatisfy { $0.period.start >= later })
    }

    @Test(
        "what was over before the rules changed is not put together by the new ones",
        arguments: [true, false]
    )
    func otherRules(isAgain: Bool) async throws {
        let fixture = try await played([.day])
        for number in 0..<4 {
            try await fixture.submit(5, of: fixture.players[0], at: noon.advanced(by: Int64(number) * day))
        }
        let change = noon.advanced(by: 5 * day)
        let rules = BoardOrdering(isAscending: true, counts: .latest)
        _ = try await fixture.change(.next(rules), at: change)
        try await fixture.submit(7, of: fixture.players[1], at: change.advanced(by: 60))
        if isAgain { _ = try await fixture.change(.next(nil), at: change.advanced(by: 3 * day)) }
        _ = try await fixture.archives.keep(at: change.advanced(by: 4 * day))
        let days = try await fixture.archives.list(fixture.board.id).filter {
            $0.period.span == .window(.day)
        }
        let model: [Int?] = [0, 0, 0, 1]
        #expect(days.map(\.count) == model, "from the day on in which they changed")
    }

    @Test(
        "days on which nobody played since the rules changed are archived as empty ones",
        arguments: [false, true]
    )
    func emptyDays(isPlayed: Bool) async throws {
        let fixture = try await played([.day])
        try await fixture.submit(5, of: fixture.players[0], at: noon)
        let change = noon.advanced(by: day)
        _ = try await fixture.change(.next(BoardOrdering(isAscending: true, counts: .latest)), at: change)
        for number in 1...2 as ClosedRange<Int64> {
            _ = try await fixture.change(.next(nil), at: change.advanced(by: number * day))
        }
        let later = change.advanced(by: 4 * day)
        if isPlayed { try await fixture.submit(7, of: fixture.players[1], at: later) }
        _ = try await fixture.archives.keep(at: later.advanced(by: day))
        let days = try await fixture.archives.list(fixture.board.id).filter { $0.period.span != .season }
        #expect(days.map(\.period.id) == (23...27).reversed().map { "2026-11-\($0)" })
        #expect(days.map(\.count) == [isPlayed ? 1 : 0, 0, 0, 0, 0])
    }

    @Test("another zone leaves out no day")
    func otherZone() async throws {
        let fixture = try await played([.day])
        for hour in stride(from: 0, to: 200, by: max(4 / TestEffort.factor, 1)) {
            let now = noon.advanced(by: Int64(hour) * 3_600)
            if hour == 60 { try await fixture.zone("Pacific/Auckland") }
            if hour == 132 { try await fixture.zone("America/Los_Angeles") }
            try await fixture.submit(Int64(hour), of: fixture.players[hour % 40], at: now)
            _ = try await fixture.archives.keep(at: now)
        }
        // The first day of a name stands, where a zone further west has it again.
        let kept = try await fixture.archives.list(fixture.board.id).map(\.period.id)
        let days = (22...29).map { "2026-11-\($0)" }
        #expect(Array(kept.reversed().suffix(8)) == days)
    }

    @Test("a hundred seasons are kept")
    func manySeasons() async throws {
        let fixture = try await played([])
        for number in 0..<105 {
            _ = try await fixture.change(.next(nil), at: noon.advanced(by: Int64(number)))
            try await fixture.submit(5, of: fixture.players[0], at: noon.advanced(by: Int64(number)))
        }
        try await fixture.archives.finishSeasons()
        let listed = try await fixture.archives.list(fixture.board.id)
        #expect(listed.count == 100 && listed.first?.period.id == "104")
        #expect(listed.allSatisfy { $0.count == 1 })
        let rows = try await fixture.arena.database.read("count") { db throws(SQLiteError) in
            try db.first("SELECT count(*) FROM standings WHERE season > 0") { row throws(SQLiteError) in
                try row.integer(0)
            }
        }
        #expect(rows == 0)
    }

    @Test("where everybody was as the week began, with what came since left out")
    func week() async throws {
        let fixture = try await played([])
        let zone = try #require(CivilZone(named: "Europe/Warsaw"))
        let monday = BoardPeriod(.week, at: noon, in: zone).end
        for (place, player) in fixture.players.prefix(3).enumerated() {
            try await fixture.submit(Int64(100 - place), of: player, at: monday.advanced(by: -60))
        }
        try await fixture.submit(500, of: fixture.players[3], at: monday.advanced(by: 1))
        _ = try await fixture.archives.keep(at: monday.advanced(by: 5))
        try await fixture.submit(400, of: fixture.players[2], at: monday.advanced(by: 6))
        _ = try await fixture.archives.keep(at: monday.advanced(by: 100))
        var places: [Int?] = []
        for player in fixture.players.prefix(4) {
            places.append(
                try await fixture.archives.beginOfWeek(
                    player,
                    on: fixture.board.id,
                    at: monday.advanced(by: 100)
                )
            )
        }
        #expect(places == [1, 2, 3, nil])
        _ = try await fixture.archives.keep(at: monday.advanced(by: 8 * day))
        let next = monday.advanced(by: 8 * day)
        #expect(
            try await fixture.archives.beginOfWeek(fixture.players[3], on: fixture.board.id, at: next) == 1
        )
        #expect(
            try await fixture.archives.list(fixture.board.id).isEmpty,
            "it is no order that anybody reads"
        )
    }

    @Test(
        "pages of an archive joined are the whole of it, forwards, backwards and around",
        arguments: [1, 2, 7, 100]
    )
    func pages(most: Int) async throws {
        let fixture = try await played([])
        _ = try await fixture.change(.next(nil), at: noon)
        for (place, player) in fixture.players.enumerated() {
            try await fixture.submit(Int64(place / 3), of: player, at: noon)
        }
        _ = try await fixture.change(.next(nil), at: noon.advanced(by: 1))
        try await fixture.archives.finishSeasons()
        let whole = try #require(try await fixture.rows(.season, "1"))
        let archive = try #require(try await fixture.archives.find(.season, "1", of: fixture.board.id))
        var (forwards, backwards): ([Int], [Int]) = ([], [])
        var start: BoardStart? = .first
        var last: BoardPage?
        while let here = start {
            let page = try await fixture.archives.page(of: archive, from: here, most: most)
            forwards += page.rows.map(\.position)
            (start, last) = (page.next, page)
        }
        start = last?.previous
        backwards = last?.rows.map(\.position) ?? []
        while let here = start {
            let page = try await fixture.archives.page(of: archive, from: here, most: most)
            backwards = page.rows.map(\.position) + backwards
            start = page.previous
        }
        #expect(forwards == Array(1...whole.count) && backwards == forwards)
        for player in fixture.players {
            let page = try await fixture.archives.page(of: archive, from: .around(player), most: most)
            #expect(page.rows.count == min(most, whole.count))
            #expect(page.own.map { page.rows.contains($0) } == true)
        }
        let nobody = try await fixture.archives.page(of: archive, from: .around(999), most: most)
        #expect(nobody.own == nil && nobody.rows.first?.position == 1)
    }
}
