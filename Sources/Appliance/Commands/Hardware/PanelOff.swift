import Core
import Display

/// `watchpost panel off`: every LED dark, and after a failure words on the display.
///
/// The unit runs it whenever the service has ended, however that was, and a unit of its own once more after a failure: a
/// kill of the service's whole group takes the first with it. A process that is killed cannot put its lamps out itself,
/// and the kernel of Raspberry Pi OS leaves a line at its last level: without this a steady green would go on promising
/// that all is well, and the display would go on showing numbers.
struct PanelOff {
    let configuration: Configuration
    /// How the service ended; nil where a person runs it.
    let ending: ServiceEnding?
    /// What is wrong with the settings, for a service that has ended because of them.
    let problem: () -> ConfigurationError?
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
        if let ending, !ending.isSuccess { sayOnDisplay(wiring) }
    }

    private func sayOnDisplay(_ wiring: PanelWiring) {
        guard let driver = wiring.makeDisplay?() else { return }
        let panel = configuration.panel
        let frame = FrameEncoder(geometry: panel.display.geometry, rom: panel.rom)
            .frame(words, backlight: true)
        do throws(HardwareError) {
            try driver.perform([.initialise] + FrameDiff.operations(from: nil, to: frame))
        } catch {
            say("display: \(error.words)")
        }
    }

    /// What whoever stands before the box should know: the first problem of the settings, that the state is lost, damaged
    /// or of a newer release, else that nothing runs.
    var words: [String] {
        // What to do is a sentence, too long for a display.
        if ending?.exitStatus == DatabaseError.needsPerson { return ["State unusable:", "see journal"] }
        guard ending?.exitStatus == ConfigurationError.exitCode else { return ["Watchpost", "not running"] }
        let panel = configuration.panel
        let (headings, words) = problem()?.first ?? (["Wrong settings"], "sudo watchpost check")
        return Notice.lines(headings, words, geometry: panel.display.geometry, rom: panel.rom)
    }
}

/// How systemd says that a service has ended: systemd.exec(5), for `ExecStopPost=` and for units of `OnFailure=`.
struct ServiceEnding: Hashable, Sendable {
    let isSuccess: Bool
    /// The exit code, nil when it was a signal.
    let exitStatus: Int32?

    init(isSuccess: Bool, exitStatus: Int32? = nil) {
        self.isSuccess = isSuccess
        self.exitStatus = exitStatus
    }

    /// Nil where no service manager says anything.
    init?(environment: [String: String]) {
        let prefix = environment["SERVICE_RESULT"] == nil ? "MONITOR_" : ""
        guard let result = environment[prefix + "SERVICE_RESULT"] else { return nil }
        isSuccess = result == "success"
        exitStatus = environment[prefix + "EXIT_STATUS"].flatMap { Int32($0) }
    }
}

extension ConfigurationError {
    /// Headings, the longest first, and words of the first problem.
    fileprivate var first: (headings: [String], words: String)? {
        switch self {
        case .file(_, let error): return (["Settings"], error.reason)
        case .problems(_, let problems):
            guard let problem = problems.first else { return nil }
            let line = problem.place.line
            let words = [problem.key, problem.reason].filter { !$0.isEmpty }.joined(separator: ": ")
            return (["Settings, line \(line)", "Settings line \(line)", "line \(line)"], words)
        }
    }
}
