import Core
import TestSupport
import Testing

@testable import Appliance
@testable import Serving

/// Handlers that wait until the test lets them go on, and what they came to.
private final class Gatekeeper: Sendable {
    struct State {
        var entered = 0
        var isOpen = false
        var cancelled = 0
    }

    let state = Locked(State())

    /// Waits like a handler that waits for the disk; ends at once when it is cancelled.
    func handler() async -> PreparedResponse {
        state.withLock { $0.entered += 1 }
        while !state.withLock({ $0.isOpen }) {
            do {
                try await Task.sleep(for: .milliseconds(1))
            } catch {
                state.withLock { $0.cancelled += 1 }
                break
            }
        }
        return Reply.noContent.response()
    }
}

@Suite("Calls")
struct CallQueueTests {
    private func call(seconds: Int = 10) -> PendingCall {
        let bounds = CallBounds(largestBody: 0, time: .seconds(seconds))
        let call = PendingCall(route: 0, parameters: [:], flags: .accepted, bounds: bounds)
        _ = call.begin()
        return call
    }

    @Test("strangers fill their own pool, and neither home nor known phones wait")
    func pools() async throws {
        let queue = CallQueue(most: 128)
        let keeper = Gatekeeper()
        for _ in 0..<CallPool.stranger.places(of: 128) {
            try queue.start(call(), in: CallPlace(.stranger)) { await keeper.handler() }
        }
        do throws(Problem) {
            try queue.start(call(), in: CallPlace(.stranger)) { await keeper.handler() }
            Issue.record("a full pool took one more")
        } catch {
            #expect(error.code == ProblemCode.busy.rawValue)
        }
        for pool in [CallPool.known, .home] {
            let mine = call()
            try queue.start(mine, in: CallPlace(pool)) { Reply.noContent.response() }
            #expect(await becomesTrue { mine.answer?.status == 204 }, "\(pool)")
        }
        keeper.state.withLock { $0.isOpen = true }
        #expect(await becomesTrue { queue.count == 0 })
        try queue.start(call(), in: CallPlace(.stranger)) { Reply.noContent.response() }
    }

    @Test("players outside leave places of games to those at home")
    func gamesAtHome() async throws {
        let queue = CallQueue(most: 160)
        let keeper = Gatekeeper()
        for _ in 0..<CallPool.gameOutside.places(of: 160) {
            try queue.start(call(), in: CallPlace(.gameOutside)) { await keeper.handler() }
        }
        #expect(throws: Problem.self) {
            try queue.start(call(), in: CallPlace(.gameOutside)) { await keeper.handler() }
        }
        for _ in CallPool.gameOutside.places(of: 160)..<CallPool.game.places(of: 160) {
            try queue.start(call(), in: CallPlace(.game)) { await keeper.handler() }
        }
        #expect(throws: Problem.self) {
            try queue.start(call(), in: CallPlace(.game)) { await keeper.handler() }
        }
        keeper.state.withLock { $0.isOpen = true }
        #expect(await becomesTrue { queue.count == 0 })
        try queue.start(call(), in: CallPlace(.gameOutside)) { Reply.noContent.response() }
    }

    @Test("a handler that computes for ever holds up nobody in another pool")
    func busyThreads() async throws {
        let queue = CallQueue(most: 128)
        let stop = Locked(false)
        for _ in 0..<8 {
            try queue.start(call(), in: CallPlace(.stranger)) {
                while !stop.withLock({ $0 }) {}
                return Reply.noContent.response()
            }
        }
        defer { stop.withLock { $0 = true } }
        for pool in [CallPool.known, .home] {
            let mine = call()
            try queue.start(mine, in: CallPlace(pool)) { Reply.noContent.response() }
            #expect(await becomesTrue { mine.answer?.status == 204 }, "\(pool)")
        }
    }

    @Test("a client that was told 503 has no handler any more, and nothing of it is committed")
    func late() async throws {
        let queue = CallQueue(most: 128)
        let keeper = Gatekeeper()
        let disk = DiskErrorLog(provedCommits: { 0 }, log: { _ in })
        let (committed, isOver) = (Locked(false), Locked(false))
        let late = call(seconds: 0)
        try queue.start(late, in: CallPlace(.stranger)) {
            defer { isOver.withLock { $0 = true } }
            let response = await keeper.handler()
            do throws(Problem) {
                try await disk.watch { () throws(SQLiteError) in committed.withLock { $0 = true } }
                return response
            } catch {
                return error.response
            }
        }
        #expect(await becomesTrue { keeper.state.withLock { $0.entered } == 1 })
        queue.reap(now: .max)
        #expect(late.answer?.status == 503)
        #expect(await becomesTrue { keeper.state.withLock { $0.cancelled } == 1 })
        #expect(queue.count == 0)
        #expect(await becomesTrue { isOver.withLock { $0 } })
        #expect(!committed.withLock { $0 })
    }
}
