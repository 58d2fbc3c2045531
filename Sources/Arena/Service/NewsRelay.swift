import Core
import Serving
import SystemSupport
import WatchpostModel

/// Moves news from `arena.db` into the outbox of `state.db`, in their order.
///
/// Two databases never commit as one: a step writes to the outbox first and deletes from the arena after it. The plug may be
/// pulled between the two; then the step is done once more, and changes nothing (see `NewsBatch`). It is rung after each
/// commit that may hold news, and looks once a minute in case nobody rang.
actor NewsRelay {
    private let arena: ArenaService
    private let outbox: NewsOutbox
    private let clock: SystemClock
    private let liveness: LivenessRegistry
    private let log: Log
    /// Notices wait in the outbox.
    private let tell: @Sendable () -> Void
    private let fault: @Sendable (String?) -> Void
    private var bound = NewsBound()
    /// When it is tried again, monotonic, and the pause before that; nil: nothing went wrong.
    private var retry: (at: Duration, pause: Duration)?
    /// The log was told that `state.db` refuses.
    private var isFailing = false

    private static let name = "news of the arena"
    /// Rows of one write.
    private static let step = 200
    private static let pause = Duration.seconds(60)
    private static let firstPause = Duration.seconds(2)
    /// Of one step: two writes, each of which may wait for a slow card.
    private static let budget = Duration.seconds(60)

    /// How a step ended.
    private enum Step {
        /// Nothing waits.
        case done
        /// More may wait.
        case more
        /// The arena is closed; it rings when it is open again.
        case closed
        /// `state.db` refuses, or the clock is not set.
        case later
    }

    /// `fault` gets what is wrong with the disk of the outbox, nil once it works again.
    init(
        arena: ArenaService,
        outbox: NewsOutbox,
        clock: SystemClock,
        liveness: LivenessRegistry,
        log: Log,
        tell: @escaping @Sendable () -> Void,
        fault: @escaping @Sendable (String?) -> Void = { _ in }
    ) {
        (self.arena, self.outbox) = (arena, outbox)
        (self.clock, self.liveness, self.log) = (clock, liveness, log)
        (self.tell, self.fault) = (tell, fault)
    }

    /// Moves what comes until cancelled.
    func run() async {
        while !Task.isCancelled {
            let pause = await round()
            liveness.rest(NewsRelay.name)
            await arena.news.wait(pause)
        }
    }

    /// Moves all that can be moved now; how long nothing can be, unless it rings.
    func round() async -> Duration {
        while !Task.isCancelled {
            liveness.expect(NewsRelay.name, within: NewsRelay.budget)
            let now = clock.now().monotonic
            if let retry, retry.at > now {
                await trim()
                return retry.at - now
            }
            switch await step() {
            case .more: continue
            case .done, .closed: return NewsRelay.pause
            case .later:
                await trim()
                let longer = min((retry?.pause ?? .zero) * 2, NewsRelay.pause)
                let pause = max(longer, NewsRelay.firstPause)
                retry = (clock.now().monotonic + pause, pause)
            }
        }
        return NewsRelay.pause
    }

    private func step() async -> Step {
        do throws(Problem) {
            let rows = try await arena.use { stores throws(SQLiteError) in
                try await stores.news.next(most: NewsRelay.step)
            }
            guard !rows.isEmpty else {
                arena.metrics.note(newsWaiting: 0)
                return .done
            }
            guard let now = clock.now().wall, let taken = await take(rows, at: now) else { return .later }
            if taken.isAnythingNew { tell() }
            try await arena.use { stores throws(SQLiteError) in try await stores.news.delete(rows) }
            arena.metrics.note(taken, rows: rows.count)
            return .more
        } catch {
            // What goes wrong with the arena's file is shown by whoever looks after it.
            return .closed
        }
    }

    /// Nil: `state.db` refuses; that is told once, and once when it is over.
    private func take(_ rows: [NewsRow], at now: UnixTime) async -> NewsOutbox.Taken? {
        do throws(SQLiteError) {
            let taken = try await outbox.take(rows, at: now)
            if isFailing {
                log.notice("news of the arena reach the outbox again")
                fault(nil)
            }
            (retry, isFailing) = (nil, false)
            return taken
        } catch {
            if !isFailing {
                log.error("news of the arena wait, because the disk refuses: \(error)")
                fault("the disk refuses: \(error.message)")
            }
            isFailing = true
            return nil
        }
    }

    /// What waits meanwhile stays within its bounds.
    private func trim() async {
        do throws(Problem) {
            let range = try await arena.use { stores throws(SQLiteError) in try await stores.news.range() }
            guard let range else { return }
            if bound.isDue(range) {
                let dropped = try await arena.use { stores throws(SQLiteError) in
                    try await stores.news.trim()
                }
                arena.metrics.newsDropped.add(dropped)
            }
            arena.metrics.note(newsWaiting: Int(range.upperBound - range.lowerBound) + 1)
        } catch {
            return
        }
    }
}
