import Display
import SystemSupport

/// `watchpost lamps test`: lights one LED after the other and says which, for the person with the soldering iron.
struct LampsTest {
    let configuration: Configuration
    /// Passes the time in which an LED is looked at; false when the person has seen enough.
    let look: () -> Bool
    let say: (String) -> Void

    private var wiring: PanelWiring { PanelWiring(configuration) }

    /// Every LED alone, then all of them; 0 when each line could be had, or the person ended it, else 1.
    func run() -> Int32 {
        let wires = wires
        guard !wires.isEmpty else {
            say(
                "no lamp has a line: set green and red, or single, in [[panel.lamp]] (\(InstalledManual().wires))"
            )
            return 1
        }
        do throws(HardwareError) {
            say("lines are looked for on \(try wiring.header.describe())")
            var lines: [ClaimedWire] = []
            for wire in wires { if let claimed = try claim(wire) { lines.append((wire, claimed)) } }
            guard try light(lines) else { return 0 }
            return conclude(driven: lines.count, of: wires.count)
        } catch {
            say(error.words)
            return 1
        }
    }

    /// False when the person has seen enough; every LED is dark then.
    private func light(_ lines: [ClaimedWire]) throws(HardwareError) -> Bool {
        for (wire, line) in lines {
            say("lit now: \(wire.label)")
            guard try show([line]) else { return false }
        }
        guard lines.count > 1 else { return true }
        say("lit now: all of them")
        return try show(lines.map(\.lines))
    }

    private func conclude(driven: Int, of count: Int) -> Int32 {
        say(driven == count ? "every line was driven" : "\(driven) of \(count) lines were driven")
        say(
            "an LED that stayed dark: its polarity, its resistor's place, or the line; two at once: a short circuit"
        )
        return driven == count ? 0 : 1
    }

    private typealias ClaimedWire = (wire: Wire, lines: any OutputLines)

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

    /// On, for a look, and off; false when the person has seen enough.
    private func show(_ lines: [any OutputLines]) throws(HardwareError) -> Bool {
        for line in lines { try line.set(1, mask: 1) }
        let isWanted = look()
        for line in lines { try line.set(0, mask: 1) }
        return isWanted
    }
}
