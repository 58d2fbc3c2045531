import Core
import Serving
import SystemSupport

/// Hides what owners wish to hide and removes games that are to go, one after the other, and goes on with it after a restart.
///
/// In a task of its own: a hundred thousand results take longer than anybody waits for an answer.
actor HidingWatch {
    private let arena: ArenaService
    private let clock: SystemClock
    private let liveness: LivenessRegistry
    /// When what is over was let go of last; on the monotonic clock.
    private var tidiedAt: Duration?

    private static let name = "hidings"
    /// The longest that one takes: a million results on a slow card.
    private static let longest = Duration.seconds(1_800)
    private static let pause = Duration.seconds(600)
    /// After the file refused something.
    private static let retry = Duration.seconds(20)
    private static let hour = Duration.seconds(3_600)

    init(arena: ArenaService, clock: SystemClock, liveness: LivenessRegistry) {
        (self.arena, self.clock, self.liveness) = (arena, clock, liveness)
    }

    /// Works until cancelled.
    func run() async {
        while !Task.isCancelled {
            liveness.expect(HidingWatch.name, within: HidingWatch.longest)
            let isWell = await look()
            liveness.rest(HidingWatch.name)
            await arena.hidingBell.wait(isWell ? HidingWatch.pause : HidingWatch.retry)
        }
    }

    /// False: the file refused something, or is not open.
    func look() async -> Bool {
        do throws(Problem) {
            while !Task.isCancelled, try await work() {
                liveness.expect(HidingWatch.name, within: HidingWatch.longest)
            }
            try await tidy()
            return true
        } catch {
            return false
        }
    }

    /// One wish, and a game only where nothing waits to be hidden; false: nothing waits.
    private func work() async throws(Problem) -> Bool {
        if try await arena.workOnHiding(at: clock.now().wall) { return true }
        return try await arena.workOnRemoval()
    }

    private func tidy() async throws(Problem) {
        let now = clock.now()
        guard let wall = now.wall else { return }
        if let tidiedAt, now.monotonic - tidiedAt < HidingWatch.hour { return }
        let isDone = try await arena.use { stores throws(SQLiteError) in
            try await stores.hidings.tidy(at: wall)
        }
        if isDone { tidiedAt = now.monotonic } else { arena.hidingBell.ring() }
    }
}
