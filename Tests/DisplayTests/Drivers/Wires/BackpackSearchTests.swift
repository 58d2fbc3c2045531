import Display
import Testing

@Suite("Finding the backpack")
struct BackpackSearchTests {
    private func bus(answering: Set<UInt8>, taken: Set<UInt8> = []) -> TestBus {
        let pins = ControllerPins(phase: .eightBit)
        let bus = TestBus(TestExpander(soldering: Wiring.common.soldering, address: 0x7F, pins: pins))
        bus.others = answering
        bus.taken = taken
        return bus
    }

    /// Who answers, who is taken for the display.
    static let answers: [(Set<UInt8>, UInt8?)] = [
        ([], nil), ([0x27], 0x27), ([0x3F], 0x3F), ([0x3F, 0x27], 0x27), ([0x20, 0x27], 0x27),
        ([0x20, 0x3F], 0x3F), ([0x20], 0x20), ([0x38], 0x38), ([0x20, 0x38], nil), ([0x48], nil),
    ]

    @Test("0x27 and 0x3f are preferred, a lone other is taken, and nobody guesses", arguments: answers)
    func prefers(answering: Set<UInt8>, backpack: UInt8?) throws {
        let bus = bus(answering: answering)
        let search = try BackpackSearch(on: bus)
        #expect(search.backpack == backpack)
        #expect(search.answering == answering.subtracting([0x48]).sorted())
        #expect(bus.bytesOnWire == 0, "asking writes nothing")
    }

    @Test("exactly the addresses of PCF8574 and PCF8574A are asked, the usual two first")
    func addresses() {
        #expect(BackpackSearch.addresses.prefix(2) == [0x27, 0x3F])
        #expect(BackpackSearch.addresses.sorted() == Array(0x20...0x27) + Array(0x38...0x3F))
    }

    /// Who answers, whom the kernel has, the address that is set, and words that have to be said.
    static let failures: [(Set<UInt8>, Set<UInt8>, UInt8?, [String])] = [
        ([], [], nil, ["No display answers on /dev/i2c-1 at 0x20…0x27 or 0x38…0x3f.", "SDA on pin 3"]),
        ([], [], 0x27, ["Nobody answers at 0x27 on /dev/i2c-1.", "Check the cable"]),
        ([0x3F], [], 0x27, ["Nobody answers at 0x27", "0x3f answers: if that is the display, set address"]),
        ([0x3F, 0x20], [], 0x27, ["0x20, 0x3f answer: if"]),
        ([0x20, 0x38], [], nil, ["0x20, 0x38 answer on /dev/i2c-1", "address = …"]),
        ([], [0x27], 0x27, ["0x27 on /dev/i2c-1 belongs to a driver of the kernel", "dtoverlay"]),
        ([], [0x3F], nil, ["0x3f on /dev/i2c-1 belongs to a driver of the kernel"]),
    ]

    @Test("what is wrong is said with what answers and what to do", arguments: failures)
    func words(answering: Set<UInt8>, taken: Set<UInt8>, address: UInt8?, words: [String]) {
        var settings = BackpackSettings()
        settings.address = address
        let bus = bus(answering: answering, taken: taken)
        let display = BackpackDisplay(settings: settings, delay: TestDelay(bus.expander.pins)) {
            () throws(HardwareError) in bus
        }
        do {
            _ = try display.connect()
            Issue.record("connected to nobody")
        } catch {
            for part in words { #expect("\(error)".contains(part), "\(error)") }
        }
        #expect(bus.bytesOnWire == 0)
    }

    @Test("what was found is told, with who else answered")
    func finding() throws {
        let bus = bus(answering: [0x20, 0x27])
        let display = BackpackDisplay(settings: BackpackSettings()) { () throws(HardwareError) in bus }
        let finding = try display.connect()
        #expect(finding.address == 0x27)
        #expect(finding.others == [0x20])
        #expect(finding.bus == "/dev/i2c-1")
    }
}
