/// Turns operations into the bytes of a PCF8574: each byte is what its eight pins show from then on.
///
/// A nibble takes two bytes: data with E high, then the same with E low, on whose fall the controller reads
/// (the datasheet asks for data to be there before E falls, not before it rises). RS has to be there before E
/// rises, so where it changes a byte goes ahead. That is four bytes a cell, the fewest possible.
///
/// A byte takes nine clocks: 90 µs at 100 kHz, longer than the 41 µs of a cell, so cells follow each other
/// without a wait. On a faster bus (22.5 µs at 400 kHz) or with tripled times, bytes are repeated until the
/// time is over: that keeps one transaction whole and needs no timer. Long waits end a transaction.
package struct BackpackEncoder: Sendable {
    /// What the driver does next.
    package enum Transfer: Hashable, Sendable {
        /// One transaction.
        case send([UInt8])
        /// Nothing may go over the bus this long.
        case wait(Duration)
    }

    /// More bytes than these are not repeated; waiting leaves the bus to others.
    private static let mostRepeats = 8

    private let pins: BackpackPins
    private let isBacklightActiveLow: Bool
    private let encoder: HD44780Encoder
    private let byteTime: Duration
    private var isLit: Bool
    /// What the expander shows; nil after an error: E may be high, RS anything.
    private var port: UInt8?
    /// How long E must not rise from the end of the last byte on.
    private var owed = Duration.zero
    private var transfers: [Transfer] = []
    private var bytes: [UInt8] = []

    /// An encoder for an expander in any state.
    ///
    /// `clockRate` is the fastest that the bus may be, in hertz; `isLit` is the backlight until it is set.
    package init(
        pins: BackpackPins,
        isBacklightActiveLow: Bool,
        timing: HD44780Timing,
        clockRate: Int,
        isLit: Bool
    ) {
        self.pins = pins
        self.isBacklightActiveLow = isBacklightActiveLow
        self.isLit = isLit
        encoder = HD44780Encoder(timing: timing)
        byteTime = .nanoseconds(9_000_000_000 / max(clockRate, 1))
    }

    /// The transfers of a batch, after which the controller is idle.
    ///
    /// The first batch finds the controller in any state. It lowers E, which may make the controller read half
    /// a byte of nonsense, and waits as after power-up: that covers whatever the nonsense started, and a display
    /// that was plugged in just now.
    package mutating func transfers(for operations: [DisplayOperation]) -> [Transfer] {
        if let isOn = operations.firstBacklight { setBacklight(isOn) }
        if port == nil {
            send(idle(.instruction))
            owed = encoder.timing.powerUp
        }
        for operation in operations {
            if case .backlight(let isOn) = operation { setBacklight(isOn) }
            for step in encoder.steps(for: operation) { perform(step) }
        }
        rest()
        defer { transfers = [] }
        return transfers
    }

    private mutating func perform(_ step: HD44780Step) {
        switch step {
        case .nibble(let nibble, let register): send(nibble, to: register)
        case .byte(let byte, let register):
            send(byte >> 4, to: register)
            send(byte & 0x0F, to: register)
        case .wait(let duration): owed = max(owed, duration)
        }
    }

    private mutating func send(_ nibble: UInt8, to register: HD44780Step.Register) {
        let rest = idle(register)
        let rs = BackpackPins.bit(pins.rs)
        if let port, port & rs != rest & rs { send(port ^ rs) }
        settle()
        let data = rest | pins.port(nibble: nibble)
        send(data | BackpackPins.bit(pins.e))
        send(data)
        owed = .zero
    }

    /// Passes the time that is owed, less the byte that raises E: it only shows at its end.
    private mutating func settle() {
        let missing = owed - byteTime
        guard missing > .zero, let port else { return }
        let repeats = Int((missing / byteTime).rounded(.up))
        if repeats <= BackpackEncoder.mostRepeats {
            for _ in 0..<repeats { send(port) }
        } else {
            rest()
        }
    }

    private mutating func setBacklight(_ isOn: Bool) {
        guard isOn != isLit else { return }
        isLit = isOn
        if let port { send(port ^ BackpackPins.bit(pins.backlight)) }
    }

    private mutating func send(_ byte: UInt8) {
        bytes.append(byte)
        port = byte
        owed = max(owed - byteTime, .zero)
        if bytes.count == I2CLimit.bytes { flush() }
    }

    private mutating func flush() {
        if !bytes.isEmpty { transfers.append(.send(bytes)) }
        bytes = []
    }

    private mutating func rest() {
        flush()
        if owed > .zero { transfers.append(.wait(owed)) }
        owed = .zero
    }

    /// E and R/W low, no data.
    private func idle(_ register: HD44780Step.Register) -> UInt8 {
        let light = isLit != isBacklightActiveLow ? BackpackPins.bit(pins.backlight) : 0
        return register == .data ? light | BackpackPins.bit(pins.rs) : light
    }
}
