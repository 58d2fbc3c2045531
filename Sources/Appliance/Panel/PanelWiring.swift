import Display

/// What the panel's parts are wired to, from the settings.
struct PanelWiring: Sendable {
    /// A button and its polarity.
    struct Button: Sendable {
        var line: GPIOLine
        var isActiveLow: Bool
    }

    var header = GPIOHeader()
    var lamps: [LampOutput: OutputLine] = [:]
    /// The driver that has the lamps' lines; nil: they are on the header.
    var lampSource: (any LineSource & Sendable)?
    var button: Button?
    /// Makes the display's driver, on the display's thread; nil: no display is wired.
    var makeDisplay: (@Sendable () -> any CharacterDisplayDriver)?

    /// Who has the lamps' lines.
    var lampLines: any LineSource {
        if let lampSource { return lampSource }
        return header
    }
}

extension PanelWiring {
    init(_ configuration: Configuration) {
        let panel = configuration.panel
        header = GPIOHeader(chip: configuration.gpio.chip)
        for (index, lamp) in panel.lamps.enumerated() {
            for (led, line) in lamp.lines.lines {
                lamps[LampOutput(lamp: index, led: led)] = OutputLine(
                    line,
                    isActiveLow: lamp.lines.isActiveLow
                )
            }
        }
        button = panel.button.map { Button(line: $0.line, isActiveLow: $0.isActiveLow) }
        let header = header
        switch panel.displayWiring {
        case .backpack(let backpack):
            makeDisplay = { BackpackDisplay(settings: Display.BackpackSettings(backpack)) }
        case .parallel(let lines): makeDisplay = { ParallelDisplay(lines, on: header) }
        case nil: break
        }
    }
}
