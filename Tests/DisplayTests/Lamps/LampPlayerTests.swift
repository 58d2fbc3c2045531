import Core
import Display
import Testing

@Suite("The lamp player")
struct LampPlayerTests {
    private static func at(_ milliseconds: Int) -> Moment {
        Moment(wall: nil, monotonic: .milliseconds(milliseconds))
    }
    private static func set(_ lamp: Int, _ led: LED, _ lit: Bool) -> LampEffect {
        .set(LampOutput(lamp: lamp, led: led), lit: lit)
    }

    @Test("the first signal drives every line, and a steady lamp asks for no wake")
    func firstSignal() {
        var player = LampPlayer(wirings: [.pair, .single])
        let steady = LampMeaning.allUp.signal()
        let effects = player.handle(.show([steady, steady]), at: LampPlayerTests.at(0))
        let expected = [
            LampPlayerTests.set(0, .green, true), LampPlayerTests.set(0, .red, false),
            LampPlayerTests.set(1, .single, true),
        ]
        #expect(effects == expected)
        #expect(player.handle(.tick, at: LampPlayerTests.at(5_000)).isEmpty)
    }

    @Test("a pattern is played by waking for each of its steps")
    func plays() {
        var player = LampPlayer(wirings: [.pair])
        _ = player.handle(.show([LampMeaning.someDown.signal()]), at: LampPlayerTests.at(0))
        var seen = ""
        var now = Duration.zero
        for _ in 0..<4 {
            let effects = player.handle(.tick, at: Moment(wall: nil, monotonic: now))
            for case .wake(let next) in effects { now = next }
            seen += " \(now.nanoseconds / 1_000_000)"
        }
        #expect(seen == " 100 1000 1100 2000")
    }

    @Test("lamps blink in step whenever their meaning was set")
    func inStep() {
        var player = LampPlayer(wirings: [.single, .single])
        let down = LampMeaning.down.signal()
        _ = player.handle(.show([down, .off]), at: LampPlayerTests.at(0))
        _ = player.handle(.show([down, down]), at: LampPlayerTests.at(730))
        let lit = player.handle(.tick, at: LampPlayerTests.at(1_000))
        #expect(
            lit.prefix(2) == [LampPlayerTests.set(0, .single, true), LampPlayerTests.set(1, .single, true)]
        )
    }

    @Test("setting the same meaning again changes nothing")
    func idempotent() {
        var player = LampPlayer(wirings: [.pair])
        let fault = LampMeaning.internalFault.signal()
        _ = player.handle(.show([fault]), at: LampPlayerTests.at(0))
        let effects = player.handle(.show([fault]), at: LampPlayerTests.at(150))
        #expect(effects == [.wake(at: .milliseconds(200))])
    }

    @Test("the lamp test lights everything for a second and then gives way")
    func lampTest() {
        var player = LampPlayer(wirings: [.pair])
        let start = player.handle(.test, at: LampPlayerTests.at(500))
        let both = [LampPlayerTests.set(0, .green, true), LampPlayerTests.set(0, .red, true)]
        #expect(start == both + [.wake(at: .milliseconds(1_500))])
        let meanwhile = player.handle(.show([LampMeaning.down.signal()]), at: LampPlayerTests.at(700))
        #expect(meanwhile == [.wake(at: .milliseconds(1_500))])
        let after = player.handle(.tick, at: LampPlayerTests.at(1_500))
        #expect(after == [LampPlayerTests.set(0, .green, false)])
    }
}
