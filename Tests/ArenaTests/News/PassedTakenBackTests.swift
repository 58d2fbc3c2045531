import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("What takes back that a friend passed")
struct PassedTakenBackTests {
    private static let noon = ArenaFixture.noon

    /// After what it is not so any more that one passed the other.
    enum Cause: CaseIterable, Sendable {
        case judged, hiddenAtOnce, hiddenInSteps, closed, removed, begunAnew
    }

    private let fixture: DuelFixture

    init() async throws {
        fixture = try await DuelFixture(players: 3)
        try await fixture.submit(7, of: 1, at: Self.noon)
        try await fixture.submit(9, of: 2, at: Self.noon)
    }

    /// Who listens to `passed`.
    private func listen(_ player: Int64) async throws {
        try await fixture.arena.database.write("listen") { db throws(SQLiteError) in
            try db.execute("UPDATE players SET notices = 127 WHERE id = ?1", .integer(player))
        }
    }

    private func happens(_ cause: Cause) async throws {
        let (database, noon) = (fixture.arena.database, Self.noon)
        switch cause {
        case .judged: try await fixture.judge(2, counts: false, at: noon)
        case .hiddenAtOnce: try await hide(few: 200)
        case .hiddenInSteps: try await hide(few: 0)
        case .closed: _ = try await fixture.arena.games.close("snake", at: noon, duels: fixture.following)
        case .removed:
            let removals = GameRemovalStore(fixture.ledger)
            _ = try await removals.begin(
                "snake",
                named: "Snake",
                by: "owner",
                at: noon,
                duels: fixture.following
            )
        case .begunAnew:
            let rules = BoardOrdering(isAscending: false, counts: .sum)
            _ = try await SeasonStore(database: database).change(
                "level-1",
                of: "snake",
                season: 0,
                .next(rules),
                at: noon,
                then: { _ in },
                duels: fixture.following
            )
        }
    }

    private func hide(few: Int) async throws {
        let hidings = HidingStore(fixture.ledger, few: few)
        var selection = HidingSelection()
        selection.above = 8
        _ = try await hidings.begin(selection, of: OpenedGame("snake"), by: "the owner", at: Self.noon)
        let following = HidingStore.Following(duels: fixture.following)
        while let hiding = try await hidings.next() {
            try await hidings.work(on: hiding, at: Self.noon, following)
        }
    }

    private func withdrawals() async throws -> [String] {
        try await fixture.arena.database.read("news") { db throws(SQLiteError) in
            try db.rows("SELECT person, kind, subject FROM news WHERE word = ''") { row throws(SQLiteError) in
                "\(try row.integer(0)) \(try row.text(1)) \(try row.text(2))"
            }
        }
    }

    @Test("one row for everybody, and the relay is called", arguments: Cause.allCases)
    func takenBack(cause: Cause) async throws {
        try await listen(1)
        try await happens(cause)
        let subject =
            switch cause {
            case .judged, .hiddenAtOnce, .hiddenInSteps: News.subject(ofPlayer: fixture.code(of: 2))
            case .closed, .removed, .begunAnew: News.subject(ofBoard: "level-1", of: "snake")
            }
        #expect(try await withdrawals() == ["0 passed \(subject)"])
        #expect(fixture.changes.withLock { $0.hasNews })
    }

    @Test("nothing is written where nobody wants to hear of it", arguments: Cause.allCases)
    func silent(cause: Cause) async throws {
        try await happens(cause)
        #expect(try await withdrawals() == [] && !fixture.changes.withLock { $0.hasNews })
    }
}
