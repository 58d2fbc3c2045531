import Core
import Testing
import TestSupport
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Serving
@testable import SystemSupport

@Suite("Boards that are read for strangers")
struct StrangersLoadsTests {
    private func loads(burst: Int, mostWaiters: Int = 32) -> StrangersLoads {
        let limit = RateLimit(burst: burst, every: .seconds(3_600))
        return StrangersLoads(StrangersBudget(limit, now: { .zero }), mostWaiters: mostWaiters)
    }

    @Test("one is read at a time, in turn, and who comes beyond those that wait is refused")
    func turns() async throws {
        let loads = loads(burst: 10, mostWaiters: 1)
        let (order, gate) = (Locked<[String]>([]), Locked<CheckedContinuation<Void, Never>?>(nil))
        let first = Task {
            try await loads.run(unless: { false }) { () async throws(Problem) in
                order.withLock { $0.append("first begins") }
                await withCheckedContinuation { going in gate.withLock { $0 = going } }
                order.withLock { $0.append("first ends") }
            }
        }
        #expect(await becomesTrue { gate.withLock { $0 != nil } })
        let second = Task {
            try await loads.run(unless: { false }) { () async throws(Problem) in
                order.withLock { $0.append("second") }
            }
        }
        #expect(await becomesTrue { loads.waiting == 1 })
        await #expect(throws: Problem.self) {
            try await loads.run(unless: { false }) { () async throws(Problem) in }
        }
        gate.withLock { $0 }?.resume()
        try await first.value
        try await second.value
        #expect(order.withLock { $0 } == ["first begins", "first ends", "second"])
        try await loads.run(unless: { false }) { () async throws(Problem) in }
    }

    @Test("what somebody before read costs nothing, and one that fails gives its turn on")
    func atHand() async throws {
        let loads = loads(burst: 2)
        for _ in 0..<10 { try await loads.run(unless: { true }) { () async throws(Problem) in } }
        for _ in 0..<2 {
            await #expect(throws: Problem.self) {
                try await loads.run(unless: { false }) { () async throws(Problem) in throw Problem.noBoard }
            }
        }
        let reached = Locked(false)
        await #expect(throws: Problem.self) {
            try await loads.run(unless: { false }) { () async throws(Problem) in
                reached.withLock { $0 = true }
            }
        }
        #expect(!reached.withLock { $0 }, "two were allowed")
    }

    @Test(
        "strangers use up what is theirs by boards that are not in memory alone, and nobody else waits for it"
    )
    func boards() async throws {
        let arena = try await ArenaServiceFixture.arena(boards: ["a", "b"])
        let loads = loads(burst: 1)
        let now = APIFixture.noon
        var question = ArenaService.BoardQuestion(game: "snake", board: "a", limit: 10)
        question.loads = loads
        for _ in 0..<5 { #expect(try await arena.page(question, at: now).body.total == 0) }
        question.board = "b"
        await #expect(throws: Problem.self) { _ = try await arena.page(question, at: now) }
        question.loads = nil
        #expect(try await arena.page(question, at: now).body.total == 0)
        question.loads = loads
        #expect(try await arena.page(question, at: now).body.total == 0, "it is in memory now")
    }
}
