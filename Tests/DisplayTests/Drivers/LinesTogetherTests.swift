import Display
import Testing

@Suite("Lines that only make sense together")
struct LinesTogetherTests {
    private let header = BenchHeader()
    private static let wires = [OutputLine(.name("GPIO18")), OutputLine(.offset(23), isActiveLow: true)]

    private func refusal(_ wires: [OutputLine]) -> HardwareError? {
        do throws(HardwareError) {
            _ = try header.claimTogether(wires, levels: 0, as: "watchpost display")
            return nil
        } catch {
            return error
        }
    }

    @Test("they are one request, in the order of the wires")
    func request() throws {
        let lines = try header.claimTogether(LinesTogetherTests.wires, levels: 0b10, as: "watchpost display")
        #expect(header.levels == [18: false, 23: true])
        #expect(header.activeLow == [23])
        try lines.set(0b01, mask: 0b11)
        #expect(header.levels == [18: true, 23: false])
    }

    @Test("two wires on one line, however it is written, are refused by name before anything is requested")
    func twice() {
        let error = refusal(LinesTogetherTests.wires + [OutputLine(.name("GPIO23"))])
        #expect(error?.short == "two wires on GPIO23")
        #expect(header.calls.isEmpty)
    }

    @Test("one that somebody holds keeps all from being requested, and is named with its holder")
    func busy() {
        header.holders[23] = "gpioset"
        #expect(refusal(LinesTogetherTests.wires)?.short == "line 23 is used by gpioset")
        #expect(header.calls.isEmpty)
    }
}
