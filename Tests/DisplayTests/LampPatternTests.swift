import Display
import Testing

@Suite("Lamp patterns")
struct LampPatternTests {
    @Test("off is dark and steady is lit, each in one step")
    func constants() {
        #expect(LampPattern.off.steps.map(\.lit) == [false])
        #expect(LampPattern.steady.steps.map(\.lit) == [true])
    }
}
