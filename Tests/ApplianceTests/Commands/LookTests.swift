import Testing
import TestSupport

@testable import Appliance
@testable import SystemSupport

@Suite("Looking at lamps and display")
struct LookTests {
    /// Far longer than a test may take.
    private static let long = Duration.seconds(600)

    @Test("a look takes its time when nobody ends it")
    func whole() async {
        let start = ContinuousClock.now
        #expect(await BlockingCall.run { Look().wait(.milliseconds(20)) })
        #expect(ContinuousClock.now - start >= .milliseconds(20))
    }

    @Test("a stop signal ends the look that goes on", .timeLimit(.minutes(Patience.hungMinutes)))
    func ended() async {
        let look = Look()
        async let isWanted = BlockingCall.run { look.wait(LookTests.long) }
        look.end()
        let isStillWanted = await isWanted
        #expect(!isStillWanted)
    }

    @Test(
        "after a stop signal nothing is looked at any more, however often it is asked",
        .timeLimit(.minutes(Patience.hungMinutes))
    )
    func stays() {
        let look = Look()
        look.end()
        for _ in 0..<3 { #expect(!look.wait(LookTests.long)) }
    }
}
