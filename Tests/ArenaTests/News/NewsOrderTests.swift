import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("News in any order, with plugs that are pulled")
struct NewsOrderTests {
    /// What was written to the arena, in its order, by number.
    private struct Written {
        let id: Int64
        let player: Int
        /// Nil: all kinds, all subjects.
        let kind: NewsKind?
        let subject: String?
        let isWithdrawal: Bool

        func takesBack(_ other: Written) -> Bool {
            isWithdrawal && !other.isWithdrawal && id > other.id && player == other.player
                && (kind == nil || kind == other.kind) && (subject == nil || subject == other.subject)
        }
    }

    private static let kinds: [NewsKind] = [.challenged, .decided]

    /// A limit that is never met.
    private static var rules: NoticePolicy {
        var rules = NoticePolicy()
        (rules.burst, rules.refill, rules.daily) = (100_000, 1, 100_000)
        return rules
    }

    @Test(
        "nothing is lost, nothing is told twice, and nothing is told that the outbox knows to be taken back"
    )
    func orders() async throws {
        var random = SeededGenerator.announced(for: "orders of news")
        for _ in 0..<TestEffort.rounds(2) { try await story(&random) }
    }

    private func story(_ random: inout SeededGenerator) async throws {
        let fixture = try await NewsFixture(rules: Self.rules)
        var written: [Written] = []
        // By the number of the row, how often it was sent; and up to which row the outbox has taken them.
        var (sent, taken): ([Int64: Int], Int64) = ([:], 0)
        for step in 0..<60 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4: written.append(try await put(step, fixture, &random))
            case 4, 5: written.append(try await withdraw(fixture, &random))
            case 6, 7:
                let rows = try await fixture.store.next(most: 3)
                try await fixture.relay(most: 3, isKilled: random.one(in: 2))
                taken = max(taken, rows.last?.id ?? 0)
            default: try await send(fixture, written, upTo: taken, &sent)
            }
        }
        while try await fixture.waiting() > 0 {
            try await fixture.relay(most: 3, isKilled: random.one(in: 3))
        }
        taken = .max
        for _ in 0..<20 { try await send(fixture, written, upTo: taken, &sent) }
        for row in written where !row.isWithdrawal {
            let isTakenBack = written.contains { $0.takesBack(row) }
            let count = sent[row.id] ?? 0
            #expect(count == 1 || (isTakenBack && count == 0), "\(row) was sent \(count) times")
        }
    }

    private func put(_ step: Int, _ fixture: NewsFixture, _ random: inout SeededGenerator) async throws
        -> Written
    {
        let player = Int.random(in: 0...1, using: &random)
        let kind = Self.kinds.randomElement(using: &random) ?? .decided
        let subject = Bool.random(using: &random) ? "d:a" : "d:b"
        // Its number is that of the next row: nobody else writes.
        let next = try await fixture.arena.database.read("next") { db throws(SQLiteError) in
            try db.first("SELECT seq + 1 FROM sqlite_sequence WHERE name = 'news'") {
                row throws(SQLiteError) in try row.integer(0)
            } ?? 1
        }
        let word = kind == .decided ? "won" : "challenged"
        let id = try await fixture.put(
            fixture.news(kind, about: subject, word: word, name: "n\(next)n"),
            to: player
        )
        return Written(id: id, player: player, kind: kind, subject: subject, isWithdrawal: false)
    }

    private func withdraw(_ fixture: NewsFixture, _ random: inout SeededGenerator) async throws -> Written {
        let index = Int.random(in: 0...1, using: &random)
        let (player, now) = (fixture.players[index], fixture.state.now)
        let kind = Self.kinds.randomElement(using: &random) ?? .decided
        let subject = Bool.random(using: &random) ? "d:a" : "d:b"
        let means = Int.random(in: 0..<6, using: &random)
        let id = try await fixture.write { db throws(SQLiteError) in
            switch means {
            case 0: try NewsTable.forget(person: player.person ?? 0, db)
            case 1: try NewsTable.withdrawAll(kind, from: player.id, at: now, db)
            default: try NewsTable.withdraw(kind, about: subject, from: player.id, at: now, db)
            }
        }
        return Written(
            id: id,
            player: index,
            kind: means == 0 ? nil : kind,
            subject: means < 2 ? nil : subject,
            isWithdrawal: true
        )
    }

    private func send(
        _ fixture: NewsFixture,
        _ written: [Written],
        upTo taken: Int64,
        _ sent: inout [Int64: Int]
    ) async throws {
        for notice in try await fixture.state.send().map(\.notice) {
            let id = try #require(notice.title.split(separator: "n").compactMap { Int64($0) }.first)
            sent[id, default: 0] += 1
            let row = try #require(written.first { $0.id == id })
            let isTakenBack = written.contains { $0.id <= taken && $0.takesBack(row) }
            #expect(!isTakenBack, "\(row) was sent after it had been taken back")
        }
    }
}
