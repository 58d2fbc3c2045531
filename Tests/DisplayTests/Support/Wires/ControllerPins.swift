import TestSupport
/// The pins of an HD44780U written from its datasheet: levels and times in, instructions and data out.
///
/// It knows neither steps nor expanders, and complains about everything the datasheet forbids: RS that moves
/// with E, data that moves when E falls, R/W that is high, pulses too short, and E rising while it is busy.
final class ControllerPins {
    struct Levels: Equatable {
        var rs = false
        var rw = false
        var e = false
        /// D4...D7.
        var data: UInt8 = 0
        var backlight = false
    }

    /// How many nibbles the controller wants for a byte when the test begins.
    enum Phase: Hashable, CaseIterable {
        case eightBit
        case inStep
        /// The high nibbles of an instruction and of data that will never be completed.
        case halfInstruction, halfData
    }

    /// A nibble as it was read, and when.
    struct Latch: Equatable {
        var time: Duration
        var nibble: UInt8
        var rs: Bool
    }

    var now = Duration.zero
    private(set) var controller = DatasheetController()
    private(set) var latches: [Latch] = []
    private(set) var backlights: [Bool] = []
    private var found: [String] = []
    private var levels = Levels()
    private var isEightBit: Bool
    private var half: (nibble: UInt8, rs: Bool)?
    private var busyUntil = Duration.zero
    private var rsMoved = Duration.zero
    private var dataMoved = Duration.zero
    private var rose: Duration?
    /// Out of step and with anything on its lines: what happens now is nobody's fault.
    private var isLenient = true
    private let slowness: Int
    private var noise: SeededGenerator

    init(phase: Phase, halfNibble: UInt8 = 0, levels: Levels = Levels(), slowness: Int = 1, seed: UInt64 = 1)
    {
        self.slowness = slowness
        noise = SeededGenerator(seed: seed)
        isEightBit = phase == .eightBit
        if phase == .halfInstruction { half = (halfNibble, false) }
        if phase == .halfData { half = (halfNibble, true) }
        controller.scramble()
    }

    var complaints: [String] { found + controller.complaints }

    /// The bus failed in the middle of something.
    func becomeLenient() {
        isLenient = true
    }

    /// What noise on long wires does: a nibble that nobody sent, and everything set up wrong.
    func disturb() {
        half = (0x5, true)
        controller.scramble()
        becomeLenient()
    }

    /// The power of display and expander goes and comes: a PCF8574 then shows ones.
    func powerUp() {
        levels = Levels(rs: true, rw: true, e: true, data: 15, backlight: true)
        isEightBit = true
        half = nil
        controller.scramble()
        becomeLenient()
    }

    /// Nothing happens on the lines for so long.
    func pass(_ duration: Duration) {
        now += duration
        // The longest wait of an initialisation ends what went before: from here on everything counts.
        guard isLenient, duration >= .microseconds(4_100), duration < .milliseconds(40) else { return }
        isLenient = false
        found = []
        controller.forgive()
    }

    func drive(_ next: Levels) {
        if next.rw { found.append("R/W is high") }
        if next.rs != levels.rs { rsMoved = now }
        if next.data != levels.data { dataMoved = now }
        if next.backlight != levels.backlight || backlights.isEmpty { backlights.append(next.backlight) }
        if levels.e, next.rs != levels.rs { found.append("RS moves while E is high") }
        if next.e, !levels.e { rise() }
        if !next.e, levels.e { fall() }
        levels = next
    }

    private func rise() {
        if now - rsMoved < .nanoseconds(60) { found.append("RS \(now - rsMoved) before E rises") }
        if now < busyUntil { found.append("busy for another \(busyUntil - now)") }
        if let rose, now - rose < .nanoseconds(1_000) { found.append("E rises \(now - rose) after it rose") }
        rose = now
    }

    private func fall() {
        if let rose, now - rose < .nanoseconds(450) { found.append("E is high for \(now - rose)") }
        if now - dataMoved < .nanoseconds(195) { found.append("data \(now - dataMoved) before E falls") }
        guard !levels.rw else { return }
        latches.append(Latch(time: now, nibble: levels.data, rs: levels.rs))
        if isEightBit {
            // D0...D3 are not connected.
            execute(levels.data << 4 | UInt8.random(in: 0...15, using: &noise), isData: levels.rs)
        } else if let high = half {
            half = nil
            execute(high.nibble << 4 | levels.data, isData: high.rs)
        } else {
            half = (levels.data, levels.rs)
        }
    }

    private func execute(_ byte: UInt8, isData: Bool) {
        let isLong = !isData && byte < 0x04
        busyUntil = now + .microseconds((isLong ? 1_520 : isData ? 41 : 37) * slowness)
        guard !isData else { return controller.data(byte) }
        if (0x20...0x3F).contains(byte) { isEightBit = byte & 0x10 != 0 }
        controller.instruction(byte)
    }
}
