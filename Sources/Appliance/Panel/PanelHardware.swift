import Core
import Dispatch
import Display
import SystemSupport

/// The panel's wires: LEDs, display and button, each with its own faults.
///
/// Owned by `PanelHost` and used on its thread. Whatever fails is told once, tried again, and told once when it is over.
final class PanelHardware {
    /// What the hardware says.
    enum Report: Sendable {
        case display(HardwareError?)
        case button(Result<Bool, HardwareError>)
    }

    private let wiring: PanelWiring
    private let lamps: LampLines
    private let display: DisplayHost?
    private let log: Log
    private let report: @Sendable (Report) -> Void
    private let buttonQueue = DispatchQueue(label: "watchpost.button")
    private var button: ButtonLine?
    private var buttonRetry: Duration?

    /// Faults by code; a code that is absent has none.
    private(set) var faults: [String: [PanelFault]] = [:]

    private static let buttonRetryPause = Duration.seconds(5)

    /// `report` may be called on any thread.
    init(
        _ wiring: PanelWiring,
        liveness: LivenessRegistry,
        log: Log,
        report: @escaping @Sendable (Report) -> Void
    ) {
        self.wiring = wiring
        lamps = LampLines(wiring: wiring.lamps, source: wiring.lampLines)
        display = wiring.makeDisplay.map { DisplayHost(liveness: liveness, make: $0) }
        self.log = log
        self.report = report
        buttonRetry = wiring.button == nil ? nil : .zero
    }

    /// When `tick` is due, on the monotonic clock.
    var nextWake: Duration? { [lamps.nextWake, buttonRetry].compactMap { $0 }.min() }

    var hasDisplay: Bool { display != nil }
    /// Whether there are LEDs to play patterns on.
    var hasLamps: Bool { !wiring.lamps.isEmpty }

    func light(_ changes: [LampOutput: Bool], at now: Duration) {
        told(lamps.light(changes, at: now))
    }

    /// Starts a batch; `report` gets its outcome.
    func perform(_ operations: [DisplayOperation]) {
        guard let display else { return report(.display(nil)) }
        let report = report
        Task { report(.display(await display.perform(operations))) }
    }

    /// Asks again for what was refused.
    func tick(at now: Duration) {
        told(lamps.tick(at: now))
        if let due = buttonRetry, due <= now { openButton(at: now) }
    }

    /// The display stopped answering, or answers again.
    func displayChanged(_ fault: String?) {
        set(
            "E12",
            fault.map { [HardwareError($0)] } ?? [],
            of: "display",
            again: "the display answers again"
        )
    }

    /// The button's line is gone; it is looked for from now on.
    func buttonLost(_ error: HardwareError, at now: Duration) {
        button = nil
        buttonRetry = now + PanelHardware.buttonRetryPause
        set("E13", [error], of: "button", again: "")
    }

    private func told(_ errors: [HardwareError]?) {
        guard let errors else { return }
        set("E11", errors, of: "lamps", again: "lamps: every line is there again")
    }

    private func openButton(at now: Duration) {
        guard let wish = wiring.button else { return }
        do throws(HardwareError) {
            let line = try wiring.header.claimButton(
                wish.line,
                isActiveLow: wish.isActiveLow,
                as: "watchpost button"
            )
            let report = report
            line.watch(on: buttonQueue) { report(.button($0)) }
            button = line
            buttonRetry = nil
            set("E13", [], of: "button", again: "the button is there again")
        } catch {
            buttonLost(error, at: now)
        }
    }

    /// Notes a part's faults and logs what is new, each once.
    private func set(_ code: String, _ errors: [HardwareError], of part: String, again: String) {
        let old = faults[code] ?? []
        let new = errors.map { PanelFault(code: code, words: $0.short, isOfTheBox: false) }
        guard new != old else { return }
        for (fault, error) in zip(new, errors) where !old.contains(fault) {
            log.error("\(part) (\(code)): \(error.words) (trying again)")
        }
        if new.isEmpty { log.notice(again) }
        faults[code] = new.isEmpty ? nil : new
    }
}
