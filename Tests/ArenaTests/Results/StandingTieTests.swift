import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Who had a score first")
struct StandingTieTests {
    private let noon = ArenaFixture.noon
    private let day: Int64 = 86_400

    private func fixture(
        _ counts: BoardOperator,
        isAscending: Bool = false,
        windows: Set<BoardWindow> = [.day]
    ) async throws -> SeasonFixture {
        let fixture = try await SeasonFixture(players: 3) { rules in
            (rules.counts, rules.isAscending, rules.windows) = (counts, isAscending, windows)
        }
        // Ola's phone, Jan's phone, and Ola's tablet.
        try await fixture.arena.database.write("join") { db throws(SQLiteError) in
            try db.execute("UPDATE installs SET player = 1 WHERE id = 3")
        }
        // In memory, so that it follows what is sent.
        _ = try await fixture.rows(.all, at: noon)
        return fixture
    }

    /// As the board followed it, as it is read again, and so on while more and more of it is put together.
    private func compare(_ fixture: SeasonFixture, _ span: BoardSpan, _ wanted: [[Int64]]) async throws {
        #expect(try await fixture.rows(span, at: noon) == wanted, "followed")
        for most in [0, 1, 2, 100] {
            if most > 0 { _ = try await fixture.ledger.fold(most: most) }
            fixture.restart()
            #expect(try await fixture.rows(span, at: noon) == wanted, "after \(most) more")
        }
    }

    @Test(
        "is ahead, however often the same is sent again, in every span, archive and season",
        arguments: BoardOperator.allCases,
        [false, true]
    )
    func again(counts: BoardOperator, isAscending: Bool) async throws {
        let fixture = try await fixture(counts, isAscending: isAscending)
        let (ola, jan) = (fixture.players[0], fixture.players[1])
        _ = try await fixture.change(.next(nil), at: noon)
        _ = try await fixture.rows(.season, at: noon)
        try await fixture.submit(100, of: ola, at: noon)
        try await fixture.submit(100, of: jan, at: noon)
        for _ in 0..<3 { try await fixture.submit(counts == .sum ? 0 : 100, of: ola, at: noon) }
        let wanted: [[Int64]] = [[1, 100, 1, 1], [2, 100, 2, 1]]
        for span in [BoardSpan.window(.day), .season, .all] {
            try await compare(fixture, span, wanted)
        }
        let zone = try #require(CivilZone(named: "Europe/Warsaw"))
        let today = BoardPeriod(.day, at: noon, in: zone)
        _ = try await fixture.archives.keep(at: noon.advanced(by: 2 * day))
        #expect(try await fixture.rows(today.span, today.id) == wanted)
        _ = try await fixture.change(.next(nil), at: noon.advanced(by: 2 * day))
        try await fixture.archives.finishSeasons()
        #expect(try await fixture.rows(.season, "1") == wanted)
    }

    @Test("a sum of nothing was reached by the first result")
    func nothing() async throws {
        let fixture = try await fixture(.sum)
        for install in [0, 1, 0, 1, 0] { try await fixture.submit(0, of: fixture.players[install], at: noon) }
        try await compare(fixture, .all, [[1, 0, 1, 1], [2, 0, 2, 1]])
        try await fixture.submit(5, of: fixture.players[0], at: noon)
        try await fixture.submit(-5, of: fixture.players[0], at: noon)
        try await compare(fixture, .all, [[2, 0, 1, 1], [1, 0, 2, 1]])
    }

    @Test("another device of the same player takes no place away", arguments: BoardOperator.allCases)
    func devices(counts: BoardOperator) async throws {
        let fixture = try await fixture(counts)
        let (phone, jan, tablet) = (fixture.players[0], fixture.players[1], fixture.players[2])
        try await fixture.submit(100, of: phone, at: noon)
        try await fixture.submit(100, of: jan, at: noon)
        try await fixture.submit(counts == .sum ? 0 : 100, of: tablet, at: noon)
        try await compare(fixture, .all, [[1, 100, 1, 1], [2, 100, 2, 1]])
    }

