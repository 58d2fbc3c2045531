import Display
import Testing

@Suite("The button")
struct ButtonGestureTests {
    /// What a finger does and what it means; edges at milliseconds.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// When the level changes, beginning with "pressed".
        let edges: [Int]
        let actions: [ButtonGesture.Action]
    }

    private static let cases = [
        Case(testDescription: "a press", edges: [0, 120], actions: [.nextPage]),
        Case(
            testDescription: "two slow presses",
            edges: [0, 120, 900, 1_000],
            actions: [.nextPage, .nextPage]
        ),
        Case(
            testDescription: "a double press",
            edges: [0, 90, 250, 340],
            actions: [.nextPage, .showAddress]
        ),
        Case(
            testDescription: "three quick presses",
            edges: [0, 90, 250, 340, 500, 600],
            actions: [.nextPage, .showAddress, .nextPage]
        ),
        Case(testDescription: "just under five seconds", edges: [0, 4_999], actions: [.nextPage]),
        Case(testDescription: "five seconds", edges: [0, 5_000], actions: [.nextPage, .identify]),
        Case(testDescription: "nine seconds", edges: [0, 9_000], actions: [.nextPage, .identify]),
        Case(
            testDescription: "ten seconds and on",
            edges: [0, 60_000],
            actions: [.nextPage, .quietNow]
        ),
        Case(testDescription: "held for ever", edges: [0], actions: [.nextPage, .quietNow]),
        Case(
            testDescription: "six seconds, and a press at once",
            edges: [0, 6_000, 6_100, 6_200],
            actions: [.nextPage, .identify, .nextPage]
        ),
    ]

    @Test("a finger means", arguments: cases)
    func gestures(of finger: Case) {
        var gesture = ButtonGesture()
        var actions: [ButtonGesture.Action] = []
        for (index, edge) in finger.edges.enumerated() {
            let now = Duration.milliseconds(edge)
            actions += ButtonGestureTests.ticks(&gesture, until: now)
            actions += gesture.handle(index.isMultiple(of: 2) ? .pressed : .released, at: now)
        }
        actions += ButtonGestureTests.ticks(&gesture, until: .seconds(3_600))
        #expect(actions == finger.actions)
        #expect(gesture.nextWake == nil)
    }

    @Test("ten seconds count when they are reached, five when the finger lets go: they may become ten")
    func holds() {
        var gesture = ButtonGesture()
        _ = gesture.handle(.pressed, at: .zero)
        #expect(gesture.nextWake == .seconds(10))
        #expect(gesture.handle(.tick, at: .seconds(6)) == [])
        #expect(gesture.handle(.tick, at: .seconds(10)) == [.quietNow])
        #expect(gesture.handle(.released, at: .seconds(11)) == [])
        #expect(gesture.nextWake == nil)
        _ = gesture.handle(.pressed, at: .seconds(20))
        #expect(gesture.handle(.released, at: .seconds(26)) == [])
        #expect(gesture.nextWake == .seconds(26) + ButtonGesture.bounce)
        #expect(gesture.handle(.tick, at: .seconds(26) + ButtonGesture.bounce) == [.identify])
        #expect(gesture.nextWake == nil)
    }

    @Test("a contact that bounces is one press")
    func bouncing() {
        var gesture = ButtonGesture()
        #expect(gesture.handle(.pressed, at: .zero) == [.nextPage])
        #expect(gesture.handle(.pressed, at: .milliseconds(2)) == [])
        #expect(gesture.handle(.released, at: .milliseconds(80)) == [])
        #expect(gesture.handle(.released, at: .milliseconds(82)) == [])
        #expect(gesture.handle(.tick, at: .seconds(20)) == [])
    }

    @Test("a contact that opens for an instant was never let go: one press, and the hold goes on")
    func shortGap() {
        var gesture = ButtonGesture()
        #expect(gesture.handle(.pressed, at: .zero) == [.nextPage])
        #expect(gesture.handle(.released, at: .milliseconds(3)) == [])
        #expect(gesture.handle(.pressed, at: .milliseconds(5)) == [])
        #expect(gesture.nextWake == .seconds(10))
        #expect(gesture.handle(.released, at: .seconds(7)) == [])
        #expect(gesture.handle(.pressed, at: .milliseconds(7_002)) == [])
        #expect(gesture.handle(.tick, at: .seconds(8)) == [], "it bounced")
        #expect(gesture.handle(.tick, at: .seconds(10)) == [.quietNow])
    }

    @Test("a late tick, or none before the button comes up, is quiet all the same", arguments: [true, false])
    func late(ticks: Bool) {
        var gesture = ButtonGesture()
        _ = gesture.handle(.pressed, at: .zero)
        #expect(gesture.handle(ticks ? .tick : .released, at: .seconds(12)) == [.quietNow])
    }

    private static func ticks(_ gesture: inout ButtonGesture, until end: Duration) -> [ButtonGesture.Action] {
        var actions: [ButtonGesture.Action] = []
        while let wake = gesture.nextWake, wake <= end { actions += gesture.handle(.tick, at: wake) }
        return actions
    }
}
