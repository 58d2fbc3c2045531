import Core
import Testing
import WatchpostModel

@Suite("One realm's state machine")
struct RealmTrackerTests {
    private static let rules = RealmRules(downAfter: 3, upAfter: 2)

    /// One cell of the transition table.
    struct Cell: Sendable, CustomTestStringConvertible {
        var from: RealmTracker.Phase
        var observed: ObservedStatus
        var to: RealmTracker.Phase
        var transition: RealmTracker.Transition?
        var testDescription: String { "\(from) + \(observed)" }
    }

    static let table: [Cell] = [
        Cell(from: .unknown(downs: 0), observed: .up, to: .up, transition: .discovered),
        Cell(from: .unknown(downs: 0), observed: .down, to: .unknown(downs: 1)),
        Cell(from: .unknown(downs: 2), observed: .down, to: .down, transition: .discovered),
        Cell(from: .unknown(downs: 2), observed: .up, to: .up, transition: .discovered),
        Cell(from: .unknown(downs: 1), observed: .unknown("LOST"), to: .unknown(downs: 0)),
        Cell(from: .up, observed: .up, to: .up),
        Cell(from: .up, observed: .down, to: .suspected(downs: 1)),
        Cell(from: .up, observed: .unknown("LOST"), to: .up),
        Cell(from: .suspected(downs: 1), observed: .up, to: .up),
        Cell(from: .suspected(downs: 1), observed: .down, to: .suspected(downs: 2)),
        Cell(from: .suspected(downs: 2), observed: .down, to: .down, transition: .wentDown),
        Cell(from: .suspected(downs: 2), observed: .unknown("LOST"), to: .up),
        Cell(from: .down, observed: .down, to: .down),
        Cell(from: .down, observed: .up, to: .recovering(ups: 1)),
        Cell(from: .down, observed: .unknown("LOST"), to: .down),
        Cell(from: .recovering(ups: 1), observed: .down, to: .down),
        Cell(from: .recovering(ups: 1), observed: .up, to: .up, transition: .cameUp),
        Cell(from: .recovering(ups: 1), observed: .unknown("LOST"), to: .down),
    ]

    @Test("every cell of the transition table", arguments: table)
    func transition(cell: Cell) {
        var tracker = RealmTracker(phase: cell.from)
        #expect(tracker.observe(cell.observed, rules: Self.rules) == cell.transition)
        #expect(tracker.phase == cell.to)
    }

    @Test(
        "a word that nobody knows shows the realm as unknown and takes nothing back of what is announced",
        arguments: [(.up, .up), (.suspected(downs: 2), .up), (.down, .down), (.recovering(ups: 1), .down)]
            as [(RealmTracker.Phase, RealmState)]
    )
    func unreadable(phase: RealmTracker.Phase, announced: RealmState) {
        var tracker = RealmTracker(phase: phase)
        #expect(tracker.observe(.unknown("LOST"), rules: Self.rules) == nil)
        #expect(tracker.state == .unknown)
        #expect(tracker.announcedState == announced)
        #expect(tracker.observe(announced == .up ? .up : .down, rules: Self.rules) == nil)
        #expect(tracker.state == announced)
    }

    @Test("thresholds of one act on the first observation")
    func thresholdsOfOne() {
        let rules = RealmRules(downAfter: 1, upAfter: 1)
        var tracker = RealmTracker(phase: .up)
        #expect(tracker.observe(.down, rules: rules) == .wentDown)
        #expect(tracker.observe(.up, rules: rules) == .cameUp)
    }

    @Test(
        "forgetting the evidence keeps what is announced",
        arguments: [
            (.suspected(downs: 2), .up), (.recovering(ups: 1), .down),
            (.unknown(downs: 2), .unknown(downs: 0)),
            (.up, .up), (.down, .down),
        ] as [(RealmTracker.Phase, RealmTracker.Phase)]
    )
    func forgets(before: RealmTracker.Phase, after: RealmTracker.Phase) {
        var tracker = RealmTracker(phase: before)
        tracker.forgetEvidence()
        #expect(tracker.phase == after)
        #expect(!tracker.isPending)
    }

    @Test("a realm that flaps at every poll for an hour is never announced")
    func flapping() {
        var tracker = RealmTracker(phase: .up)
        for poll in 0..<60 {
            #expect(tracker.observe(poll.isMultiple(of: 2) ? .down : .up, rules: Self.rules) == nil)
        }
    }
}