    @Test("a latest score that was given up meanwhile is reached anew; without what was hidden it was not")
    func interrupted() async throws {
        let fixture = try await fixture(.latest)
        let (phone, jan, tablet) = (fixture.players[0], fixture.players[1], fixture.players[2])
        try await fixture.submit(100, of: phone, at: noon)
        try await fixture.submit(50, of: tablet, at: noon)
        try await fixture.submit(100, of: jan, at: noon)
        try await fixture.submit(100, of: phone, at: noon)
        let (without, with): ([[Int64]], [[Int64]]) = (
            [[1, 100, 1, 1], [2, 100, 2, 1]], [[2, 100, 1, 1], [1, 100, 2, 1]]
        )
        try await compare(fixture, .all, with)
        try await fixture.judge(2, counts: false)
        try await compare(fixture, .all, without)
        try await fixture.judge(2, counts: true)
        try await compare(fixture, .all, with)
    }

    @Test("and so it is when old results are not kept any more", arguments: BoardOperator.allCases)
    func swept(counts: BoardOperator) async throws {
        let fixture = try await fixture(counts, windows: [])
        let (ola, jan) = (fixture.players[0], fixture.players[1])
        try await fixture.submit(100, of: ola, at: noon)
        try await fixture.submit(100, of: jan, at: noon)
        for _ in 0..<3 { try await fixture.submit(counts == .sum ? 0 : 100, of: ola, at: noon) }
        _ = try await fixture.ledger.fold(most: 100)
        let late = noon.advanced(by: ArenaRules.resultLife + 1)
        #expect(try await fixture.ledger.sweep(at: late, most: 4) == 4)
        let wanted: [[Int64]] = [[1, 100, 1, 1], [2, 100, 2, 1]]
        try await compare(fixture, .all, wanted)
        // Made again from what the old ones came to, and from the one that is kept.
        try await fixture.judge(5, counts: false)
        try await compare(fixture, .all, wanted)
        try await fixture.judge(5, counts: true)
        try await compare(fixture, .all, wanted)
    }

    @Test(
        "of two players who become one, whose results are put together: the best and the sum as if they always were, the latest from who played last",
        arguments: [
            (BoardOperator.best, [[1, 100, 1, 1], [2, 100, 2, 1]]),
            (.latest, [[2, 100, 1, 1], [1, 100, 2, 1]]),
            (.sum, [[1, 200, 1, 1], [2, 100, 2, 2]]),
        ] as [(BoardOperator, [[Int64]])]
    )
    func joined(counts: BoardOperator, wanted: [[Int64]]) async throws {
        let fixture = try await SeasonFixture(players: 3) { $0.counts = counts }
        for install in fixture.players { try await fixture.submit(100, of: install, at: noon) }
        _ = try await fixture.ledger.fold(most: 100)
        try await fixture.arena.database.write("join") { db throws(SQLiteError) in
            try db.execute("UPDATE installs SET player = 1 WHERE id = 3")
        }
        fixture.restart()
        try await compare(fixture, .all, wanted)
        // What is sent from now on goes on from there, whichever of both sends it.
        try await fixture.submit(counts == .sum ? 0 : 100, of: fixture.players[0], at: noon)
        try await compare(fixture, .all, wanted)
    }

