import Display
import Testing

@Suite("Lamp patterns")
struct LampPatternTests {
    @Test("off is dark and steady is lit, each in one step that never ends")
    func constants() {
        #expect(LampPattern.off.steps.map(\.lit) == [false])
        #expect(LampPattern.steady.steps.map(\.lit) == [true])
        #expect(LampPattern.steady.phase(at: .seconds(12_345)).remaining == nil)
    }

    @Test(
        "a pattern knows its light and how long it stays, before zero and years later",
        arguments: [
            (0, true, 200), (199, true, 1), (200, false, 300), (499, false, 1), (500, true, 200),
            (-1, false, 1), (-300, false, 300), (3_153_600_000_700, false, 300),
        ] as [(Int, Bool, Int)]
    )
    func phases(milliseconds: Int, lit: Bool, remaining: Int) {
        let phase = LampPattern(milliseconds: 200, 300).phase(at: .milliseconds(milliseconds))
        #expect(phase.lit == lit)
        #expect(phase.remaining == .milliseconds(remaining))
    }

    @Test("an inverted pattern is lit exactly when the pattern is dark")
    func inverse() {
        let pattern = LampPattern(milliseconds: 200, 300, 50, 450)
        let flipped = timeline(pattern).map { $0 == "#" ? Character(".") : "#" }
        #expect(timeline(pattern.inverted) == String(flipped))
    }
}
