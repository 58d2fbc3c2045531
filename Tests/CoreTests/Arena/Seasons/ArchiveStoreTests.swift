import Core
import TestSupport
import Testing
import WatchpostModel

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
        arguments: 1...4
    )
    func border(round: UInt64) async throws {
        var random = SeededGenerator.announced(for: "borders, round \(round)")
        let fixture = try await played()
        let zone = try #require(CivilZone(named: "Europe/Warsaw"))
        // Over the end of a year with week 53, both changes of clocks, and a leap day.
        let begins: [Int64] = [1_798_500_000, 1_806_000_000, 1_824_700_000, 1_835_250_000]
        var now = UnixTime(seconds: begins[Int(round) % begins.count])
        var models: [BoardPeriod: [[Int64]]] = [:]
        for _ in 0..<250 {
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
        #expect(seen >= 8)
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
        // A clock that goes back archives nothing twice.
        _ = try await fixture.archives.keep(at: noon)
        #expect(try await fixture.archives.list(fixture.board.id).count == count + 1)
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
            places.append(try await fixture.archives.beginOfWeek(player, on: fixture.board.id)?.position)
        }
        #expect(places == [1, 2, 3, nil])
        _ = try await fixture.archives.keep(at: monday.advanced(by: 8 * day))
        #expect(
            try await fixture.archives.beginOfWeek(fixture.players[3], on: fixture.board.id)?.position == 1
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
