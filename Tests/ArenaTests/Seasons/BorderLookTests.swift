import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("What is looked at when something is over")
struct BorderLookTests {
    private let noon = ArenaFixture.noon
    private let day: Int64 = 86_400

    @Test(
        "asked for one board the others are left to the look at all, which reads those of a game in one pass"
    )
    func oneBoard() async throws {
        let reads = Locked(0)
        let observer = Database.Observer(onBegin: { name in
            if name == "read windows" { reads.withLock { $0 += 1 } }
        })
        let fixture = try await SeasonFixture(players: 3, observer: observer) { $0.windows = [.day] }
        var others: [Int64] = []
        for slug in ["level-2", "level-3"] {
            others.append(try #require(try await fixture.arena.board(slug) { $0.windows = [.day] }).id)
        }
        for player in fixture.players { try await fixture.submit(5, of: player, at: noon) }
        let tomorrow = noon.advanced(by: day)
        _ = try await fixture.archives.keep(of: fixture.board.id, at: tomorrow)
        #expect(try await fixture.archives.list(fixture.board.id).first?.count == 3)
        for other in others { #expect(try await fixture.archives.list(other).isEmpty) }
        #expect(reads.withLock { $0 } == 1)
        _ = try await fixture.archives.keep(at: tomorrow)
        for other in others { #expect(try await fixture.archives.list(other).first?.count == 0) }
        #expect(try await fixture.archives.list(fixture.board.id).first?.count == 3)
        #expect(reads.withLock { $0 } == 2)
    }
}
