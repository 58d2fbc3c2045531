import Core
import Testing
import WatchpostModel

@Suite("The small rules of notices")
struct NoticeValueTests {
    private let start = UnixTime(seconds: 1_000_000)

    @Test("changes wait 20 seconds for others, five more for each later arrival, never more than 45")
    func window() {
        var window = GroupWindow(rules: NoticePolicy())
        #expect(window.closes == nil)
        window.joined(1, at: start)
        #expect(window.closes == start.advanced(by: 20))
        window.joined(1, at: start.advanced(by: 3))
        #expect(window.closes == start.advanced(by: 25))
        window.joined(400, at: start.advanced(by: 4))
        #expect(window.closes == start.advanced(by: 30))
        for second in 5..<20 { window.joined(1, at: start.advanced(by: Int64(second))) }
        #expect(window.closes == start.advanced(by: 45))
        let early = window.close(at: start.advanced(by: 44))
        let late = window.close(at: start.advanced(by: 45))
        #expect(!early && late)
        #expect(window.closes == nil)
    }

    @Test("a clock that is set back does not hold changes")
    func windowAndClock() {
        var window = GroupWindow(rules: NoticePolicy())
        window.joined(1, at: start)
        let isClosed = window.close(at: start.advanced(by: -3_600))
        #expect(isClosed)
    }

    @Test("five notices in a row, then one every three minutes, forty a day")
    func bucket() {
        var bucket = RateBucket()
        let rules = NoticePolicy()
        let first = (0..<6).map { _ in bucket.take(at: start, rules) }
        #expect(first == [nil, nil, nil, nil, nil, start.advanced(by: 180)])
        let sixth = bucket.take(at: start.advanced(by: 180), rules)
        #expect(sixth == nil)
        var taken = 6
        for minute in 4..<600 where bucket.take(at: start.advanced(by: Int64(minute) * 60), rules) == nil {
            taken += 1
        }
        #expect(taken == 40)
        let tomorrow = bucket.take(at: start.advanced(by: 86_400), rules)
        let longAgo = bucket.take(at: start.advanced(by: -10_000_000), rules)
        #expect(tomorrow == nil && longAgo == nil)
    }

    @Test("chatter leaves the last two of a row, and fifteen of a day, to news")
    func reserve() {
        var bucket = RateBucket()
        let rules = NoticePolicy()
        let queues = (0..<4).map { _ in bucket.take(at: start, isChatter: true, rules) }
        #expect(queues == [nil, nil, nil, start.advanced(by: 180)])
        let outages = (0..<3).map { _ in bucket.take(at: start, rules) }
        #expect(outages == [nil, nil, start.advanced(by: 180)])
        for minute in 10..<600 {
            _ = bucket.take(at: start.advanced(by: Int64(minute) * 60), isChatter: true, rules)
        }
        #expect(bucket.dayCount == 25)
        let isNewsTold = bucket.take(at: start.advanced(by: 60_000), rules) == nil
        #expect(isNewsTold)
    }

    /// How long an outcome lets a notice wait.
    private func pause(_ outcome: DeliveryOutcome, attempts: Int, jitter: Double) -> Int64? {
        let settlement = Settlement(
            outcome,
            attempts: attempts,
            registeredAt: 0,
            now: start,
            jitter: jitter,
            rules: NoticePolicy()
        )
        guard case .again(let time, _, _, _) = settlement else { return nil }
        return time.since(start)
    }

    @Test("a phone that gets too much waits a minute, then twice as long each time, up to half an hour")
    func phonePauses() {
        let longest = (1...8).map { pause(.backOff(after: nil, reason: "429"), attempts: $0, jitter: 1) }
        #expect(longest == [60, 120, 240, 480, 960, 1_800, 1_800, nil])
        let shortest = (1...3).map { pause(.backOff(after: nil, reason: "429"), attempts: $0, jitter: 0) }
        #expect(shortest == [30, 60, 120])
    }

    @Test("a pause that was asked for is kept, and a little more, so that not all come back at once")
    func askedPauses() {
        let asked = DeliveryOutcome.backOff(after: .seconds(900), reason: "503")
        #expect([0, 0.5, 1].map { pause(asked, attempts: 3, jitter: $0) } == [900, 1_012, 1_125])
        #expect(pause(.backOff(after: .zero, reason: "429"), attempts: 1, jitter: 0) == 1)
        #expect(pause(.originHeld(after: .seconds(30), reason: "cut"), attempts: 99, jitter: 0) == 30)
    }

    @Test("after an answer that never came the pause grows from two seconds on, all of it by chance")
    func unknownPauses() {
        let unknown = DeliveryOutcome.unknown(reason: "reset")
        #expect((1...7).map { pause(unknown, attempts: $0, jitter: 1) } == [3, 5, 9, 17, 33, 65, 129])
        #expect((1...7).map { pause(unknown, attempts: $0, jitter: 0) } == [1, 1, 1, 1, 1, 1, 1])
        #expect(pause(unknown, attempts: 8, jitter: 0) == nil)
    }

    @Test(
        "text is cut on whole characters",
        arguments: [("abc", 3, "abc"), ("abcdef", 5, "ab…"), ("żółć", 7, "żó…")]
    )
    func cut(text: String, limit: Int, expected: String) {
        #expect(TextBytes.cut(text, to: limit) == expected)
    }

    @Test(
        "links carry every slug",
        arguments: [
            ("retail/kazzak", "retail/kazzak"),
            ("retail/아즈샤라", "retail/%EC%95%84%EC%A6%88%EC%83%A4%EB%9D%BC"),
        ]
    )
    func path(text: String, expected: String) {
        #expect(PathText.encoded(text) == expected)
    }

    @Test("hours of an alert over midnight belong to the day on which they begin")
    func alertTimes() throws {
        let zone = try #require(CivilZone(named: "Europe/Warsaw"))
        // Friday the 2nd of January 2026, 22:00 to 02:00.
        let times = AlertTimes(days: 1 << 4, from: 22 * 60, to: 2 * 60)
        let friday = zone.instants(year: 2026, month: 1, day: 2, hour: 23).earliest
        #expect(times.contains(friday, in: zone))
        #expect(times.contains(friday.advanced(by: 2 * 3_600), in: zone))
        #expect(!times.contains(friday.advanced(by: 24 * 3_600), in: zone))
        #expect(!times.contains(friday.advanced(by: -22 * 3_600), in: zone))
        #expect(AlertTimes(days: 127, from: nil, to: nil).contains(friday, in: zone))
        #expect(!AlertTimes(days: 0, from: nil, to: nil).contains(friday, in: zone))
    }
}
