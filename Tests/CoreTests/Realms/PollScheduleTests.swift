import Core
import Testing

@Suite("When a source is polled")
struct PollScheduleTests {
    private func schedule() -> PollSchedule {
        PollSchedule(interval: .seconds(60), recheck: .seconds(15), now: .seconds(100))
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

    @Test("the server's wish is granted up to an hour", arguments: [(30, 30), (0, 15), (86_400, 3_600)])
    func retryAfter(wish: Int, wait: Int) {
        var schedule = schedule()
        schedule.failed(at: .zero, retryAfter: .seconds(wish), jitter: 0.5)
        #expect(schedule.due == .seconds(wait))
    }

    @Test("the budget lends its bucket and then one request at a time")
    func budget() {
        var budget = RequestBudget(perHour: 3_600, now: .zero)
        var granted = 0
        while budget.take(at: .zero) == nil { granted += 1 }
        #expect(granted == 360)
        #expect(budget.take(at: .milliseconds(500)) == .milliseconds(500))
        #expect(budget.take(at: .seconds(1)) == nil)
        #expect(budget.pace(requests: 93, sources: 5) == .seconds(465))
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
