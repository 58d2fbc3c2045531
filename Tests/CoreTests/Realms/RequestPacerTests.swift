import Core
import Testing
import WatchpostModel

@Suite("How seldom a page for people is asked")
struct RequestPacerTests {
    private typealias Pacer = RequestPacer
    private static let day = Duration.seconds(86_400)

    private func pacer(interval: Int = 300, feeds: Int = 4) -> RequestPacer {
        RequestPacer(interval: .seconds(interval), feeds: feeds, now: .zero)
    }

    @Test("the feeds of a box are asked one after the other, ten seconds apart")
    func spacing() {
        var pacer = pacer()
        #expect(pacer.handle(.wanted, at: .zero) == [.ask])
        #expect(pacer.handle(.wanted, at: .zero) == [.wait(.seconds(10))])
        #expect(pacer.handle(.answered, at: .seconds(1)) == [])
        #expect(pacer.handle(.wanted, at: .seconds(4)) == [.wait(.seconds(6))])
        #expect(pacer.handle(.wanted, at: .seconds(10)) == [.ask])
    }

    @Test(
        "however seldom they are asked, the feeds of a box that has just started follow ten seconds after one another"
    )
    func longIntervals() {
        var pacer = pacer(interval: 86_400, feeds: 16)
        for turn in 0..<16 {
            let now = Duration.seconds(10 * turn)
            #expect(pacer.handle(.wanted, at: now) == [.ask])
            #expect(pacer.handle(.wanted, at: now) == [.wait(.seconds(10))])
        }
    }

    @Test("whoever wants more, gets no more than two requests and a half where one is usual")
    func budget() {
        var pacer = pacer()
        var now = Duration.zero
        var asked = 0
        while now < RequestPacerTests.day {
            switch pacer.handle(.wanted, at: now).first {
            case .ask: asked += 1
            case .wait(let wait): now += wait
            default: now += RequestPacerTests.day
            }
        }
        // Four feeds every five minutes are 48 requests an hour, 1,152 a day.
        #expect((2_800...2_920).contains(asked), "\(asked)")
    }

    private static let refusals: [(RequestPacer.Refusal, Int?, Int)] = [
        (.forbidden(status: 403), nil, 86_400), (.forbidden(status: 403), 60, 86_400),
        (.gone(status: 410), nil, 86_400), (.unknownQuestion("PersistedQueryNotFound"), nil, 86_400),
        (.tooMany, nil, 86_400), (.tooMany, 7_200, 7_200), (.tooMany, 0, 900),
        (.forbidden(status: 403), 100_000, 100_000),
    ]

    @Test("it is left alone for a day once it has said no, or for as long as it wishes", arguments: refusals)
    func stop(refusal: RequestPacer.Refusal, wish: Int?, rest: Int) {
        var pacer = pacer()
        #expect(pacer.handle(.wanted, at: .zero) == [.ask])
        let no = Pacer.Event.refused(refusal, retryAfter: wish.map { .seconds($0) }, jitter: 0)
        #expect(pacer.handle(no, at: .seconds(1)) == [.tellStopped(refusal, for: .seconds(rest))])
        #expect(pacer.handle(.wanted, at: .seconds(2)) == [.leaveAlone(refusal, for: .seconds(rest - 1))])
        #expect(pacer.handle(.wanted, at: .seconds(rest)) == [.leaveAlone(refusal, for: .seconds(1))])
        #expect(pacer.handle(.wanted, at: .seconds(rest + 1)) == [.ask])
    }

    private static let refusal = RequestPacer.Refusal.forbidden(status: 403)
    private static let wall = UnixTime(seconds: 1_790_000_000)

    @Test("what an earlier run was told counts until its end, by the wall clock")
    func restored() {
        var pacer = pacer()
        let (refusal, wall) = (RequestPacerTests.refusal, RequestPacerTests.wall)
        let event = Pacer.Event.restored(refusal, until: wall.advanced(by: 3_600), wall: wall)
        #expect(pacer.handle(event, at: .zero) == [.tellStillStopped(refusal, for: .seconds(3_600))])
        #expect(pacer.handle(.wanted, at: .seconds(10)) == [.leaveAlone(refusal, for: .seconds(3_590))])
        #expect(pacer.kept(at: .seconds(10))?.rest == .seconds(3_590))
        #expect(pacer.handle(.wanted, at: .seconds(3_600)) == [.ask])
        #expect(pacer.kept(at: .seconds(3_600)) == nil)
        #expect(pacer.handle(.answered, at: .seconds(3_601)) == [.tellResumed])
    }

