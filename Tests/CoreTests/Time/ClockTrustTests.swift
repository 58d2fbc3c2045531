import Testing
import WatchpostModel

@testable import Core

@Suite("Whether the machine's clock is believed")
struct ClockTrustTests {
    private static let release: Int64 = 1_700_000_000
    /// What the true time is at second 0 of the monotonic clock.
    private static let start = UnixTime(seconds: 1_800_000_000)

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var kernel: ClockSigns.Kernel
        var timesyncd: ClockSigns.Timesyncd
        /// Seconds by which servers are ahead of the wall clock; nil: none answers.
        var lead: Int64?
        /// Monotonic seconds since the first answer.
        var since: Int64 = 5
        var isSet: Bool
        var proof: ClockProof

        init(
            _ name: String,
            _ kernel: ClockSigns.Kernel,
            _ timesyncd: ClockSigns.Timesyncd,
            lead: Int64?,
            since: Int64 = 5,
            isSet: Bool,
            _ proof: ClockProof
        ) {
            testDescription = name
            (self.kernel, self.timesyncd, self.lead, self.since) = (kernel, timesyncd, lead, since)
            (self.isSet, self.proof) = (isSet, proof)
        }
    }

    private static let cases = [
        Case("timesyncd set it", .silent, .done, lead: nil, isSet: true, .vouched),
        Case("the network's word counts more", .synchronised, .absent, lead: 900, isSet: true, .vouched),
        Case(
            "timesyncd waits, the sandbox hides the kernel",
            .silent,
            .waiting,
            lead: nil,
            isSet: false,
            .unvouched
        ),
        Case(
            "timesyncd waits, the kernel says so",
            .unsynchronised,
            .waiting,
            lead: nil,
            isSet: false,
            .unvouched
        ),
        Case("timesyncd waits, servers agree", .silent, .waiting, lead: -4, isSet: true, .vouched),
        Case(
            "timesyncd waits, servers are ahead",
            .silent,
            .waiting,
            lead: 3_600,
            isSet: false,
            .behind(3_600)
        ),
        Case(
            "timesyncd has waited for long",
            .silent,
            .waiting,
            lead: 3_600,
            since: 600,
            isSet: true,
            .behind(3_600)
        ),
        Case("a cache's old word says nothing", .silent, .waiting, lead: -900, isSet: false, .unvouched),
        Case(
            "a PC without network time, alone",
            .unsynchronised,
            .absent,
            lead: nil,
            isSet: true,
            .unvouched
        ),
        Case(
            "a PC without network time, servers agree",
            .unsynchronised,
            .absent,
            lead: 30,
            isSet: true,
            .vouched
        ),
        Case("a Pi with chrony, in the past", .silent, .absent, lead: 31, isSet: true, .behind(31)),
    ]

    @Test("signs of the system and of servers lead to a verdict", arguments: cases)
    func table(_ row: Case) {
        var trust = ClockTrust(releasedAfter: ClockTrustTests.release)
        if let lead = row.lead {
            trust.heard(ClockTrustTests.start.advanced(by: lead + 100), at: .seconds(100))
        }
        let wall = ClockTrustTests.start.advanced(by: 100 + row.since)
        let signs = ClockSigns(kernel: row.kernel, timesyncd: row.timesyncd)
        let moment = trust.moment(wall, .seconds(100 + row.since), signs)
        #expect(moment.wall == (row.isSet ? wall : nil))
        #expect(moment.proof == row.proof)
    }

    @Test(
        "an answer that proves nothing of the time begins the patience; none at all begins nothing",
        arguments: [(nil, 100_000, false), (100, 699, false), (100, 700, true), (100, 90_000, true)]
            as [(Int64?, Int64, Bool)]
    )
    func strangersAnswer(at first: Int64?, now: Int64, isSet: Bool) {
        var trust = ClockTrust(releasedAfter: ClockTrustTests.release)
        if let first { trust.answered(at: .seconds(first)) }
        // Later ones do not begin it again.
        if first != nil { trust.answered(at: .seconds(now)) }
        let wall = ClockTrustTests.start.advanced(by: now)
        let waiting = ClockSigns(kernel: .silent, timesyncd: .waiting)
        let moment = trust.moment(wall, .seconds(now), waiting)
        #expect(moment.wall == (isSet ? wall : nil))
        #expect(moment.proof == .unvouched)
    }

    @Test("what somebody without our trust answered leaves the word of those who have it as it is")
    func bothAnswer() {
        var trust = ClockTrust(releasedAfter: ClockTrustTests.release)
        let waiting = ClockSigns(kernel: .silent, timesyncd: .waiting)
        trust.answered(at: .seconds(10))
        trust.heard(ClockTrustTests.start.advanced(by: 3_620), at: .seconds(20))
        let early = trust.moment(ClockTrustTests.start.advanced(by: 609), .seconds(609), waiting)
        #expect(early.wall == nil)
        #expect(early.proof == .behind(3_600))
        let late = trust.moment(ClockTrustTests.start.advanced(by: 610), .seconds(610), waiting)
        #expect(late.wall == ClockTrustTests.start.advanced(by: 610))
        #expect(late.proof == .behind(3_600))
    }

    @Test("a time before this release was never set, whatever the system says")
    func past() {
        var trust = ClockTrust(releasedAfter: ClockTrustTests.release)
        let signs = ClockSigns(kernel: .synchronised, timesyncd: .done)
        let moment = trust.moment(UnixTime(seconds: ClockTrustTests.release), .zero, signs)
        #expect(moment.wall == nil)
        #expect(moment.proven == nil)
    }

    @Test("a clock that was right stays so while it runs on, and not when it is set by hand")
    func memory() {
        var trust = ClockTrust(releasedAfter: ClockTrustTests.release)
        let done = ClockSigns(kernel: .silent, timesyncd: .done)
        let waiting = ClockSigns(kernel: .unsynchronised, timesyncd: .waiting)
        _ = trust.moment(ClockTrustTests.start, .zero, done)
        // An update restarts timesyncd, or there is no network for a day.
        let later = trust.moment(ClockTrustTests.start.advanced(by: 86_410), .seconds(86_400), waiting)
        #expect(later.proof == .vouched)
        #expect(later.wall != nil)
        let moved = trust.moment(ClockTrustTests.start.advanced(by: 90_000), .seconds(86_400), waiting)
        #expect(moved.wall == nil)
    }

    @Test("of servers' words the latest time counts, for ten minutes")
    func servers() {
        var time = ServerTime()
        let wall = ClockTrustTests.start
        #expect(time.lead(over: wall, at: .zero) == nil)
        time.heard(wall.advanced(by: 10), at: .seconds(10))
        time.heard(wall.advanced(by: -900), at: .seconds(20))
        #expect(time.lead(over: wall.advanced(by: 30), at: .seconds(30)) == 0)
        time.heard(wall.advanced(by: 100), at: .seconds(40))
        #expect(time.lead(over: wall.advanced(by: 40), at: .seconds(40)) == 60)
        time.heard(wall.advanced(by: 640), at: .seconds(640))
        #expect(time.lead(over: wall.advanced(by: 640), at: .seconds(640)) == 0)
    }
}

