import Core
import Display
import Testing
import WatchpostModel

/// Does what an owner does, with a datasheet controller and a set of lines for hardware.
private struct Bench {
    var control: PanelControl
    var controller = DatasheetController()
    var lit: Set<LampOutput> = []
    var published: [PanelState] = []
    var batches = 0
    var faults: [String] = []
    var recoveries = 0
    var isBroken = false
    var now = Facts.moment(Facts.at(17, 48))

    init(_ settings: PanelSettings) {
        control = PanelControl(settings: settings)
    }

    mutating func send(_ event: PanelControl.Event) {
        for effect in control.handle(event, at: now) { perform(effect) }
    }

    private mutating func perform(_ effect: PanelControl.Effect) {
        switch effect {
        case .publish(let state): published.append(state)
        case .light(let output, let isLit): if isLit { lit.insert(output) } else { lit.remove(output) }
        case .displayFaulted(let reason): faults.append(reason)
        case .displayRecovered: recoveries += 1
        case .perform(let operations):
            batches += 1
            if !isBroken { for operation in operations { controller.apply(operation) } }
            send(isBroken ? .displayFailed("no acknowledge") : .displayWritten)
        }
    }

    /// Lets time pass from wake to wake, as a timer would.
    mutating func pass(_ seconds: Int64) -> Int {
        let end = now.monotonic + .seconds(seconds)
        let start = now
        var wakes = 0
        while let next = control.nextWake, next <= end {
            #expect(next > now.monotonic || wakes == 0, "asked to be woken in the past")
            guard wakes < 100_000 else { break }
            now.monotonic = max(next, now.monotonic)
            now.wall = start.wall?.advanced(by: (now.monotonic - start.monotonic).components.seconds)
            wakes += 1
            send(.tick)
        }
        now.monotonic = end
        now.wall = start.wall?.advanced(by: seconds)
        return wakes
    }
}

@Suite("The panel as a whole")
struct PanelControlTests {
    private static func settings() -> PanelSettings {
        Facts.settings(watch: ["eu"], lamps: [LampSettings(name: "All", target: .everything)])
    }

    private static func input(_ state: RealmState) -> PanelInput {
        var input = PanelInput()
        input.rotations = [Facts.pubs, Facts.ranked]
        input.sources = [Facts.source(Facts.six(state))]
        return input
    }

    private let green = LampOutput(lamp: 0, led: .green)
    private let red = LampOutput(lamp: 0, led: .red)

    @Test("an event reaches lamps, display and the published state in one step")
    func oneStep() throws {
        var bench = Bench(PanelControlTests.settings())
        bench.send(.panel(.input(PanelControlTests.input(.up))))
        #expect(bench.lit == [green])
        #expect(bench.controller.shows(try #require(bench.published.last).frame))
        _ = bench.pass(400)
        var down = PanelControlTests.input(.down)
        down.sources = [Facts.source([Facts.realm("aerie", .down)])]
        bench.send(.panel(.input(down)))
        #expect(bench.lit == [red])
        #expect(bench.published.last?.page == "down/eu/retail/aerie")
    }

    @Test("the display follows every page for an hour, and the box mostly sleeps")
    func anHour() throws {
        var bench = Bench(PanelControlTests.settings())
        bench.send(.start)
        bench.send(.panel(.input(PanelControlTests.input(.up))))
        let wakes = bench.pass(3_600)
        #expect(bench.controller.shows(try #require(bench.published.last).frame))
        #expect(bench.controller.initialisations == 13, "at the start and every five minutes")
        #expect(wakes < 1_000)
        #expect(bench.controller.bytes < 40_000)
    }

    @Test("the lamp test is over after a second and the lamps then say what they should")
    func lampTest() {
        var bench = Bench(PanelControlTests.settings())
        bench.send(.start)
        #expect(bench.lit == [green, red])
        bench.send(.panel(.input(PanelControlTests.input(.up))))
        #expect(bench.lit == [green, red])
        _ = bench.pass(2)
        #expect(bench.lit == [green])
    }

    @Test("a dead display is said once, lamps go on, and it is repainted when it is back")
    func deadDisplay() throws {
        var bench = Bench(PanelControlTests.settings())
        bench.isBroken = true
        bench.send(.panel(.input(PanelControlTests.input(.up))))
        _ = bench.pass(120)
        #expect(bench.faults == ["no acknowledge"])
        #expect(bench.lit == [green])
        #expect((5...10).contains(bench.batches))
        bench.isBroken = false
        _ = bench.pass(31)
        #expect(bench.recoveries == 1)
        #expect(bench.controller.shows(try #require(bench.published.last).frame))
    }

    @Test("blipping lamps do not lay out pages again")
    func blips() {
        var bench = Bench(PanelControlTests.settings())
        bench.send(.panel(.input(PanelControlTests.input(.maintenance))))
        _ = bench.pass(301)
        let before = bench.published.count
        let wakes = bench.pass(6)
        #expect(wakes >= 10)
        #expect(bench.published.count - before <= 2)
    }
}
