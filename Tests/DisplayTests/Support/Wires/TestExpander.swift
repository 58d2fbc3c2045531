import Display

/// A PCF8574 between a bus and the pins of a controller: every byte shows on the pins when its ninth clock ends.
final class TestExpander {
    /// Bit numbers in the order RS, R/W, E, light, D4, D5, D6, D7, as the backpack is soldered.
    let soldering: [Int]
    let pins: ControllerPins
    let address: UInt8
    var isPlugged = true
    /// Bytes that still get through; nil: all.
    var bytesUntilFailure: Int?
    private(set) var bytes: [UInt8] = []

    init(soldering: [Int], address: UInt8 = 0x27, pins: ControllerPins) {
        self.soldering = soldering
        self.address = address
        self.pins = pins
    }

    func show(_ byte: UInt8) {
        bytes.append(byte)
        func level(_ index: Int) -> Bool { byte >> soldering[index] & 1 == 1 }
        var levels = ControllerPins.Levels(rs: level(0), rw: level(1), e: level(2), backlight: level(3))
        for line in 0..<4 where level(4 + line) { levels.data |= 1 << line }
        pins.drive(levels)
    }
}

/// A bus with some expanders; a byte takes nine clocks of the pins' time.
final class TestBus: I2CBus {
    let name = "/dev/i2c-1"
    let clockRate: Int
    var expander: TestExpander
    /// Other devices, which acknowledge and are none of our business.
    var others: Set<UInt8> = []
    /// Those that the kernel has.
    var taken: Set<UInt8> = []
    private(set) var transactions = 0
    /// With the address bytes.
    private(set) var bytesOnWire = 0
    private(set) var strayWrites: [UInt8] = []

    init(_ expander: TestExpander, clockRate: Int = 100_000) {
        self.expander = expander
        self.clockRate = clockRate
    }

    func write(_ bytes: [UInt8], to address: UInt8) throws(HardwareError) {
        transactions += 1
        clock()
        guard address == expander.address, expander.isPlugged else {
            strayWrites.append(address)
            throw HardwareError("no acknowledge from \(address)")
        }
        for byte in bytes {
            if let left = expander.bytesUntilFailure {
                guard left > 0 else {
                    expander.pins.becomeLenient()
                    throw HardwareError("no acknowledge")
                }
                expander.bytesUntilFailure = left - 1
            }
            clock()
            expander.show(byte)
        }
    }

    func probe(_ address: UInt8) throws(HardwareError) -> I2CAnswer {
        if taken.contains(address) { return .taken }
        if address == expander.address, expander.isPlugged { return .answers }
        return others.contains(address) ? .answers : .silent
    }

    private func clock() {
        bytesOnWire += 1
        expander.pins.now += .nanoseconds(9_000_000_000 / clockRate)
    }
}
