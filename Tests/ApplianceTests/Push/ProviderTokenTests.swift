import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Appliance
@testable import SystemSupport
@testable import Push

@Suite("The token that APNs knows us by")
struct ProviderTokenTests {
    /// `wall`: seconds after a fixed instant; nil while the clock is not set.
    private func moment(_ wall: Int64?, _ monotonic: Int64) -> Moment {
        Moment(wall: wall.map { PushSamples.now.advanced(by: $0) }, monotonic: .seconds(monotonic))
    }

    private func made(_ text: String, _ token: inout ProviderToken, wall: Int64, monotonic: Int64) {
        token.made(
            Secret(text),
            at: PushSamples.now.advanced(by: wall),
            monotonic: .seconds(monotonic),
            life: .seconds(2_700)
        )
    }

    /// A token made at second 0 of both clocks.
    private func fresh() -> ProviderToken {
        var token = ProviderToken()
        made("first", &token, wall: 0, monotonic: 0)
        return token
    }

    @Test("none is made before the clock is right")
    func clock() {
        var token = ProviderToken()
        let early = token.decide(at: moment(nil, 5))
        #expect(early == .wait(.seconds(60), "the clock is not set yet"))
        let late = token.decide(at: moment(0, 6))
        #expect(late == .make(PushSamples.now))
    }

    @Test("one token serves 45 minutes, and then there is a new one")
    func life() {
        var token = fresh()
        for second in [0, 1, 1_199, 1_200, 2_699] as [Int64] {
            let decision = token.decide(at: moment(second, second))
            #expect(decision == .use(Secret("first")))
        }
        let decision = token.decide(at: moment(2_700, 2_700))
        #expect(decision == .make(PushSamples.now.advanced(by: 2_700)))
    }

    @Test(
        "a clock that jumps makes it again once twenty minutes have passed",
        arguments: [-61, 61, 1_000] as [Int64]
    )
    func jump(by jump: Int64) {
        var token = fresh()
        // Too early for a new one, and Apple would still take this one, or not yet refuse it.
        let early = token.decide(at: moment(1_100 + jump, 1_100))
        #expect(early == .use(Secret("first")))
        let late = token.decide(at: moment(1_200 + jump, 1_200))
        #expect(late == .make(PushSamples.now.advanced(by: 1_200 + jump)))
    }

    @Test("a token from a clock that was an hour wrong is no token", arguments: [-3_600, 3_600] as [Int64])
    func wrongClock(jump: Int64) {
        var token = fresh()
        let decision = token.decide(at: moment(60 + jump, 60))
        #expect(decision == .make(PushSamples.now.advanced(by: 60 + jump)))
    }

    @Test("the token of an earlier run is used, and its twenty minutes are kept")
    func restart() {
        let old = ProviderToken.Made(text: Secret("old"), at: PushSamples.now)
        var token = ProviderToken(restored: old)
        let unknown = token.decide(at: moment(nil, 1))
        #expect(unknown == .wait(.seconds(60), "the clock is not set yet"))
        let used = token.decide(at: moment(600, 2))
        #expect(used == .use(Secret("old")))
        let tooEarly = token.refuse(monotonic: .seconds(3))
        #expect(!tooEarly)
        let renewed = token.decide(at: moment(2_700, 2_102))
        #expect(renewed == .make(PushSamples.now.advanced(by: 2_700)))
    }

    @Test(
        "the token of an earlier run that is too old, or from the future, is forgotten",
        arguments: [3_600, -120] as [Int64]
    )
    func oldRestart(age: Int64) {
        let old = ProviderToken.Made(text: Secret("old"), at: PushSamples.now)
        var token = ProviderToken(restored: old)
        let decision = token.decide(at: moment(age, 2))
        #expect(decision == .make(PushSamples.now.advanced(by: age)))
    }

    @Test("one that APNs calls expired is replaced, but not within twenty minutes")
    func refused() {
        var token = fresh()
        let early = token.refuse(monotonic: .seconds(1_199))
        #expect(!early)
        let late = token.refuse(monotonic: .seconds(1_200))
        #expect(late)
        let decision = token.decide(at: moment(1_200, 1_200))
        #expect(decision == .make(PushSamples.now.advanced(by: 1_200)))
        made("second", &token, wall: 1_200, monotonic: 1_200)
        let again = token.refuse(monotonic: .seconds(1_205))
        #expect(!again)
        let kept = token.decide(at: moment(1_205, 1_205))
        #expect(kept == .use(Secret("second")))
    }

