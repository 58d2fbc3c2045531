import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Where players were as the week began")
struct BeginOfWeekTests {
    private let noon = ArenaFixture.noon
    private let week: Int64 = 7 * 86_400

    /// A board on which the first player has 5 in the week before.
    private func fixture() async throws -> (SeasonFixture, monday: UnixTime) {
        let fixture = try await SeasonFixture(players: 3)
        let zone = try #require(CivilZone(named: "Europe/Warsaw"))
        try await fixture.submit(5, of: fixture.players[0], at: noon)
        _ = try await fixture.archives.keep(at: noon)
        return (fixture, BoardPeriod(.week, at: noon, in: zone).end)
    }

    private func places(_ fixture: SeasonFixture, at now: UnixTime) async throws -> [Int?] {
        var places: [Int?] = []
        for player in 1...3 as ClosedRange<Int64> {
            places.append(try await fixture.archives.beginOfWeek(player, on: fixture.board.id, at: now))
        }
        return places
    }

    @Test(
        "what a clock that was ahead accepted is left out, and once it is put together nothing is said of the week",
        arguments: [false, true]
    )
    func ahead(isFolded: Bool) async throws {
        let (fixture, monday) = try await fixture()
        try await fixture.submit(50, of: fixture.players[1], at: monday.advanced(by: 3_600))
        if isFolded { _ = try await fixture.ledger.fold(most: 100) }
        try await fixture.submit(7, of: fixture.players[2], at: noon.advanced(by: 60))
        let begin = monday.advanced(by: 5)
        _ = try await fixture.archives.keep(at: begin)
        #expect(try await places(fixture, at: begin) == (isFolded ? [nil, nil, nil] : [2, nil, 1]))
        let next = monday.advanced(by: week)
        _ = try await fixture.archives.keep(at: next)
        #expect(try await places(fixture, at: next) == [3, 1, 2])
    }

    @Test("the order of a week that is over says nothing of this one")
    func old() async throws {
        let (fixture, monday) = try await fixture()
        _ = try await fixture.archives.keep(at: monday)
        #expect(try await places(fixture, at: monday.advanced(by: week - 1)) == [1, nil, nil])
        #expect(try await places(fixture, at: monday.advanced(by: week)) == [nil, nil, nil])
        #expect(try await places(fixture, at: monday.advanced(by: -1)) == [nil, nil, nil])
    }

    @Test(
        "players of a page are found wherever they stand, unless it means to read too much of a large order",
        arguments: [(1_500, 100, true), (32_000, 100, true), (33_000, 32, true), (33_000, 33, false)]
    )
    func page(count: Int, asked: Int, isTold: Bool) async throws {
        var random = SeededGenerator.announced(for: "\(asked) of \(count) as the week began")
        let (fixture, monday) = try await fixture()
        // At a low effort only a part of the order is there: how much is read depends on what is said of it. Every third
        // number is a player's on the board.
        let size = TestEffort.rounds(1_700, most: count)
        let standings = (1...size).map { number in
            BoardIndex.Standing(
                player: UInt32(number * 3),
                score: .random(in: 0...1_000, using: &random),
                sequence: Int64(number)
            )
        }
        let board = fixture.board
        try await fixture.arena.database.write("week") { db throws(SQLiteError) in
            let end = monday.advanced(by: 7 * 86_400)
            let period = BoardPeriod(span: .all, id: "week", start: monday, end: end)
            let chunks = ArchiveRows.chunks(standings, isAscending: false)
            let archive = try ArchiveTable.insert(period, of: board, count: count, db)
            try ArchiveTable.insert(places: ArchiveRows.places(of: chunks), of: archive ?? 0, db)
        }
        let players = Array((1...size * 3).shuffled(using: &random).prefix(asked)).map { Int64($0) }
        let begin = try await fixture.archives.beginOfWeek(players + players, on: board.id, at: monday)
        #expect((begin != nil) == isTold)
        guard let begin else { return }
        #expect(begin.end == monday.advanced(by: week))
        let order = standings.sorted { left, right in
            left.score == right.score ? left.sequence < right.sequence : left.score > right.score
        }
        let model = order.enumerated().filter { players.contains(Int64($0.element.player)) }
        let wanted = Dictionary(uniqueKeysWithValues: model.map { (Int64($0.element.player), $0.offset + 1) })
        #expect(begin.positions == wanted && !wanted.isEmpty)
    }

    @Test("it is put together before a season that ends with the week, which puts everything together")
    func season() async throws {
        let (fixture, monday) = try await fixture()
        _ = try await fixture.change(.next(nil), at: noon)
        _ = try await fixture.change(.end(monday), at: noon)
        // Stored by somebody who knew nothing of the end yet.
        let shelf = fixture.shelf
        _ = try await fixture.ledger.submit(
            [Submission(key: [UInt8](repeating: 99, count: 16), board: "level-1", score: 50)],
            of: fixture.players[1],
            at: monday.advanced(by: 1),
            standings: { shelf.standing(of: $1, on: $0) },
            then: { shelf.apply($0) }
        )
        let now = monday.advanced(by: 2)
        #expect(try await fixture.seasons.isDue(at: now))
        try await fixture.archives.keepWeeks(at: now)
        try await fixture.endDue(at: now)
        #expect(try await !fixture.seasons.isDue(at: now))
        _ = try await fixture.archives.keep(at: now)
        #expect(try await places(fixture, at: now) == [1, nil, nil])
    }
}
