import Core
import Display
import WatchpostModel

/// Runs the panel: facts come in from every side, lamps and display follow, and what they show is published.
///
/// Drawing into a terminal can block, so this actor has a thread of its own.
actor PanelHost {
    /// A fact that the panel shows.
    enum Fact: Sendable {
        case sources([SourceView])
        case rotations([PanelRotation])
        case fault(PanelFault?)
        /// Recent events for the terminal's list, newest last.
        case events([String])
        case stop
        case tick
    }

    private let executor = SerialQueueExecutor(named: "watchpost.panel")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var control: PanelControl
    private var input = PanelInput()
    private var terminal: TerminalPanel?
    private var status: TerminalStatus
    private let clock: SystemClock
    private let liveness: LivenessBoard
    private let publish: @Sendable (PanelBody) -> Void
    private let facts: AsyncStream<Fact>
    private let entry: AsyncStream<Fact>.Continuation
    private var timer: (due: Duration, task: Task<Void, Never>)?

    private static let longestList = 6
    /// The panel has something to do at least once a minute; without a clock it still ticks this often.
    private static let longestNap = Duration.seconds(15)

    /// `terminal` stands in for the hardware; without one the panel exists in the API only.
    init(
        settings: Display.PanelSettings,
        input: PanelInput,
        terminal: TerminalPanel?,
        status: TerminalStatus,
        clock: SystemClock,
        liveness: LivenessBoard,
        publish: @escaping @Sendable (PanelBody) -> Void
    ) {
        control = PanelControl(settings: settings)
        self.input = input
        self.terminal = terminal
        self.status = status
        self.clock = clock
        self.liveness = liveness
        self.publish = publish
        (facts, entry) = AsyncStream.makeStream()
    }

    /// Hands over a fact; from anywhere, never blocks, order is kept.
    nonisolated func submit(_ fact: Fact) {
        entry.yield(fact)
    }

    /// The loop; it ends after `.stop` has been shown.
    func run() async {
        terminal?.open()
        terminal?.show(status)
        perform(control.handle(.start, at: clock.now()))
        perform(control.handle(.panel(.input(input)), at: clock.now()))
        schedule()
        for await fact in facts {
            liveness.expect("panel", within: .seconds(45))
            if case .stop = fact { break }
            take(fact)
            schedule()
        }
        timer?.task.cancel()
        perform(control.handle(.panel(.stop(.stopping)), at: clock.now()))
        terminal?.close()
        liveness.rest("panel")
    }

    private func take(_ fact: Fact) {
        switch fact {
        case .sources(let sources):
            input.sources = sources
            input.network = PanelHost.network(sources)
        case .rotations(let rotations): input.rotations = rotations
        case .fault(let fault): input.fault = fault
        case .events(let lines):
            status.events = Array((status.events + lines).suffix(PanelHost.longestList))
            terminal?.show(status)
            return
        case .tick: return perform(control.handle(.tick, at: clock.now()))
        case .stop: return
        }
        perform(control.handle(.panel(.input(input)), at: clock.now()))
    }

    private func perform(_ effects: [PanelControl.Effect]) {
        for effect in effects {
            switch effect {
            case .publish(let state):
                terminal?.caption(state)
                publish(state.body)
            case .light(let output, let lit): terminal?.light(output, lit: lit)
            case .perform(let operations):
                terminal?.perform(operations)
                perform(control.handle(.displayWritten, at: clock.now()))
            case .displayFaulted, .displayRecovered: break
            }
        }
    }

    /// One timer, for the earliest thing that changes by itself.
    private func schedule() {
        let now = clock.now().monotonic
        // Lamps blink for nobody when there is no terminal; the API serves their patterns, not their flashes.
        let wake = terminal == nil ? control.nextPageWake : control.nextWake
        let due = min(wake ?? now + PanelHost.longestNap, now + PanelHost.longestNap)
        if let timer, timer.due <= due, timer.due > now { return }
        timer?.task.cancel()
        let entry = entry
        timer = (
            due,
            Task {
                // Cancelled when something earlier comes up.
                try? await Task.sleep(for: max(.zero, due - now))
                if !Task.isCancelled { entry.yield(.tick) }
            }
        )
    }

    /// Our own connection is down when the sources say so.
    private static func network(_ sources: [SourceView]) -> PanelNetwork {
        let lost = sources.filter { $0.freshness.state == .noNetwork }
        return lost.isEmpty ? .up : .down(since: lost.compactMap(\.freshness.since).min())
    }
}
