import Core
import Display

/// How a display can be wired.
enum Wiring: Hashable, CaseIterable {
    case common, lcdproc, parallel

    /// RS, R/W, E, light, D4…D7: written down from the schematics, not taken from the driver.
    var soldering: [Int] {
        switch self {
        case .common, .parallel: [0, 1, 2, 3, 4, 5, 6, 7]
        case .lcdproc: [4, 5, 6, 7, 0, 1, 2, 3]
        }
    }

    var pins: BackpackPins { self == .lcdproc ? .lcdproc : .common }
}

/// A session, a driver and a controller on emulated wires, on one clock.
final class Rig {
    let pins: ControllerPins
    let delay: TestDelay
    let expander: TestExpander
    let bus: TestBus
    /// The newest request of GPIO lines, where there is one.
    var lines: TestLines?
    private(set) var requests = 0
    private(set) var openings = 0
    private(set) var session = DisplaySession()
    /// Every batch and the bytes that it took on a backpack's bus, in the order in which they ended.
    private(set) var batches: [(operations: [DisplayOperation], bytes: Int)] = []
    /// What the session said about the display.
    private(set) var news: [DisplaySession.Effect] = []
    private var driver: (any CharacterDisplayDriver)?
    private var wake: Duration?
    private var shown: CharacterFrame?

    init(_ wiring: Wiring, pins: ControllerPins, clockRate: Int = 100_000, settings: BackpackSettings? = nil)
    {
        self.pins = pins
        delay = TestDelay(pins)
        expander = TestExpander(soldering: wiring.soldering, pins: pins)
        bus = TestBus(expander, clockRate: clockRate)
        var wired = settings ?? BackpackSettings()
        wired.pins = wiring.pins
        driver = wiring == .parallel ? parallel(wired.timing) : backpack(wired)
    }

    private func backpack(_ settings: BackpackSettings) -> any CharacterDisplayDriver {
        BackpackDisplay(settings: settings, delay: delay) { [unowned self] () throws(HardwareError) in
            openings += 1
            return bus
        }
    }

    private func parallel(_ timing: HD44780Timing) -> any CharacterDisplayDriver {
        ParallelDisplay(timing: timing, hasBacklight: true, delay: delay) {
            [unowned self] (levels: UInt32) throws(HardwareError) in
            requests += 1
            let new = TestLines(pins, levels: levels)
            lines = new
            return new
        }
    }

    /// Shows a frame and lets time go by until the session is content or the display has failed.
    func show(_ frame: CharacterFrame, soon: Set<GlyphBitmap> = []) {
        shown = frame
        send(.show(frame, soon: soon))
        for _ in 0..<3 where !session.isFaulted && !isBelieved(frame) { sleep() }
    }

    private func isBelieved(_ frame: CharacterFrame) -> Bool {
        session.shown?.looks(like: frame) ?? false
    }

    /// Lets time go by until the session wants to do something.
    func sleep() {
        guard let wake else { return }
        pins.pass(max(wake - pins.now, .zero))
        send(.tick)
    }

    /// Whether a person sees the frame that was shown last.
    var isRight: Bool {
        guard let shown else { return false }
        return pins.controller.isReadable && pins.controller.shows(shown, isLit: pins.backlights.last)
    }

    private func send(_ event: DisplaySession.Event) {
        let effects = session.handle(event, at: Moment(wall: nil, monotonic: pins.now))
        for effect in effects {
            switch effect {
            case .perform(let operations): perform(operations)
            case .wake(let time): wake = time
            case .faulted, .recovered: news.append(effect)
            }
        }
    }

    private func perform(_ operations: [DisplayOperation]) {
        let before = bus.bytesOnWire
        do {
            try driver?.perform(operations)
            batches.append((operations, bus.bytesOnWire - before))
        } catch {
            return send(.failed("\(error)"))
        }
        send(.written)
    }
}

extension BackpackPins {
    /// A backpack that is wired unlike the common ones: the default of LCDproc's driver.
    static let lcdproc = BackpackPins(rs: 4, rw: 5, e: 6, backlight: 7, d4: 0, d5: 1, d6: 2, d7: 3)
}