@Suite("Clocks that jump")
struct ClockJumpTests {
    private func moment(_ wall: Int64?, _ monotonic: Int64, _ proof: ClockProof = .vouched) -> Moment {
        Moment(wall: wall.map { UnixTime(seconds: $0) }, monotonic: .seconds(monotonic), proof: proof)
    }

    @Test(
        "more than a minute against the other clock is a jump",
        arguments: [(-61, true), (-60, false), (0, false), (60, false), (61, true)] as [(Int64, Bool)]
    )
    func border(by seconds: Int64, isJump: Bool) {
        var jumps = ClockJump()
        let first = jumps.saw(moment(1_000, 10))
        #expect(!first)
        let second = jumps.saw(moment(2_000 + seconds, 1_010))
        #expect(second == isJump)
        let third = jumps.saw(moment(2_001 + seconds, 1_011))
        #expect(!third)
    }

    @Test("a time that becomes known is a jump, one that is lost is none")
    func known() {
        var jumps = ClockJump()
        let answers = [moment(nil, 1), moment(50, 2), moment(nil, 3), moment(nil, 4), moment(54, 5)]
            .map { jumps.saw($0) }
        #expect(answers == [false, true, false, false, true])
    }

    @Test("servers that know better are a jump once, and their next word is none")
    func proven() {
        var jumps = ClockJump()
        let answers = [
            moment(1_000, 1, .unvouched), moment(1_001, 2, .behind(3_600)), moment(1_002, 3, .behind(3_601)),
        ].map { jumps.saw($0) }
        #expect(answers == [false, true, false])
    }
}
