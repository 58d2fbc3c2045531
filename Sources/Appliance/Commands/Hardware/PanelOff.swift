import Display

/// `watchpost panel off`: every LED dark, and after a failure words on the display.
///
/// The unit runs it whenever the service has ended, however that was. A process that is killed cannot put its lamps out
/// itself, and the kernel of Raspberry Pi OS leaves a line at its last level: without this a steady green would go on
/// promising that all is well, and the display would go on showing numbers.
struct PanelOff {
    let configuration: Configuration
    /// `$SERVICE_RESULT` of systemd.exec(5); nil where a person runs it.
    let serviceResult: String?
    let say: (String) -> Void

    /// Tries everything and says what could not be done; a service that has ended is not made to fail by it.
    func run() {
        let wiring = PanelWiring(configuration)
        for (output, line) in wiring.lamps.sorted(by: { $0.key.lamp < $1.key.lamp }) {
            do throws(HardwareError) {
                guard let result = try wiring.header.find([line.line]).first else { continue }
                let found = try result.get()
                if let error = found.taken { throw error }
                let claimed = ClaimedLine(found: found, isActiveLow: line.isActiveLow)
                // Given back at once: what counts is the level that it was driven to.
                _ = try wiring.header.claim([claimed], levels: 0, as: "watchpost panel off")
            } catch {
                say("lamp \(output.lamp + 1), \(output.led.rawValue): \(error.words)")
            }
        }
        if let serviceResult, serviceResult != "success" { sayOnDisplay(wiring) }
    }

    private func sayOnDisplay(_ wiring: PanelWiring) {
        guard let driver = wiring.makeDisplay?() else { return }
        let panel = configuration.panel
        let frame = FrameEncoder(geometry: panel.display.geometry, rom: panel.rom)
            .frame(["Watchpost", "not running"], backlight: true)
        do throws(HardwareError) {
            try driver.perform([.initialise] + FrameDiff.operations(from: nil, to: frame))
        } catch {
            say("display: \(error.words)")
        }
    }
}
