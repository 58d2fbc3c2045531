import Display

/// What `watchpost check` says of the wires: which lines are there and who has them, and what answers on the bus.
///
/// It takes nothing and writes nothing: a running appliance is not disturbed.
struct HardwareReport {
    let configuration: Configuration

    /// A line of text for each wire; none when nothing is wired.
    var lines: [String] {
        let wires = wires
        var text: [String] = []
        if !wires.isEmpty {
            do throws(HardwareError) {
                let header = GPIOHeader(chip: configuration.gpio.chip)
                text.append("GPIO: \(try header.describe())")
                for (wire, result) in zip(wires, try header.find(wires.map(\.line))) {
                    text.append("\(wire.label): \(HardwareReport.words(result))")
                }
            } catch {
                text.append("GPIO: \(error.words)")
            }
        }
        switch configuration.panel.displayWiring {
        case .backpack(let backpack): text += answers(backpack)
        case .parallel, nil: break
        }
        return text
    }

    private var wires: [(label: String, line: GPIOLine)] {
        let panel = configuration.panel
        var wires: [(label: String, line: GPIOLine)] = []
        for lamp in panel.lamps {
            for led in [LED.green, .red, .single] {
                if let line = lamp.lines.lines[led] {
                    wires.append(("lamp \(lamp.name), \(led.rawValue)", line))
                }
            }
        }
        switch panel.displayWiring {
        case .parallel(let display): wires += HardwareReport.wires(display)
        case .backpack, nil: break
        }
        if let button = panel.button { wires.append(("button", button.line)) }
        return wires
    }

    private static func wires(_ display: ParallelSection) -> [(label: String, line: GPIOLine)] {
        var wires: [(label: String, line: GPIOLine)] = []
        for pin in ParallelSection.Pin.allCases {
            if let line = display.lines[pin] { wires.append(("display \(pin.rawValue.uppercased())", line)) }
        }
        if let line = display.backlight { wires.append(("display backlight", line)) }
        return wires
    }

    private static func words(_ result: Result<FoundLine, HardwareError>) -> String {
        switch result {
        case .failure(let error): error.words
        case .success(let found):
            switch found.holder {
            case nil: "\(found.line) is free"
            case .some(let holder) where holder.hasPrefix("watchpost"):
                "\(found.line), driven by the running service"
            case .some: found.taken?.words ?? ""
            }
        }
    }

    private func answers(_ backpack: BackpackSection) -> [String] {
        do throws(HardwareError) {
            let finding = try BackpackDisplay(
                settings: Display.BackpackSettings(backpack),
                isExclusive: false
            )
            .connect()
            let others = finding.others.map(I2CAddress.text).joined(separator: ", ")
            return [
                "display: a backpack answers at \(I2CAddress.text(finding.address)) on \(finding.bus)"
                    + (others.isEmpty ? "" : "; \(others) too")
            ]
        } catch {
            return ["display: \(error.words)"]
        }
    }
}
