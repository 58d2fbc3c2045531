/// Draws lamps and character display into a terminal: the stand-in for hardware of `--simulate`.
///
/// It takes the same operations as a driver with wires and keeps a controller's memory of its own, so that
/// what is seen is what the bus was told and not what somebody wished for. The closure may block on a slow
/// terminal: its owner must not be on the cooperative pool.
package struct TerminalPanel: Sendable {
    private let encoder: FrameEncoder
    private let wirings: [LampWiring]
    private let output: @Sendable (String) -> Void
    private var controller = EmulatedController()
    private var lit: Set<LampOutput> = []
    private var captions: [(name: String, words: String)]
    private var status = TerminalStatus()
    private var drawn: [String] = []
    private var isOpen = false

    /// Writes nothing yet; `output` gets text with escape sequences.
    package init(settings: PanelSettings, output: @escaping @Sendable (String) -> Void) {
        encoder = FrameEncoder(geometry: settings.geometry, rom: settings.rom)
        wirings = settings.lamps.map(\.wiring)
        captions = settings.lamps.map { ($0.name, "") }
        self.output = output
    }

    /// Takes the terminal: the alternate screen, empty, without a cursor.
    package mutating func open() {
        guard !isOpen else { return }
        isOpen = true
        drawn = []
        output("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
        draw()
    }

    /// Gives the terminal back as it was; more than once does no harm.
    package mutating func close() {
        guard isOpen else { return }
        isOpen = false
        output("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
    }

    /// Drives an LED.
    package mutating func light(_ lamp: LampOutput, lit isLit: Bool) {
        if isLit { lit.insert(lamp) } else { lit.remove(lamp) }
        draw()
    }

    /// Performs a batch as the controller would.
    package mutating func perform(_ operations: [DisplayOperation]) {
        for operation in operations { controller.apply(operation) }
        draw()
    }

    /// Sets the words beside the lamps; the lamps themselves are only lit by `light`.
    package mutating func caption(_ state: PanelState) {
        captions = state.lamps.map { ($0.name, $0.reading.words) }
        draw()
    }

    package mutating func show(_ status: TerminalStatus) {
        self.status = status
        draw()
    }

    private mutating func draw() {
        guard isOpen else { return }
        let lines = screen.render()
        let update = TerminalScreen.update(from: drawn, to: lines)
        drawn = lines
        if !update.isEmpty { output(update) }
    }

    private var screen: TerminalScreen {
        let frame = controller.frame(encoder.geometry)
        let lamps = zip(captions, wirings).enumerated().map { index, lamp in
            let lights = lamp.1.leds.map { led in
                TerminalScreen.Light(led: led, isLit: lit.contains(LampOutput(lamp: index, led: led)))
            }
            return TerminalScreen.Lamp(name: lamp.0.name, words: lamp.0.words, lights: lights)
        }
        return TerminalScreen(
            lamps: lamps,
            display: encoder.text(of: frame),
            isBacklit: frame.backlight,
            status: status
        )
    }
}
