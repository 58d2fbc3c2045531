import Core
import SystemSupport
import WatchpostModel

/// Tells administrators' phones, and the log, seven days and one day before a map schedule ends.
actor ScheduleEndTeller {
    private let store: ScheduleEndStore
    private let clock: SystemClock
    private let liveness: LivenessRegistry
    private let log: Log
    /// A notice waits in the outbox.
    private let ring: @Sendable () -> Void
    private let fault: @Sendable (String?) -> Void
    private var watch = ScheduleEndWatch()
    private var hasLoaded = false
    private var isFailing = false
    /// What was published last, and not looked at yet.
    private let published = Locked<RotationSchedules?>(nil)

    private static let name = "schedule ends"
    /// A clock that is set or jumps is noticed within it, and so is a newer schedule.
    private static let pause = Duration.seconds(2)

    /// `fault` gets what is wrong with the disk, nil once it works again.
    init(
        store: ScheduleEndStore,
        clock: SystemClock,
        liveness: LivenessRegistry,
        log: Log,
        ring: @escaping @Sendable () -> Void,
        fault: @escaping @Sendable (String?) -> Void
    ) {
        self.store = store
        self.clock = clock
        self.liveness = liveness
        self.log = log
        (self.ring, self.fault) = (ring, fault)
    }

    /// Other schedules are published; waits for nothing.
    nonisolated func take(_ schedules: RotationSchedules) {
        published.withLock { $0 = schedules }
    }

    /// Looks until cancelled.
    func run() async {
        while !Task.isCancelled {
            liveness.expect(ScheduleEndTeller.name, within: .seconds(60))
            await look()
            try? await Task.sleep(for: ScheduleEndTeller.pause)  // Cancellation is seen by the loop.
        }
        liveness.rest(ScheduleEndTeller.name)
    }

    /// What the disk refuses is tried again with the next look.
    private func look() async {
        let fresh = published.withLock { published in
            defer { published = nil }
            return published
        }
        if let fresh { watch.take(fresh) }
        guard let now = clock.now().wall else { return }
        do throws(SQLiteError) {
            if !hasLoaded { watch.remember(try await store.load()) }
            hasLoaded = true
            let news = watch.news(at: now)
            guard !news.isEmpty else { return }
            let isAnybodyTold = try await store.store(news, at: now)
            watch.stored(news)
            if isFailing { fault(nil) }
            isFailing = false
            if isAnybodyTold { ring() }
            for case .near(let end) in news {
                log.notice("the map schedule of \(end.mode) ends at \(end.at), and nothing is known after it")
            }
        } catch {
            if !isFailing {
                log.error("the end of the map schedule is not told, because the disk refuses: \(error)")
                fault("the disk refuses: \(error.message)")
            }
            isFailing = true
        }
    }
}
