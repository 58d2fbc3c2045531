import Display

/// `watchpost lamps test`: lights one LED after the other and says which, for the person with the soldering iron.
struct LampsTest {
    let configuration: Configuration
    /// Passes the time in which an LED is looked at.
    let look: () -> Void
    let say: (String) -> Void

    private var wiring: PanelWiring { PanelWiring(configuration) }

    /// Every LED alone, then all of them; 0 when each line could be had, else 1.
    func run() -> Int32 {
        let wires = wires
        guard !wires.isEmpty else {
            say("no lamp has a line: set green and red, or single, in [[panel.lamp]] (docs/hardware.md)")
            return 1
        }
        var lines: [(wire: Wire, lines: any OutputLines)] = []
        do throws(HardwareError) {
            say("lines are looked for on \(try wiring.header.describe())")
            for wire in wires { if let claimed = try claim(wire) { lines.append((wire, claimed)) } }
            for (wire, line) in lines { try show(wire, line) }
            if lines.count > 1 { try showAll(lines.map(\.lines)) }
        } catch {
            say(error.words)
            return 1
        }
        say(
            lines.count == wires.count
                ? "every line was driven" : "\(lines.count) of \(wires.count) lines were driven"
        )
        say(
            "an LED that stayed dark: its polarity, its resistor's place, or the line; two at once: a short circuit"
        )
        return lines.count == wires.count ? 0 : 1
    }

    /// An LED and its line.
    private struct Wire {
        let label: String
        let line: OutputLine
    }

    private var wires: [Wire] {
        configuration.panel.lamps.flatMap { lamp in
            [LED.green, .red, .single].compactMap { led in
                lamp.lines.lines[led].map { line in
                    let colour = led == .single ? "" : ", \(led.rawValue)"
                    let polarity = lamp.lines.isActiveLow ? ", lit by a low line" : ""
                    return Wire(
                        label: "\(lamp.name)\(colour) (\(line)\(polarity))",
                        line: OutputLine(line, isActiveLow: lamp.lines.isActiveLow)
                    )
                }
            }
        }
    }

    /// Dark at first; nil, and said, when the line cannot be had.
    private func claim(_ wire: Wire) throws(HardwareError) -> (any OutputLines)? {
        guard let result = try wiring.header.find([wire.line.line]).first else { return nil }
        do throws(HardwareError) {
            let found = try result.get()
            if let error = found.taken { throw error }
            let claimed = ClaimedLine(found: found, isActiveLow: wire.line.isActiveLow)
            return try wiring.header.claim([claimed], levels: 0, as: "watchpost lamps test")
        } catch {
            say("not lit: \(wire.label): \(error.words)")
            return nil
        }
    }

    private func show(_ wire: Wire, _ line: any OutputLines) throws(HardwareError) {
        say("lit now: \(wire.label)")
        try line.set(1, mask: 1)
        look()
        try line.set(0, mask: 1)
    }

    private func showAll(_ lines: [any OutputLines]) throws(HardwareError) {
        say("lit now: all of them")
        for line in lines { try line.set(1, mask: 1) }
        look()
        for line in lines { try line.set(0, mask: 1) }
    }
}
