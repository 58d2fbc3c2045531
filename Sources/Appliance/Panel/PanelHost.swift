import Core
import Display
import SystemSupport
import WatchpostModel

/// Runs the panel: facts come in from every side, lamps and display follow, and what they show is published.
///
/// Drawing into a terminal can block, so this actor has a thread of its own.
actor PanelHost {
    private let executor = SerialQueueExecutor(named: "watchpost.panel")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Whether somebody can read a text off this box now; from any thread.
    nonisolated let showsText: Locked<Bool>
    private var control: PanelControl
    /// What the settings name, and what it means among the realms that are listed.
    private var named: [WatchTarget]
    private var names = WatchedNames()
    private var input = PanelInput()
    private var terminal: TerminalPanel?
    private let hardware: PanelHardware
    private var gesture = ButtonGesture()
    /// Instead of saying which box this is.
    private var longPress: (@Sendable () -> Void)?
    /// Faults that others reported.
    private var faults: FaultBook
    /// When the box's addresses were last asked for, on the monotonic clock.
    private var addressesRead = Duration.zero
    private var status: TerminalStatus
    /// What the box is called when nobody gave it a name.
    private let hostName: String
    private let addresses: @Sendable () -> [String]
    private let clock: SystemClock
    private let liveness: LivenessRegistry
    private let log: Log
    private let publish: @Sendable (PanelBody) -> Void
    private let facts: AsyncStream<Fact>
    private let entry: AsyncStream<Fact>.Continuation
    private var timer: (due: Duration, task: Task<Void, Never>)?

    private static let longestList = 6
    /// The panel has something to do at least once a minute; without a clock it still ticks this often.
    private static let longestPause = Duration.seconds(15)
    private let farewell: Duration

    /// `terminal` stands in for the hardware; without it and without wires the panel exists in the API only.
    init(
        settings: Display.PanelSettings,
        input: PanelInput,
        dependencies: Dependencies,
        clock: SystemClock,
        liveness: LivenessRegistry,
        log: Log,
        publish: @escaping @Sendable (PanelBody) -> Void
    ) {
        control = PanelControl(settings: settings)
        named = settings.named
        self.input = input
        terminal = dependencies.terminal
        status = dependencies.status
        addresses = dependencies.addresses
        hostName = dependencies.hostName
        faults = FaultBook(dependencies.faults)
        farewell = dependencies.farewell
        self.clock = clock
        self.liveness = liveness
        self.log = log
        self.publish = publish
        let (facts, entry) = AsyncStream<Fact>.makeStream()
        (self.facts, self.entry) = (facts, entry)
        hardware = PanelHardware(dependencies.wiring, liveness: liveness, log: log) {
            entry.yield(.hardware($0))
        }
        let hasDisplay = hardware.hasDisplay
        showsText = Locked(dependencies.terminal != nil || hasDisplay)
    }

    /// Hands over a fact; from anywhere, never blocks, order is kept.
    nonisolated func submit(_ fact: Fact) {
        entry.yield(fact)
    }

    /// Publishes what the panel is about to show, so that nobody who asks before ``run()`` has begun is sent away.
    ///
    /// A copy of the rule says it: no lamp is lit and no cell is written.
    func publishAhead() {
        readAddresses(at: clock.now().monotonic)
        _ = gather()
        var ahead = control
        let now = clock.now()
        let effects = ahead.handle(.start, at: now) + ahead.handle(.panel(.input(input)), at: now)
        for case .publish(let state) in effects { publish(state.body) }
    }

    /// Shows everything until `.stop`, or until it is cancelled, and then the last words.
    ///
    /// The loop is no child of the caller's task: who ends the appliance cancels that one at once, and a cancelled
    /// reader gets no more of the display's answers, so that half a page of old numbers stayed below "stopped".
    func run() async {
        let loop = Task { await self.live() }
        let entry = entry
        await withTaskCancellationHandler {
            await loop.value
        } onCancel: {
            entry.yield(.stop())
        }
    }

    private func live() async {
        terminal?.open()
        terminal?.show(status)
        perform(control.handle(.start, at: clock.now()))
        readAddresses(at: clock.now().monotonic)
        show()
        schedule()
        var ending = Panel.Ending.stopping
        for await fact in facts {
            liveness.expect("panel", within: .seconds(45))
            if case .stop(let why) = fact {
                ending = why
                break
            }
            take(fact)
            schedule()
        }
        await sayFarewell(ending)
        timer?.task.cancel()
        terminal?.close()
        liveness.rest("panel")
    }

    /// Waits until the display has the last words, but not long: the process is asked to end.
    private func sayFarewell(_ ending: Panel.Ending) async {
        let deadline = clock.now().monotonic + farewell
        perform(control.handle(.panel(.stop(ending)), at: clock.now()))
        guard hardware.hasDisplay else { return }
        while !control.isSettled, clock.now().monotonic < deadline {
            schedule(notAfter: deadline)
            var iterator = facts.makeAsyncIterator()
            guard let fact = await iterator.next() else { return }
            take(fact)
        }
    }

    private func take(_ fact: Fact) {
        switch fact {
        case .sources(let sources):
            input.sources = sources
            understandNames()
            input.network = PanelNetwork(sources)
            input.isSetUp = sources.isEmpty || !sources.allSatisfy(\.needsSetUp)
        case .rotations(let rotations): input.rotations = rotations
        case .duels(let duels): input.duels = duels
        case .fault(let code, let part, let fault): faults[code, part] = fault
        case .events(let lines):
            status.events = Array((status.events + lines).suffix(PanelHost.longestList))
            terminal?.show(status)
            return
        case .settings(let settings):
            let settings = Display.PanelSettings(settings, hostName: hostName)
            (named, names) = (settings.named, WatchedNames())
            understandNames()
            perform(control.handle(.panel(.settings(settings)), at: clock.now()))
            return
        case .watched(let targets): input.watchedByPhones = targets
        case .longPress(let action):
            longPress = action
            return
        case .request(let event):
            perform(control.handle(.panel(event), at: clock.now()))
            return
        case .tick: return tick()
        case .hardware(let report): return take(report)
        case .stop: return
        }
        show()
    }

    /// An entry that no realm is called would keep its lamp dark for ever: it is a fault, told with what was meant.
    private func understandNames() {
        names.look(for: named, in: input.sources)
        input.meant = names.meant
        let fault = names.problem.map { PanelFault(setting: $0) }
        if let fault, fault != faults[fault.code] { log.error("settings (\(fault.code)): \(fault.words)") }
        faults["E32"] = fault
    }

    private func take(_ report: PanelHardware.Report) {
        let now = clock.now()
        switch report {
        case .display(let error):
            perform(control.handle(error.map { .displayFailed($0.words) } ?? .displayWritten, at: now))
        case .button(.success(let isPressed)):
            obey(gesture.handle(isPressed ? .pressed : .released, at: now.monotonic))
        case .button(.failure(let error)):
            hardware.buttonLost(error, at: now.monotonic)
            gesture = ButtonGesture()
            show()
        }
    }

    private func tick() {
        let before = input
        let now = clock.now()
        hardware.tick(at: now.monotonic)
        if now.monotonic - addressesRead >= PanelHost.longestPause { readAddresses(at: now.monotonic) }
        obey(gesture.handle(.tick, at: now.monotonic))
        perform(control.handle(.tick, at: now))
        if gather() || input != before { show() }
    }

    /// A box that started before its network did has an address later.
    private func readAddresses(at now: Duration) {
        input.addresses = addresses()
        addressesRead = now
    }

    private func obey(_ actions: [ButtonGesture.Action]) {
        for action in actions {
            if action == .identify, let longPress {
                longPress()
                continue
            }
            if action == .showAddress {
                readAddresses(at: clock.now().monotonic)
                show()
            }
            perform(control.handle(.panel(action.event), at: clock.now()))
        }
    }

    /// Hands all facts to the panel, the hardware's state among them.
    private func show() {
        _ = gather()
        perform(control.handle(.panel(.input(input)), at: clock.now()))
        // Lighting lamps may have found out something new.
        if gather() { perform(control.handle(.panel(.input(input)), at: clock.now())) }
    }

    /// Brings faults and addresses up to date; whether something changed.
    private func gather() -> Bool {
        let before = input
        let all = hardware.faults.values.flatMap { $0 } + faults.shown
        input.faults = all.sorted { ($0.code, $0.words) < ($1.code, $1.words) }
        input.hasDisplay = terminal != nil || (hardware.hasDisplay && hardware.faults["E12"] == nil)
        if input.hasDisplay != before.hasDisplay {
            showsText.withLock { $0 = input.hasDisplay }
        }
        return input != before
    }

    private func perform(_ effects: [PanelControl.Effect]) {
        var changes: [LampOutput: Bool] = [:]
        for case .light(let output, let lit) in effects { changes[output] = lit }
        // Lamps first: they are what must be quick.
        if !changes.isEmpty { hardware.light(changes, at: clock.now().monotonic) }
        for effect in effects {
            switch effect {
            case .publish(let state):
                terminal?.caption(state)
                publish(state.body)
            case .light(let output, let lit): terminal?.light(output, lit: lit)
            case .perform(let operations):
                terminal?.perform(operations)
                hardware.perform(operations)
            case .displayFaulted(let words):
                hardware.displayChanged(words)
                show()
            case .displayRecovered:
                hardware.displayChanged(nil)
                show()
            }
        }
    }

    /// One timer, for the earliest thing that changes by itself.
    private func schedule(notAfter end: Duration? = nil) {
        let now = clock.now().monotonic
        // Lamps blink for nobody when there are none; the API serves their patterns, not their flashes.
        let isPlaying = terminal != nil || hardware.hasLamps
        let wakes = [
            isPlaying ? control.nextWake : control.nextPageWake, hardware.nextWake, gesture.nextWake, end,
        ]
        let due = min(
            wakes.compactMap { $0 }.min() ?? now + PanelHost.longestPause,
            now + PanelHost.longestPause
        )
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
}
