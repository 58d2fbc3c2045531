import Core
import Display
import Testing

@Suite("The display session")
struct DisplaySessionTests {
    private let encoder = FrameEncoder(geometry: .sixteenByTwo, rom: .a00)

    private static func at(_ milliseconds: Int) -> Moment {
        Moment(wall: nil, monotonic: .milliseconds(milliseconds))
    }

    private static func operations(_ effects: [DisplaySession.Effect]) -> [DisplayOperation] {
        effects.flatMap { effect -> [DisplayOperation] in
            guard case .perform(let operations) = effect else { return [] }
            return operations
        }
    }

    /// A session that shows `text`, begun at 0 and written at 10 ms.
    private func started(_ text: String) -> DisplaySession {
        var session = DisplaySession()
        _ = session.handle(.show(encoder.frame([text])), at: DisplaySessionTests.at(0))
        _ = session.handle(.written, at: DisplaySessionTests.at(10))
        return session
    }

    @Test("the first frame sets the controller up and writes everything")
    func first() {
        var session = DisplaySession()
        let operations = DisplaySessionTests.operations(
            session.handle(.show(encoder.frame(["hello"])), at: DisplaySessionTests.at(0))
        )
        #expect(operations.first == .initialise)
        #expect(operations.contains(.backlight(true)))
        var controller = DatasheetController()
        for operation in operations { controller.apply(operation) }
        #expect(controller.shows(encoder.frame(["hello"])))
        #expect(session.shown == nil, "nothing is believed before the bus took it")
        _ = session.handle(.written, at: DisplaySessionTests.at(5))
        #expect(session.shown == encoder.frame(["hello"]))
    }

    @Test("frames that come while one is written are coalesced to the newest, 250 ms after the last start")
    func coalesces() {
        var session = DisplaySession()
        _ = session.handle(.show(encoder.frame(["0"])), at: DisplaySessionTests.at(0))
        for text in ["1", "2", "3"] {
            #expect(session.handle(.show(encoder.frame([text])), at: DisplaySessionTests.at(5)).isEmpty)
        }
        #expect(session.handle(.written, at: DisplaySessionTests.at(20)) == [.wake(at: .milliseconds(250))])
        let operations = DisplaySessionTests.operations(
            session.handle(.tick, at: DisplaySessionTests.at(250))
        )
        #expect(operations == [.moveCursor(0), .write([UInt8(ascii: "3")])])
    }

    @Test("a change after a quiet while is written at once")
    func prompt() {
        var session = started("a")
        let effects = session.handle(.show(encoder.frame(["b"])), at: DisplaySessionTests.at(1_000))
        #expect(DisplaySessionTests.operations(effects) == [.moveCursor(0), .write([UInt8(ascii: "b")])])
    }

    @Test("at most four updates start in any second")
    func rate() {
        var session = started("start")
        var starts: [Int] = []
        for time in stride(from: 1_000, to: 3_000, by: 10) {
            let effects = session.handle(.show(encoder.frame(["\(time)"])), at: DisplaySessionTests.at(time))
            if !DisplaySessionTests.operations(effects).isEmpty {
                starts.append(time)
                _ = session.handle(.written, at: DisplaySessionTests.at(time))
            }
        }
        #expect(starts.count == 8)
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 >= 250 })
    }

    @Test("every five minutes the controller is set up again, without a clear, and then left alone")
    func heals() {
        var session = started("a")
        #expect(session.handle(.tick, at: DisplaySessionTests.at(299_999)) == [.wake(at: .seconds(300))])
        let operations = DisplaySessionTests.operations(
            session.handle(.tick, at: DisplaySessionTests.at(300_000))
        )
        var controller = DatasheetController()
        for operation in operations { controller.apply(operation) }
        #expect(controller.initialisations == 1)
        #expect(controller.shows(encoder.frame(["a"])))
        #expect(session.handle(.written, at: DisplaySessionTests.at(300_010)) == [.wake(at: .seconds(600))])
    }

    @Test("an error is said once; everything is written again until it works, and that is said, too")
    func faults() {
        var session = started("a")
        _ = session.handle(.show(encoder.frame(["b"])), at: DisplaySessionTests.at(1_000))
        let failed = session.handle(.failed("no acknowledge from 0x27"), at: DisplaySessionTests.at(1_001))
        #expect(failed == [.faulted("no acknowledge from 0x27"), .wake(at: .milliseconds(2_001))])
        #expect(session.isFaulted)
        let retry = DisplaySessionTests.operations(session.handle(.tick, at: DisplaySessionTests.at(2_001)))
        #expect(retry.first == .initialise)
        let again = session.handle(.failed("no acknowledge from 0x27"), at: DisplaySessionTests.at(2_002))
        #expect(again == [.wake(at: .milliseconds(4_002))])
        _ = session.handle(.tick, at: DisplaySessionTests.at(4_002))
        let recovered = session.handle(.written, at: DisplaySessionTests.at(4_010))
        #expect(recovered.first == .recovered)
        #expect(session.shown == encoder.frame(["b"]))
        #expect(!session.isFaulted)
    }

    @Test("retries slow down to one in thirty seconds")
    func backsOff() {
        var session = DisplaySession()
        _ = session.handle(.show(encoder.frame(["a"])), at: DisplaySessionTests.at(0))
        var now = Duration.zero
        var pauses: [Duration] = []
        for _ in 0..<7 {
            for case .wake(let next) in session.handle(.failed("gone"), at: Moment(wall: nil, monotonic: now))
            {
                pauses.append(next - now)
                now = next
            }
            _ = session.handle(.tick, at: Moment(wall: nil, monotonic: now))
        }
        #expect(pauses == [1, 2, 5, 10, 30, 30, 30].map { .seconds($0) })
    }

    @Test("switching the backlight sets the controller up again")
    func backlight() {
        var session = started("a")
        let dark = encoder.frame(["a"], backlight: false)
        let operations = DisplaySessionTests.operations(
            session.handle(.show(dark), at: DisplaySessionTests.at(1_000))
        )
        #expect(operations.prefix(2) == [.initialise, .backlight(false)])
    }

    @Test("an answer that nobody waits for changes nothing")
    func stray() {
        var session = started("a")
        let before = session.shown
        _ = session.handle(.failed("late"), at: DisplaySessionTests.at(500))
        #expect(session.shown == before)
        #expect(!session.isFaulted)
    }
}
