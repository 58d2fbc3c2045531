import Display
import Testing

@Suite("Displays that fail")
struct DisplayFailureTests {
    private let first = DisplayDriverTests.text("first")
    private let second = DisplayDriverTests.text("second, and more")

    @Test(
        "an error at any byte of a repaint is healed by the next try",
        arguments: [Wiring.common, .lcdproc]
    )
    func everyByte(wiring: Wiring) {
        var position = 0
        while true {
            let rig = Rig(wiring, pins: ControllerPins(phase: .eightBit))
            rig.show(first)
            rig.expander.bytesUntilFailure = position
            rig.show(second)
            guard rig.session.isFaulted else { break }
            rig.expander.bytesUntilFailure = nil
            rig.sleep()
            #expect(rig.isRight, "byte \(position)")
            #expect(rig.pins.complaints == [], "byte \(position)")
            #expect(rig.news == [.faulted("no acknowledge"), .recovered])
            #expect(rig.openings == 2)
            position += 1
        }
        #expect(position > 60)
    }

    @Test("an error at any call of a repaint on GPIO is healed by the next try")
    func everyCall() {
        var position = 0
        while true {
            let rig = Rig(.parallel, pins: ControllerPins(phase: .eightBit))
            rig.show(first)
            rig.lines?.callsUntilFailure = position
            rig.show(second)
            guard rig.session.isFaulted else { break }
            rig.sleep()
            #expect(rig.isRight, "call \(position)")
            #expect(rig.pins.complaints == [], "call \(position)")
            #expect(rig.requests == 2)
            position += 1
        }
        #expect(position > 90)
    }

    @Test("an error at any byte of the initialisation itself is healed, too")
    func whileHealing() {
        for position in 0..<60 {
            let rig = Rig(.common, pins: ControllerPins(phase: .halfData, halfNibble: 0))
            rig.expander.bytesUntilFailure = position
            rig.show(first)
            #expect(rig.session.isFaulted)
            rig.expander.bytesUntilFailure = nil
            rig.sleep()
            #expect(rig.isRight, "byte \(position)")
            #expect(rig.pins.complaints == [], "byte \(position)")
        }
    }

    @Test("an unplugged backpack is asked for, not written to, and shows the newest frame when it is back")
    func unplugged() {
        let rig = Rig(.common, pins: ControllerPins(phase: .eightBit))
        rig.bus.others = [0x20, 0x3F]
        rig.show(first)
        rig.expander.isPlugged = false
        rig.show(second)
        for _ in 0..<4 { rig.sleep() }
        #expect(rig.session.isFaulted)
        #expect(rig.bus.strayWrites == [0x27], "relays at 0x20 and a stranger at 0x3f stay as they are")
        rig.pins.powerUp()
        rig.expander.isPlugged = true
        rig.show(DisplayDriverTests.text("third"))
        rig.sleep()
        #expect(rig.isRight)
        #expect(rig.news.count == 2)
    }

    @Test("an expander fresh from power-up, with all pins high, comes up clean")
    func powerUp() {
        let rig = Rig(.common, pins: ControllerPins(phase: .eightBit))
        rig.pins.powerUp()
        rig.show(first)
        #expect(rig.isRight)
        #expect(rig.pins.complaints == [])
    }

    @Test("on GPIO the lines are asked for again until somebody gives them")
    func busyLines() throws {
        let pins = ControllerPins(phase: .inStep)
        let words = "GPIO25 is in use by 'gpiozero'."
        var isBusy = true
        let driver = ParallelDisplay(timing: HD44780Timing(), hasBacklight: false, delay: TestDelay(pins)) {
            (levels: UInt32) throws(HardwareError) in
            if isBusy { throw HardwareError(words) }
            return TestLines(pins, levels: levels)
        }
        let batch = [DisplayOperation.initialise] + FrameDiff.operations(from: nil, to: first)
        #expect(throws: HardwareError(words)) { try driver.perform(batch) }
        isBusy = false
        try driver.perform(batch)
        #expect(pins.controller.shows(first, isLit: true))
        #expect(pins.backlights == [false], "a line that was not requested is not driven")
    }
}