    @Test(
        "nothing counts that is over, or ends more than 26 hours ahead, also where that is known later",
        arguments: [0, -5, 93_601, Int64.max - 1_790_000_000] as [Int64]
    )
    func unrestored(ahead: Int64) {
        let refusal = RequestPacerTests.refusal
        let until = UnixTime(seconds: RequestPacerTests.wall.seconds + ahead)
        let known = Pacer.Event.restored(refusal, until: until, wall: RequestPacerTests.wall)
        var pacer = pacer()
        #expect(pacer.handle(known, at: .zero) == [])
        #expect(pacer.handle(.wanted, at: .zero) == [.ask])
        var late = self.pacer()
        _ = late.handle(.restored(refusal, until: until, wall: nil), at: .zero)
        #expect(late.handle(.wanted, at: .seconds(60)) == [.leaveAlone(refusal, for: .seconds(93_540))])
        #expect(late.handle(known, at: .seconds(60)) == [])
        #expect(late.handle(.wanted, at: .seconds(60)) == [.ask])
        #expect(late.handle(.answered, at: .seconds(61)) == [.tellResumed])
    }

    @Test("without a clock a no counts as long as one can, and from then on when there is one to its end")
    func undated() {
        let (refusal, wall) = (RequestPacerTests.refusal, RequestPacerTests.wall)
        let until = wall.advanced(by: 3_600)
        var pacer = pacer()
        let longest = Duration.seconds(93_600)
        #expect(
            pacer.handle(.restored(refusal, until: until, wall: nil), at: .zero)
                == [.tellStillStopped(refusal, for: longest)]
        )
        var other = pacer
        #expect(other.handle(.wanted, at: longest - .seconds(1)) == [.leaveAlone(refusal, for: .seconds(1))])
        #expect(other.handle(.wanted, at: longest) == [.ask])
        let now = Duration.seconds(40)
        let told = pacer.handle(.restored(refusal, until: until, wall: wall), at: now)
        #expect(told == [.tellStillStopped(refusal, for: .seconds(3_600))])
        #expect(pacer.handle(.wanted, at: now + .seconds(3_599)) == [.leaveAlone(refusal, for: .seconds(1))])
        #expect(pacer.handle(.wanted, at: now + .seconds(3_600)) == [.ask])
    }

    @Test("a wish for days is kept for 26 hours at most")
    func longWish() {
        var pacer = pacer()
        _ = pacer.handle(.refused(.tooMany, retryAfter: .seconds(500_000), jitter: 0), at: .zero)
        #expect(pacer.kept(at: .zero)?.rest == .seconds(93_600))
    }

    @Test("a transcript: no, a day of silence, no again, another day, then yes")
    func transcript() {
        var pacer = pacer(feeds: 1)
        let refusal = Pacer.Refusal.forbidden(status: 403)
        let no = Pacer.Event.refused(refusal, retryAfter: nil, jitter: 0.5)
        let rest = RequestPacerTests.day + RequestPacerTests.day * (0.5 / 12.0)
        #expect(pacer.handle(.wanted, at: .zero) == [.ask])
        #expect(pacer.handle(no, at: .zero) == [.tellStopped(refusal, for: rest)])
        var now = Duration.zero
        var asked: [Duration] = []
        while asked.count < 2 {
            now += .seconds(300)
            guard pacer.handle(.wanted, at: now) == [.ask] else { continue }
            asked.append(now)
            if asked.count == 1 { #expect(pacer.handle(no, at: now) == [.tellStopped(refusal, for: rest)]) }
        }
        #expect(asked.first.map { $0 >= rest && $0 <= rest + .seconds(300) } == true)
        #expect(asked.last.map { $0 >= rest * 2 && $0 <= rest * 2 + .seconds(600) } == true)
        #expect(pacer.handle(.answered, at: now) == [.tellResumed])
        #expect(pacer.handle(.answered, at: now) == [])
    }

    @Test(
        "an answer that was still under way when another feed was refused does not end the stop before its time"
    )
    func lateAnswer() {
        var pacer = pacer()
        _ = pacer.handle(.wanted, at: .zero)
        _ = pacer.handle(.wanted, at: .seconds(10))
        _ = pacer.handle(.refused(.tooMany, retryAfter: nil, jitter: 0), at: .seconds(11))
        #expect(pacer.handle(.answered, at: .seconds(12)) == [])
        #expect(pacer.handle(.wanted, at: .seconds(60)) != [.ask])
    }

    @Test("boxes do not come back together: a stop ends up to two hours later than it could")
    func jitter() {
        var pacer = pacer()
        let effects = pacer.handle(.refused(.tooMany, retryAfter: nil, jitter: 0.999), at: .zero)
        guard case .tellStopped(_, let rest) = effects.first else {
            return #expect(Bool(false), "nothing told")
        }
        #expect(rest > .seconds(93_000) && rest < .seconds(93_600))
    }
}
