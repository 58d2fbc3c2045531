import Display
import SystemSupport

/// `watchpost display test`: where the display answers, patterns on it, and what to see.
struct DisplayTestCommand {
    let configuration: Configuration
    /// Passes the time in which a page is looked at; false when the person has seen enough.
    let look: () -> Bool
    let say: (String) -> Void

    /// 0 when the display took every page, else 1.
    func run() -> Int32 {
        guard let wiring = configuration.panel.displayWiring else {
            say(
                "no display is wired: add [panel.backpack] or [panel.parallel] to the settings (\(InstalledManual().wires))"
            )
            return 1
        }
        if let problem = configuration.panel.display.problem { say(problem) }
        do throws(HardwareError) {
            let driver = try driver(wiring)
            let test = DisplayTest(
                geometry: configuration.panel.display.geometry,
                rom: configuration.panel.rom
            )
            try show(test.pages, on: driver)
            return 0
        } catch {
            say(error.words)
            return 1
        }
    }

    private func driver(_ wiring: DisplayWiring) throws(HardwareError) -> any CharacterDisplayDriver {
        switch wiring {
        case .backpack(let settings):
            let display = BackpackDisplay(settings: Display.BackpackSettings(settings))
            let finding = try display.connect()
            say("the backpack answers at \(I2CAddress.text(finding.address)) on \(finding.bus)")
            if !finding.others.isEmpty {
                say("these answer too: \(finding.others.map(I2CAddress.text).joined(separator: ", "))")
            }
            return display
        case .parallel(let settings):
            let header = GPIOHeader(chip: configuration.gpio.chip)
            let lines = ParallelSection.Pin.allCases.map { pin in
                "\(pin.rawValue.uppercased()) \(settings.lines[pin].map { "\($0)" } ?? "?")"
            }
            say("the display is on \(try header.describe()): \(lines.joined(separator: ", "))")
            return ParallelDisplay(settings, on: header)
        }
    }

    private func show(
        _ pages: [DisplayTest.Page],
        on driver: any CharacterDisplayDriver
    ) throws(HardwareError) {
        var shown: CharacterFrame?
        for page in pages {
            let start: [DisplayOperation] = shown == nil ? [.initialise] : []
            try driver.perform(start + FrameDiff.operations(from: shown, to: page.frame))
            shown = page.frame
            say(page.words)
            guard look() else { return }
        }
    }
}
