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
        /// That the newest schedule file is refused; nil when it is not any more.
        var fault: @Sendable (PanelFault?) -> Void = { _ in }
    }

    /// Revisions of this run are far from those of any other one.
    var book = RotationBook(
        revision: Int64.random(in: MapTimerContent.runs) * MapTimerContent.revisionsOfRun
    )
    let clock: SystemClock
    private let liveness: LivenessRegistry
    let log: Log
    private let outlets: Outlets
    /// How the schedule is compared with an upstream; nil when none is asked.
    var checking: Checking?
    /// What it takes to edit the schedule; nil where nobody can.
    let editing: Editing?
    private var wake: UnixTime?
    private var hasSchedule = false

    /// The longest sleep at a stretch: a clock that is set or jumps is noticed within it.
    private static let longestPause = Duration.seconds(5)

    init(
        clock: SystemClock,
        liveness: LivenessRegistry,
        log: Log,
        checking: Checking? = nil,
        editing: Editing? = nil,
        outlets: Outlets
    ) {
        self.checking = checking
        self.editing = editing
        self.clock = clock
        self.liveness = liveness
        self.log = log
        self.outlets = outlets
    }

    /// Takes the schedule that is part of the appliance, because the settings name no file.
    func useShipped() throws(ScheduleRefusal) {
        put(.loaded(try ScheduleFile.shipped()))
    }

    /// Takes what became of the owner's file, also before the loop runs.
    func take(_ event: ScheduleFileEvent) {
        switch event {
        case .loaded(let schedules): accept(schedules)
        case .refused(let refusal, let kept): refuse(refusal, kept: kept)
        }
    }

    /// Puts other schedules in force, together with what the comparison with the upstream makes of them: what belonged to
    /// those before is not shown with them.
    func put(_ event: RotationEvent) {
        let now = clock.now()
        let effects = book.handle(event, at: now)
        let compared = book.schedules.map { answers(to: .schedules($0), at: now) } ?? []
        perform((effects + compared).asOneTurn)
    }

    private func accept(_ schedules: RotationSchedules) {
        let wasRefused = !book.problems.isEmpty
        let before = overridden
        put(.loaded(schedules))
        log.notice(
            "the schedule file is \(wasRefused ? "accepted again" : "in force"): \(summary(of: schedules))"
        )
        tellOverridden(since: before)
        outlets.fault(nil)
    }

    /// A file that is bad from the start leaves what was kept of the last good one, else the shipped schedule.
    private func refuse(_ refusal: ScheduleRefusal, kept: RotationSchedules?) {
        if book.schedules == nil {
            if let kept {
                put(.stoodIn(kept, .kept))
            } else if let shipped = try? ScheduleFile.shipped() {
                put(.stoodIn(shipped, .builtIn))
            }
        }
        let isNews = book.problems != refusal.published
        perform(book.handle(.refused(refusal.published), at: clock.now()))
        guard isNews else { return }
        log.error("the schedule file is refused; \(book.inForce.words)")
        for problem in refusal.problems { log.error(problem) }
        outlets.fault(PanelFault(refused: refusal, inForce: book.inForce))
    }

    /// Until when each mode is known: who appended a schedule to the wrong mode sees it here.
    private func summary(of schedules: RotationSchedules) -> String {
        ScheduleSummary.lines(of: schedules, at: clock.now().wall).joined(separator: "; ")
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

    func perform(_ effects: [RotationEffect]) {
        for effect in effects {
            switch effect {
            case .publish(let snapshot): outlets.publish(snapshot)
            case .mapChanged(let body), .stateChanged(let body): outlets.announce([.rotation(body)])
            case .scheduleAccepted(let body):
                // The schedule that a start finds is no news.
                if hasSchedule { outlets.announce([.schedule(body)]) }
                hasSchedule = true
            case .scheduleRefused(let body):
                outlets.announce([.schedule(body)])
                // That it is accepted after this is news, also when no file was before.
                hasSchedule = true
            case .wake(let time): wake = time
            }
        }
    }
}
