import Display
import Testing

@Suite("The lamps' lines")
struct LampLinesTests {
    private let header = BenchHeader()
    private static let green = LampOutput(lamp: 0, led: .green)
    private static let red = LampOutput(lamp: 0, led: .red)
    private static let single = LampOutput(lamp: 1, led: .single)

    private func lines(_ single: GPIOLine = .name("GPIO22")) -> LampLines {
        LampLines(
            wiring: [
                LampLinesTests.green: OutputLine(.name("GPIO17")),
                LampLinesTests.red: OutputLine(.offset(27)),
                LampLinesTests.single: OutputLine(single, isActiveLow: true),
            ],
            source: header
        )
    }

    private static let test = [green: true, red: true, single: true]

    @Test("all lines are one request, driven from its first instant, each with its polarity")
    func request() {
        let lamps = lines()
        #expect(lamps.light(LampLinesTests.test, at: .zero) == nil)
        #expect(header.calls == [[17, 22, 27]])
        #expect(header.levels == [17: true, 22: true, 27: true])
        #expect(header.activeLow == [22])
        #expect(lamps.nextWake == nil)
    }

    @Test("LEDs that change together are driven by one call, the others are left alone")
    func changes() {
        let lamps = lines()
        _ = lamps.light(LampLinesTests.test, at: .zero)
        _ = lamps.light([LampLinesTests.red: false, LampLinesTests.single: false], at: .seconds(1))
        #expect(header.calls.last == [22, 27])
        #expect(header.levels == [17: true, 22: false, 27: false])
    }

    @Test("a line held by somebody else is named with its holder, and the others shine")
    func busy() throws {
        header.holders[27] = "gpioset"
        let lamps = lines()
        let told = lamps.light(LampLinesTests.test, at: .zero)
        #expect(told?.map(\.short) == ["line 27 is used by gpioset"])
        #expect(told?.first?.words.contains("end it, or choose another line") == true)
        #expect(header.levels == [17: true, 22: true])
    }

    @Test("a line that becomes free is taken, at the level that is due by then")
    func healing() throws {
        header.holders[27] = "gpioset"
        let lamps = lines()
        _ = lamps.light(LampLinesTests.test, at: .zero)
        #expect(lamps.tick(at: .milliseconds(999)) == nil)
        let due = try #require(lamps.nextWake)
        #expect(lamps.tick(at: due) == nil, "the same trouble is not told twice")
        #expect(lamps.light([LampLinesTests.red: false], at: due) == nil)
        header.holders[27] = nil
        let later = try #require(lamps.nextWake)
        #expect(lamps.tick(at: later) == [])
        #expect(header.levels == [17: true, 22: true, 27: false])
        #expect(header.calls.last == [27], "the lines that shine are not requested again")
        #expect(lamps.nextWake == nil)
    }

    @Test("two LEDs on one line: the first has it, the second is told of, and stays dark after a retry too")
    func twice() throws {
        let lamps = lines(.name("GPIO17"))
        let told = lamps.light(LampLinesTests.test, at: .zero)
        #expect(told?.map(\.short) == ["two LEDs on GPIO17"])
        #expect(header.levels == [17: true, 27: true])
        #expect(lamps.tick(at: try #require(lamps.nextWake)) == nil)
        #expect(header.levels == [17: true, 27: true])
    }

    @Test("a line that does not exist is told of, and the others shine")
    func missing() {
        let lamps = lines(.name("GPIO99"))
        #expect(lamps.light(LampLinesTests.test, at: .zero)?.map(\.words) == ["GPIO99 is not there"])
        #expect(header.levels == [17: true, 27: true])
    }

    @Test("a chip that goes away is told of once and comes back with the present levels")
    func unplugged() throws {
        let lamps = lines()
        _ = lamps.light(LampLinesTests.test, at: .zero)
        header.absence = HardwareError("no GPIO chip")
        let told = lamps.light([LampLinesTests.green: false], at: .seconds(1))
        #expect(told?.map(\.words) == ["no GPIO chip"])
        for second in 2..<30 { #expect(lamps.tick(at: .seconds(second)) == nil) }
        header.absence = nil
        #expect(lamps.tick(at: .seconds(40)) == [])
        #expect(header.levels == [17: false, 22: true, 27: true])
    }

    @Test("without a chip at the start nothing shines, and everything does once there is one")
    func lateChip() throws {
        header.absence = HardwareError("no GPIO chip")
        let lamps = lines()
        #expect(lamps.light(LampLinesTests.test, at: .zero)?.count == 1)
        #expect(lamps.light([LampLinesTests.green: false], at: .milliseconds(10)) == nil)
        header.absence = nil
        #expect(lamps.tick(at: .seconds(1)) == [])
        #expect(header.levels == [17: false, 22: true, 27: true])
    }

    @Test("the pauses between tries grow to five seconds and no further")
    func pauses() throws {
        header.absence = HardwareError("no GPIO chip")
        let lamps = lines()
        _ = lamps.light(LampLinesTests.test, at: .zero)
        var wakes: [Duration] = []
        for _ in 0..<5 {
            let wake = try #require(lamps.nextWake)
            wakes.append(wake)
            _ = lamps.tick(at: wake)
        }
        #expect(wakes == [1, 3, 5, 10, 15].map { .seconds($0) })
    }
}
