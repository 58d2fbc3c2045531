import Display

/// GPIO lines soldered to the pins of a controller; a call takes 100 ns, faster than any Pi's.
final class TestLines: OutputLines {
    private let pins: ControllerPins
    /// Bits of the request: RS, E, D4...D7, light.
    private var levels: UInt32
    /// Calls that still succeed; nil: all.
    var callsUntilFailure: Int?
    private(set) var calls = 0

    init(_ pins: ControllerPins, levels: UInt32) {
        self.pins = pins
        self.levels = levels
        drive()
    }

    func set(_ levels: UInt32, mask: UInt32) throws(HardwareError) {
        calls += 1
        pins.now += .nanoseconds(100)
        if let left = callsUntilFailure {
            guard left > 0 else {
                pins.becomeLenient()
                throw HardwareError("the chip is gone")
            }
            callsUntilFailure = left - 1
        }
        self.levels = self.levels & ~mask | levels & mask
        drive()
    }

    private func drive() {
        let levels = levels
        func level(_ index: UInt32) -> Bool { levels >> index & 1 == 1 }
        pins.drive(
            ControllerPins.Levels(
                rs: level(0),
                e: level(1),
                data: UInt8(levels >> 2 & 0x0F),
                backlight: level(6)
            )
        )
    }
}
