import Core
import Display
import SystemSupport
import WatchpostModel

/// Owns the rotation book: takes what the schedule file's watcher says, wakes at each border, publishes and announces.
actor RotationWatch {
    /// Where the effects go, in order; none may block.
    struct Outlets: Sendable {
        var publish: @Sendable (RotationSnapshot) -> Void
        var announce: @Sendable ([EventBody]) -> Void
    }

    private var book = RotationBook()
    private let clock: SystemClock
    private let liveness: LivenessRegistry
    private let log: Log
    private let outlets: Outlets
    private var wake: UnixTime?
    private var hasSchedule = false

    /// The longest sleep at a stretch: a clock that is set or jumps is noticed within it.
    private static let longestPause = Duration.seconds(5)

    init(clock: SystemClock, liveness: LivenessRegistry, log: Log, outlets: Outlets) {
        self.clock = clock
        self.liveness = liveness
        self.log = log
        self.outlets = outlets
    }

    /// Takes one event, also before the loop runs.
    ///
    /// A file that is bad from the start leaves the shipped schedule.
    func take(_ event: RotationEvent) {
        if case .refused = event, book.schedules == nil, let shipped = try? ScheduleFile.shipped() {
            perform(book.handle(.loaded(shipped), at: clock.now()))
        }
        if case .refused(let problems) = event {
            log.error("the schedule file is refused, the schedule before it stays in force")
            for problem in problems { log.error(problem) }
        }
        perform(book.handle(event, at: clock.now()))
    }

    /// Sleeps from border to border until cancelled.
    func run() async {
        while !Task.isCancelled {
            liveness.expect("rotations", within: .seconds(30))
            try? await Task.sleep(for: pause)  // Cancellation is seen by the loop.
            guard !Task.isCancelled else { break }
            perform(book.handle(.tick, at: clock.now()))
        }
        liveness.rest("rotations")
    }

    private var pause: Duration {
        guard let wake, let now = clock.now().wall else { return RotationWatch.longestPause }
        // The wall clock has no fractions here: a border is met within its second.
        return min(max(.milliseconds(100), .seconds(wake.since(now))), RotationWatch.longestPause)
    }

    private func perform(_ effects: [RotationEffect]) {
        for effect in effects {
            switch effect {
            case .publish(let snapshot): outlets.publish(snapshot)
            case .mapChanged(let body), .stateChanged(let body): outlets.announce([.rotation(body)])
            case .scheduleAccepted(let body):
                // The schedule that a start finds is no news.
                if hasSchedule { outlets.announce([.schedule(body)]) }
                hasSchedule = true
            case .scheduleRefused(let body): outlets.announce([.schedule(body)])
            case .wake(let time): wake = time
            }
        }
    }
}
