import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Lists of duels, and those that the clock decides")
struct DuelListTests {
    private let noon = ArenaFixture.noon
    private let day: Int64 = 86_400

    @Test("lists in their order, page by page, nothing twice and nothing left out", arguments: [1, 3, 50])
    func lists(most: Int) async throws {
        let fixture = try await DuelFixture(players: 3)
        var running: [String] = []
        var waiting: [String] = []
        var over: [String] = []
        for number in 0..<6 {
            let (one, other): (Int64, Int64) = number.isMultiple(of: 2) ? (1, 2) : (3, 1)
            let later = noon.advanced(by: Int64(number))
            running.append(
                try await fixture.begin(one, other, seconds: 7_200 - Int64(number / 2) * 100, at: noon)
            )
            waiting.append(try await fixture.challenge(one, other, at: later))
            let code = try await fixture.begin(one, other, at: noon)
            try await fixture.act(.giveUp, code, one, at: noon.advanced(by: Int64(number / 2)))
            over.append(code)
        }
        let expected: [(DuelStore.List, [String])] = [
            (.running, [4, 5, 2, 3, 0, 1].map { running[$0] }), (.waiting, waiting.reversed()),
            (.archive, over.reversed()),
        ]
        for (list, codes) in expected {
            var found: [String] = []
            var cursor: String?
            repeat {
                let read = try await fixture.duels.list(
                    list,
                    of: 1,
                    after: cursor,
                    most: most,
                    at: noon.advanced(by: 10)
                )
                guard case .found(let page) = read else {
                    Issue.record("\(read)")
                    return
                }
                #expect(page.duels.count <= most)
                found += page.duels.map(\.record.code)
                cursor = page.next
            } while cursor != nil
            #expect(found == codes, "\(list)")
        }
    }

    @Test("a page begins behind a duel that stood in its list once, and behind no other")
    func cursors() async throws {
        let fixture = try await DuelFixture(players: 2)
        let waiting = try await fixture.challenge(1, 2, at: noon)
        let running = try await fixture.begin(1, 2, at: noon)
        let cancelled = try await fixture.challenge(1, 2, at: noon)
        try await fixture.act(.cancel, cancelled, 1, at: noon)
        let over = try await fixture.begin(1, 2, at: noon)
        try await fixture.act(.giveUp, over, 1, at: noon)
        let taken: [DuelStore.List: [String]] = [
            .running: [running, over], .waiting: [waiting, running, cancelled, over],
            .archive: [cancelled, over],
        ]
        for (list, codes) in taken {
            for code in [waiting, running, cancelled, over] {
                let read = try await fixture.duels.list(list, of: 2, after: code, most: 5, at: noon)
                #expect((read != .unknown) == codes.contains(code), "\(list)")
            }
        }
    }

    @Test("what is due is decided before it is read")
    func lazily() async throws {
        let fixture = try await DuelFixture(players: 2)
        let code = try await fixture.begin(1, 2, seconds: 3_600, at: noon)
        let end = noon.advanced(by: 3_600)
        #expect(try await fixture.duels.duel(code, of: 1, at: end) == .due)
        #expect(try await fixture.duels.list(.archive, of: 2, after: nil, most: 5, at: end) == .due)
        try await fixture.duels.decideDue(of: 2, at: end, then: fixture.following)
        guard case .found(let view) = try await fixture.duels.duel(code, of: 1, at: end) else {
            Issue.record("not decided")
            return
        }
        #expect(view.duel.reason == .nobody && view.duel.overAt == end)
    }

    @Test("many that end in one minute: all decided, each told once, in steps")
    func many() async throws {
        let fixture = try await DuelFixture(players: 2)
        let (start, count) = (noon, TestEffort.size(1_200, most: 10_000))
        try await fixture.arena.database.write("duels") { db throws(SQLiteError) in
            for number in 0..<count {
                let side = number.isMultiple(of: 2) ? "1, 2" : "2, 1"
                try db.execute(
                    """
                    INSERT INTO duels (code, board, creator, opponent, seconds, state, created_at, answer_by, started_at,
                        ends_at, started_seq, creator_score, creator_seq, key, is_near, version)
                    VALUES (?1, 1, \(side), 3600, 1, ?2, ?2, ?2, ?3, 0, 5, 1, ?4, 2, 2)
                    """,
                    .text("d\(number)"),
                    .integer(start.seconds),
                    .integer(start.seconds + 3_600 + Int64(number % 60)),
                    .blob(DuelKey.made("test", of: Int64(number)))
                )
            }
        }
        #expect(try await fixture.duels.nextDue() == start.advanced(by: 3_600))
        var decided = 0
        for second in [Int64(3_600), 3_630, 3_659] {
            let now = start.advanced(by: second)
            while true {
                let step = try await fixture.duels.decideDue(at: now, most: 500, then: fixture.following)
                #expect(step <= 500)
                decided += step
                if step < 500 { break }
            }
        }
        #expect(decided == count)
        #expect(try await fixture.duels.nextDue() == nil)
        let told = try await fixture.arena.database.read("news") { db throws(SQLiteError) in
            try db.first(
                "SELECT count(*), count(DISTINCT person || subject) FROM news WHERE kind = 'decided' AND word = 'alone'"
            ) { row throws(SQLiteError) in [try row.integer(0), try row.integer(1)] }
        }
        #expect(told == [Int64(2 * count), Int64(2 * count)])
    }

    @Test("the near end is told once, also where nobody was behind when the time came")
    func near() async throws {
        let fixture = try await DuelFixture(players: 2)
        let level = try await fixture.begin(1, 2, at: noon)
        let behind = try await fixture.begin(2, 1, seconds: 5 * day, at: noon)
        try await fixture.submit(5, of: 2, at: noon)
        try await fixture.submit(5, of: 1, at: noon)
        _ = try await fixture.takeNews()
        let near = noon.advanced(by: 3 * day)
        #expect(try await fixture.duels.nextDue() == near)
        #expect(try await fixture.duels.decideDue(at: near, most: 500, then: { _ in }) == 1)
        #expect(try await fixture.duels.decideDue(at: near, most: 500, then: { _ in }) == 0)
        #expect(try await fixture.takeNews() == [])
        #expect(try await fixture.duels.nextDue() == near.advanced(by: day))
        try await fixture.submit(6, of: 1, at: near)
        #expect(try await fixture.takeNews() == ["102 behind behind"], "of \(level) alone")
        #expect(try await fixture.duels.decideDue(at: near.advanced(by: day), most: 500, then: { _ in }) == 2)
        let news = try await fixture.takeNews()
        #expect(news.contains("102 behind behind"), "of \(behind)")
        #expect(news.filter { $0.contains("decided") } == ["101 decided better", "102 decided better"])
    }

    @Test("duels that never ran go after three months, those that ran stay")
    func sweep() async throws {
        let fixture = try await DuelFixture(players: 2)
        let never = try await fixture.challenge(1, 2, at: noon)
        try await fixture.act(.cancel, never, 1, at: noon)
        let ran = try await fixture.begin(1, 2, at: noon)
        try await fixture.act(.giveUp, ran, 1, at: noon)
        #expect(try await fixture.duels.sweep(at: noon.advanced(by: 92 * day), most: 10) == 0)
        #expect(try await fixture.duels.sweep(at: noon.advanced(by: 92 * day + 1), most: 10) == 1)
        #expect(try await fixture.find(never) == nil)
        #expect(try await fixture.words(ran) == "opponent gaveUp -:-")
    }
}