    @Test(
        "whose device goes its own way shares no result with it, also where that is not kept any more",
        arguments: [1, 3],
        [false, true]
    )
    func parted(leaving: Int, isSwept: Bool) async throws {
        let fixture = try await fixture(.latest, windows: [])
        for install in [0, 1, 2] { try await fixture.submit(100, of: fixture.players[install], at: noon) }
        _ = try await fixture.ledger.fold(most: 100)
        if isSwept {
            let late = noon.advanced(by: ArenaRules.resultLife + 1)
            #expect(try await fixture.ledger.sweep(at: late, most: 3) == 3)
        }
        try await compare(fixture, .all, [[1, 100, 1, 1], [2, 100, 2, 1]])
        _ = try await fixture.arena.installs.separate(
            String("0000000000000000000000\(leaving)".suffix(22)),
            of: 1,
            code: fixture.arena.code(99),
            at: noon
        ) { _ in }
        fixture.restart()
        // The phone's result came first; that of the tablet came last.
        let (first, last): (Int64, Int64) = leaving == 1 ? (4, 1) : (1, 4)
        let wanted: [[Int64]] = [[first, 100, 1, 1], [2, 100, 2, 1], [last, 100, 3, 1]]
        try await compare(fixture, .all, wanted)
        // Made again from what the old ones came to.
        try await fixture.submit(100, of: fixture.players[2], at: noon)
        try await fixture.judge(4, counts: false)
        try await compare(fixture, .all, wanted)
    }

    @Test("two devices that stay keep the place of the one that had the score first")
    func partedOfThree() async throws {
        let fixture = try await SeasonFixture(players: 4) { rules in
            (rules.counts, rules.windows) = (.latest, [])
        }
        // Ola's phone, tablet and laptop, and Jan's phone.
        try await fixture.arena.database.write("join") { db throws(SQLiteError) in
            try db.execute("UPDATE installs SET player = 1 WHERE id IN (2, 4)")
        }
        for install in [0, 1, 2, 3] { try await fixture.submit(100, of: fixture.players[install], at: noon) }
        _ = try await fixture.ledger.fold(most: 100)
        _ = try await fixture.arena.installs.separate(
            String("00000000000000000000001".suffix(22)),
            of: 1,
            code: fixture.arena.code(99),
            at: noon
        ) { _ in }
        fixture.restart()
        try await compare(fixture, .all, [[5, 100, 1, 1], [1, 100, 2, 1], [3, 100, 3, 1]])
    }

    @Test("a row gives up the result of a device that parts, also where that one has another score")
    func partedAfter() async throws {
        let fixture = try await fixture(.latest, windows: [])
        for (score, install) in [(100, 0), (100, 2), (50, 0), (100, 1)] as [(Int64, Int)] {
            try await fixture.submit(score, of: fixture.players[install], at: noon)
        }
        _ = try await fixture.ledger.fold(most: 100)
        _ = try await fixture.arena.installs.separate(
            String("00000000000000000000003".suffix(22)),
            of: 1,
            code: fixture.arena.code(99),
            at: noon
        ) { _ in }
        fixture.restart()
        try await compare(fixture, .all, [[4, 100, 1, 1], [2, 100, 2, 1], [1, 50, 3, 3]])
        try await fixture.judge(3, counts: false)
        try await compare(fixture, .all, [[1, 100, 1, 1], [4, 100, 2, 1], [2, 100, 3, 1]])
    }

    @Test("a score that was given up takes no place back when the device parts that reached it again")
    func partedAnew() async throws {
        let fixture = try await SeasonFixture(players: 4) { rules in
            (rules.counts, rules.windows) = (.latest, [])
        }
        // Ola's phone, tablet and laptop, and Jan's phone.
        try await fixture.arena.database.write("join") { db throws(SQLiteError) in
            try db.execute("UPDATE installs SET player = 1 WHERE id IN (2, 4)")
        }
        for (score, install) in [(100, 1), (50, 0), (100, 2), (100, 3), (100, 0)] as [(Int64, Int)] {
            try await fixture.submit(score, of: fixture.players[install], at: noon)
        }
        _ = try await fixture.ledger.fold(most: 100)
        _ = try await fixture.arena.installs.separate(
            String("00000000000000000000004".suffix(22)),
            of: 1,
            code: fixture.arena.code(99),
            at: noon
        ) { _ in }
        fixture.restart()
        try await compare(fixture, .all, [[3, 100, 1, 1], [5, 100, 2, 1], [1, 100, 3, 1]])
    }
}
