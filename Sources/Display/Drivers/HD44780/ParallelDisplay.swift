/// An HD44780 on GPIO lines: RS, E and D4...D7, R/W tied to ground.
///
/// For one thread; blocks. After an error it requests its lines again.
///
/// The datasheet's bus timing (2.7...4.5 V: RS 60 ns before E rises, E high 450 ns, data 195 ns before E falls
/// and 10 ns after, 1000 ns from rise to rise) holds whatever the processor: RS and data are written by a call
/// of the kernel of their own before and none changes with E, which is more than 60 ns; E stays high for a
/// microsecond by the clock, because two calls may follow each other faster than that on a Pi 5. Being
/// interrupted only makes all of it longer, which is legal.
package final class ParallelDisplay: CharacterDisplayDriver {
    /// Requests the lines with these first levels, in the order of `Line`.
    package typealias Request = (_ levels: UInt32) throws(HardwareError) -> any OutputLines

    /// The lines in the order in which they are requested; the last only where there is one.
    package enum Line: UInt32, CaseIterable, Sendable {
        case rs, e, d4, d5, d6, d7, backlight

        var bit: UInt32 { 1 << rawValue }
    }

    private static let pulse = Duration.microseconds(1)

    private let encoder: HD44780Encoder
    private let hasBacklight: Bool
    private let delay: any BusDelay
    private let request: Request
    /// Nil before the first batch and after an error.
    private var lines: (any OutputLines)?

    /// Touches no hardware yet.
    ///
    /// `hasBacklight` says whether the request has the seventh line.
    package init(
        timing: HD44780Timing,
        hasBacklight: Bool,
        delay: any BusDelay = MonotonicDelay(),
        request: @escaping Request
    ) {
        encoder = HD44780Encoder(timing: timing)
        self.hasBacklight = hasBacklight
        self.delay = delay
        self.request = request
    }

    package func perform(_ operations: [DisplayOperation]) throws(HardwareError) {
        let lines = try requested(isLit: operations.firstBacklight ?? true)
        self.lines = nil  // stays so, and the lines are given back, unless all goes well
        if let isOn = operations.firstBacklight { try setBacklight(isOn, on: lines) }
        for operation in operations {
            if case .backlight(let isOn) = operation { try setBacklight(isOn, on: lines) }
            for step in encoder.steps(for: operation) { try perform(step, on: lines) }
        }
        self.lines = lines
    }

    private func requested(isLit: Bool) throws(HardwareError) -> any OutputLines {
        if let lines { return lines }
        let lines = try request(isLit && hasBacklight ? Line.backlight.bit : 0)
        // The display may have got its power together with its lines.
        delay.wait(encoder.timing.powerUp)
        return lines
    }

    private func setBacklight(_ isOn: Bool, on lines: any OutputLines) throws(HardwareError) {
        guard hasBacklight else { return }
        try lines.set(isOn ? Line.backlight.bit : 0, mask: Line.backlight.bit)
    }

    private func perform(_ step: HD44780Step, on lines: any OutputLines) throws(HardwareError) {
        switch step {
        case .nibble(let nibble, let register): try send(nibble, to: register, on: lines)
        case .byte(let byte, let register):
            try send(byte >> 4, to: register, on: lines)
            try send(byte & 0x0F, to: register, on: lines)
        case .wait(let duration): delay.wait(duration)
        }
    }

    private func send(
        _ nibble: UInt8,
        to register: HD44780Step.Register,
        on lines: any OutputLines
    ) throws(HardwareError) {
        let rs = register == .data ? Line.rs.bit : 0
        try lines.set(rs | UInt32(nibble) << Line.d4.rawValue, mask: ParallelDisplay.controllerLines)
        try lines.set(Line.e.bit, mask: Line.e.bit)
        delay.wait(ParallelDisplay.pulse)
        try lines.set(0, mask: Line.e.bit)
    }

    private static let controllerLines = Line.allCases.filter { $0 != .backlight }.reduce(0) { $0 | $1.bit }
}