    @Test("too many new ones: the older one serves again, while it can")
    func tooMany() {
        var token = fresh()
        let alone = token.goBack(at: moment(100, 100))
        #expect(!alone)
        made("second", &token, wall: 2_700, monotonic: 2_700)
        let back = token.goBack(at: moment(2_701, 2_701))
        #expect(back)
        let older = token.decide(at: moment(2_702, 2_702))
        #expect(older == .use(Secret("first")))
        // The older one ends at 3540, a new one is allowed at 3901.
        let between = token.decide(at: moment(3_601, 3_601))
        #expect(between == .wait(.seconds(300), "a new token is not allowed yet"))
        let later = token.decide(at: moment(3_901, 3_901))
        #expect(later == .make(PushSamples.now.advanced(by: 3_901)))
    }

    /// Nothing vouches for the clock, or servers are ahead of it.
    private func doubtful(_ wall: Int64, _ monotonic: Int64, _ proof: ClockProof = .unvouched) -> Moment {
        Moment(wall: PushSamples.now.advanced(by: wall), monotonic: .seconds(monotonic), proof: proof)
    }

    @Test("a clock that nothing vouches for is believed once the network had five minutes to set it")
    func unvouched() {
        var token = ProviderToken()
        let early = token.decide(at: doubtful(0, 20))
        #expect(early == .wait(.seconds(60), "the clock is not set yet"))
        let soon = token.decide(at: doubtful(0, 290))
        #expect(soon == .wait(.seconds(10), "the clock is not set yet"))
        let late = token.decide(at: doubtful(0, 300))
        #expect(late == .make(PushSamples.now))
    }

    @Test("where servers are an hour ahead of the clock, the token carries their time")
    func behind() {
        var token = ProviderToken()
        let first = token.decide(at: doubtful(0, 20, .behind(3_600)))
        #expect(first == .make(PushSamples.now.advanced(by: 3_600)))
        made("first", &token, wall: 3_600, monotonic: 20)
        // The network's time arrives; the token was right all the time.
        let second = token.decide(at: moment(3_601, 21))
        #expect(second == .use(Secret("first")))
    }

    @Test(
        "one that was refused is made again as soon as the clock jumps, and only then",
        arguments: [-600, 61, 600] as [Int64]
    )
    func refusedAndJumped(by jump: Int64) {
        var token = fresh()
        let isTimely = token.refuse(monotonic: .seconds(5))
        #expect(!isTimely)
        let before = token.decide(at: moment(65, 65))
        #expect(before == .use(Secret("first")))
        let after = token.decide(at: moment(70 + jump, 70))
        #expect(after == .make(PushSamples.now.advanced(by: 70 + jump)))
        made("second", &token, wall: 70 + jump, monotonic: 70)
        let used = token.decide(at: moment(71 + jump, 71))
        #expect(used == .use(Secret("second")))
    }

    @Test("a refusal under a doubtful clock is followed by another try soon, and less often each time")
    func pauses() {
        var token = ProviderToken()
        let pauses = (0..<7).map { _ in token.pause(afterRefusal: .seconds(1_200), at: doubtful(0, 400)) }
        #expect(pauses == [60, 120, 240, 480, 960, 1_200, 1_200].map { .seconds($0) })
        token.accepted()
        let anew = token.pause(afterRefusal: .seconds(3_600), at: doubtful(0, 400, .behind(90)))
        #expect(anew == .seconds(60))
        let sure = token.pause(afterRefusal: .seconds(1_200), at: moment(0, 400))
        #expect(sure == .seconds(1_200))
    }

    /// Both clocks walk at random, Apple's rule is checked at every step.
    @Test(
        "whatever the clocks do, no second one is made within twenty minutes unless the first is worthless",
        arguments: SeededGenerator.seeds(TestEffort.rounds(1), for: "clocks of the provider token")
    )
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var token = ProviderToken()
        var (wall, monotonic): (Int64, Int64) = (0, 0)
        var last: (wall: Int64, monotonic: Int64)?
        for step in 0..<3_000 {
            let pause = Int64.random(in: 0..<400, using: &random)
            monotonic += pause
            wall += pause
            if random.one(in: 50) { wall += Int64.random(in: -4_500..<4_500, using: &random) }
            switch token.decide(at: moment(wall, monotonic)) {
            case .make(let time):
                #expect(time == PushSamples.now.advanced(by: wall))
                if let last, monotonic - last.monotonic < 1_200 {
                    let age = wall - last.wall
                    #expect(age < -60 || age >= 3_540, "seed \(seed), step \(step)")
                }
                last = (wall, monotonic)
                made("t\(step)", &token, wall: wall, monotonic: monotonic)
            case .use:
                let age = wall - (last?.wall ?? .min)
                #expect((-60..<3_540).contains(age), "seed \(seed), step \(step)")
            case .wait: Issue.record("seed \(seed), step \(step): nothing to send with")
            }
        }
    }
}
