import Core
import Testing

@Suite("When a source is polled")
struct PollScheduleTests {
    private func schedule() -> PollSchedule {
        PollSchedule(pace: PollPace(interval: .seconds(60), recheck: .seconds(15)), now: .seconds(100))
    }

    @Test("at once, then every interval, sooner after a contradiction")
    func pace() {
        var schedule = schedule()
        #expect(schedule.due == .seconds(100))
        schedule.succeeded(at: .seconds(100))
        #expect(schedule.due == .seconds(160))
        schedule.contradicted(at: .seconds(100))
        #expect(schedule.due == .seconds(115))
        schedule.pollNow(at: .seconds(101))
        #expect(schedule.due == .seconds(101))
    }

    @Test("failures double the wait up to ten minutes, spread by a quarter", arguments: [0.0, 0.5, 0.999])
    func backOff(jitter: Double) {
        var schedule = schedule()
        for nominal in [15, 30, 60, 120, 240, 480, 600, 600, 600] {
            schedule.failed(at: .zero, retryAfter: nil, jitter: jitter)
            #expect(schedule.due == .seconds(nominal) * (0.75 + jitter / 2))
        }
        schedule.succeeded(at: .zero)
        schedule.failed(at: .zero, retryAfter: nil, jitter: 0.5)
        #expect(schedule.due == .seconds(15))
    }

    @Test(
        "the server's wish is granted up to ten minutes, the end of our own waiting",
        arguments: [(30, 30), (0, 15), (600, 600), (3_600, 600), (86_400, 600)]
    )
    func retryAfter(wish: Int, wait: Int) {
        var schedule = schedule()
        schedule.failed(at: .zero, retryAfter: .seconds(wish), jitter: 0.5)
        #expect(schedule.due == .seconds(wait))
    }

    @Test("who asks less often than that anyway waits no less when the server wishes it")
    func retryAfterOfTheSlow() {
        var schedule = PollSchedule(
            pace: PollPace(interval: .seconds(1_800), recheck: .seconds(15)),
            now: .zero
        )
        schedule.failed(at: .zero, retryAfter: .seconds(3_600), jitter: 0.5)
        #expect(schedule.due == .seconds(1_800))
    }

    @Test("the budget lends its bucket and then one request at a time")
    func budget() {
        var budget = RequestBudget(perHour: 3_600, now: .zero)
        var granted = 0
        var now = Duration.zero
        // The bucket, and what runs into it meanwhile at one a second.
        while granted < 360 + Int(now.components.seconds) {
            if let wait = budget.take(at: now) { now += wait } else { granted += 1 }
        }
        #expect(now < .seconds(30))
        #expect(budget.take(at: now).map { $0 > .milliseconds(100) } == true)
        #expect(budget.take(at: now + .seconds(1)) == nil)
        #expect(budget.pace(requests: 93, sources: 5) == .seconds(465))
    }

    @Test("no second sees more than twenty requests, however many ask at once")
    func perSecond() {
        var budget = RequestBudget(perHour: 36_000, now: .zero)
        var granted: [Duration] = []
        var now = Duration.zero
        while now < .seconds(60) {
            if let wait = budget.take(at: now) { now += wait } else { granted.append(now) }
        }
        #expect(granted.count > 600)
        for (index, start) in granted.enumerated() {
            let end = granted[index...].prefix { $0 <= start + .seconds(1) }.count
            #expect(end <= RequestBudget.mostInASecond)
        }
    }

    @Test(
        "a token without a life, or with none that makes sense, is kept for an hour or until it is refused",
        arguments: [nil, 0, -1, Int64.min]
    )
    func oddLife(seconds: Int64?) {
        var life = TokenLife()
        life.received("one", expiresIn: seconds, at: .zero)
        #expect(life.current(at: .seconds(3_299)) == "one")
        #expect(life.current(at: .seconds(3_300)) == nil)
        life.received("two", expiresIn: .max, at: .zero)
        #expect(life.current(at: .seconds(29 * 86_400)) == "two")
        #expect(life.current(at: .seconds(30 * 86_400)) == nil)
    }

    @Test("a token is renewed before its end, and forgotten when it is refused")
    func token() {
        var life = TokenLife()
        #expect(life.current(at: .zero) == nil)
        life.received("one", expiresIn: 86_399, at: .zero)
        #expect(life.current(at: .seconds(86_098)) == "one")
        #expect(life.current(at: .seconds(86_099)) == nil)
        life.received("two", expiresIn: 100, at: .zero)
        #expect(life.current(at: .seconds(89)) == "two")
        #expect(life.current(at: .seconds(90)) == nil)
        life.refused("one")
        #expect(life.current(at: .zero) == "two")
        life.refused("two")
        #expect(life.current(at: .zero) == nil)
    }
}
