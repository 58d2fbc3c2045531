import Display
import TestSupport
import Testing

@Suite("Displays on wires")
struct DisplayDriverTests {
    /// A wiring, a size, and the state in which the controller is found.
    static let worlds = Wiring.allCases.flatMap { wiring in
        DisplayGeometry.all.flatMap { geometry in
            ControllerPins.Phase.allCases.map { (wiring, geometry, $0) }
        }
    }

    @Test(
        "whatever state it is found in, a display shows every frame of a random sequence",
        arguments: worlds
    )
    func endToEnd(wiring: Wiring, geometry: DisplayGeometry, phase: ControllerPins.Phase) {
        let name = "displays on wires: \(wiring), \(geometry), \(phase)"
        for seed in SeededGenerator.seeds(TestEffort.rounds(1), for: name) {
            var random = SeededGenerator(seed: seed)
            let half = UInt8.random(in: 0...15, using: &random)
            let pins = ControllerPins(phase: phase, halfNibble: half, seed: seed)
            let rig = Rig(wiring, pins: pins)
            var frame: CharacterFrame?
            for step in 0..<8 {
                let next = CharacterFrame.random(geometry, like: frame, using: &random)
                rig.show(next)
                #expect(rig.isRight, "seed \(seed), step \(step)")
                #expect(pins.complaints == [], "seed \(seed), step \(step)")
                frame = next
            }
            #expect(rig.news == [])
        }
    }

    @Test("out of step by half a byte, each of the sixteen nibbles heals", arguments: 0..<16)
    func everyHalf(nibble: Int) {
        for wiring in Wiring.allCases {
            for phase in [ControllerPins.Phase.halfInstruction, .halfData] {
                let rig = Rig(wiring, pins: ControllerPins(phase: phase, halfNibble: UInt8(nibble)))
                rig.show(DisplayDriverTests.text("healed"))
                #expect(rig.isRight)
                #expect(rig.pins.complaints == [])
            }
        }
    }

    @Test("noise that loses a nibble, shifts the window or turns the cursor on is healed within five minutes")
    func noise() {
        for wiring in Wiring.allCases {
            let rig = Rig(wiring, pins: ControllerPins(phase: .eightBit))
            rig.show(DisplayDriverTests.text("quiet"))
            #expect(rig.isRight)
            rig.pins.disturb()
            #expect(!rig.isRight)
            rig.sleep()
            #expect(rig.isRight)
            #expect(rig.pins.complaints == [])
            #expect(rig.pins.now < .seconds(301))
        }
    }

    @Test("initialisation on the wires keeps the datasheet's times", arguments: Wiring.allCases)
    func initialisation(wiring: Wiring) {
        for factor in [1, 3] {
            var settings = BackpackSettings()
            settings.timing = HD44780Timing(slow: factor == 3)
            let pins = ControllerPins(phase: .eightBit, slowness: factor)
            let rig = Rig(wiring, pins: pins, settings: settings)
            rig.show(DisplayDriverTests.text("slow"))
            #expect(rig.isRight)
            #expect(pins.complaints == [])
            let first = pins.latches.prefix(5)
            #expect(first.map(\.nibble) == [3, 3, 3, 2, 2])
            #expect(first.first.map { $0.time >= .milliseconds(40) } ?? false)
            let gaps = zip(first, first.dropFirst()).map { $1.time - $0.time }
            let least = [4_100, 100, 100, 37].map { Duration.microseconds($0 * factor) }
            #expect(zip(gaps, least).allSatisfy { $0 >= $1 }, "\(gaps)")
        }
    }

    @Test("a slow clone fails without the slow setting: the emulated controller does notice")
    func slowClone() {
        let pins = ControllerPins(phase: .eightBit, slowness: 3)
        Rig(.common, pins: pins).show(DisplayDriverTests.text("too fast"))
        #expect(pins.complaints.contains { $0.hasPrefix("busy") })
    }

    @Test("bus clocks up to 1 MHz leave the controller its time", arguments: [100_000, 400_000, 1_000_000])
    func clockRates(clockRate: Int) {
        for slow in [false, true] {
            var settings = BackpackSettings()
            settings.timing = HD44780Timing(slow: slow)
            let pins = ControllerPins(phase: .inStep, slowness: slow ? 3 : 1)
            let rig = Rig(.common, pins: pins, clockRate: clockRate, settings: settings)
            rig.show(DisplayDriverTests.text("fast bus"))
            rig.show(DisplayDriverTests.text("and on"))
            #expect(rig.isRight)
            #expect(pins.complaints == [])
        }
    }

    @Test("a start in quiet hours does not flash, and the light never flickers", arguments: Wiring.allCases)
    func quiet(wiring: Wiring) {
        let rig = Rig(wiring, pins: ControllerPins(phase: .eightBit))
        rig.show(DisplayDriverTests.text("night", backlight: false))
        rig.show(DisplayDriverTests.text("still night", backlight: false))
        rig.show(DisplayDriverTests.text("morning"))
        rig.show(DisplayDriverTests.text("day"))
        #expect(rig.pins.backlights == [false, true])
        #expect(rig.isRight)
    }

    static func text(_ words: String, backlight: Bool = true) -> CharacterFrame {
        FrameEncoder(geometry: .sixteenByTwo, rom: .a00).frame([words, "↓ ◷ ▄"], backlight: backlight)
    }
}
