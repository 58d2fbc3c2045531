import Core
import Testing
import WatchpostModel

@Suite("When the end of the map schedule is told")
struct ScheduleEndWatchTests {
    private static let day: Int64 = 86_400
    private static let end = 20 * day

    private func schedules(_ end: Int64? = ScheduleEndWatchTests.end) throws -> RotationSchedules {
        try RotationScript.schedules([
            ("pubs", [RotationScript.schedule([("KC", 90), ("OL", 60)], anchor: 0, from: 0, to: end)])
        ])
    }

    /// `w` seven days, `d` one day, `-` taken back, nothing: no news.
    private static func short(_ news: [ScheduleEndNews]) -> String {
        news.map { one in
            switch one {
            case .near(let end): end.nearness == .week ? "w" : "d"
            case .withdrawn: "-"
            }
        }.joined()
    }

    /// The news of an instant, stored at once.
    private func look(_ watch: inout ScheduleEndWatch, _ seconds: Int64) -> String {
        let news = watch.news(at: UnixTime(seconds: seconds))
        watch.stored(news)
        return Self.short(news)
    }

    private static let instants: [(at: Int64, news: String)] = [
        (0, ""), (end - 7 * day - 1, ""), (end - 7 * day, "w"), (end - 7 * day + 1, "w"),
        (end - day - 1, "w"),
        (end - day, "d"), (end - day + 1, "d"), (end - 1, "d"), (end, ""), (end + 1, ""), (end + 9 * day, ""),
    ]

    @Test("to the second, and only the nearest of what was missed", arguments: instants)
    func toTheSecond(row: (at: Int64, news: String)) throws {
        var watch = ScheduleEndWatch()
        watch.take(try schedules())
        #expect(look(&watch, row.at) == row.news)
        #expect(look(&watch, row.at) == "")
    }

    @Test("each once, second by second, over restarts too")
    func once() throws {
        var watch = ScheduleEndWatch()
        var told: [String: ScheduleEndWatch.Told] = [:]
        var heard: [Int64: String] = [:]
        for border in [7, 1, 0] as [Int64] {
            for offset in -2...2 as ClosedRange<Int64> {
                let now = Self.end - border * Self.day + offset
                let news = watch.news(at: UnixTime(seconds: now))
                watch.stored(news)
                if !news.isEmpty { heard[now] = Self.short(news) }
                for case .near(let end) in news {
                    told[end.mode] = ScheduleEndWatch.Told(end: end.at, nearness: end.nearness)
                }
                // As after a restart.
                watch = ScheduleEndWatch(told: told)
                watch.take(try schedules())
            }
        }
        #expect(heard == [Self.end - 7 * Self.day: "w", Self.end - Self.day: "d"])
    }

    @Test("a start that knows no schedule yet takes nothing back")
    func early() {
        let told = ["pubs": ScheduleEndWatch.Told(end: UnixTime(seconds: Self.end), nearness: .week)]
        #expect(ScheduleEndWatch(told: told).news(at: UnixTime(seconds: Self.end - 60)).isEmpty)
    }

    /// Ends that come after the one that was told a day before, and the news at that instant and later.
    private static let others: [(end: Int64?, now: String, week: String)] = [
        (end, "", ""), (end + 3 * day, "w", "d"), (end + 30 * day, "-", ""), (nil, "-", ""),
        (end - day / 2, "d", ""), (end - 2 * day, "-", ""),
    ]

    @Test("what a newer schedule changes is taken back, and told again of its own end", arguments: 0..<6)
    func extended(index: Int) throws {
        let row = Self.others[index]
        var watch = ScheduleEndWatch()
        watch.take(try schedules())
        #expect(look(&watch, Self.end - Self.day) == "d")
        watch.take(try schedules(row.end))
        #expect(look(&watch, Self.end - Self.day) == row.now)
        #expect(look(&watch, Self.end - Self.day) == "")
        #expect(look(&watch, Self.end + 3 * Self.day - Self.day) == row.week)
    }

    @Test("a mode that is gone is taken back")
    func gone() throws {
        var watch = ScheduleEndWatch()
        watch.take(try schedules())
        #expect(look(&watch, Self.end - 60) == "d")
        watch.take(try RotationScript.schedules([]))
        #expect(look(&watch, Self.end - 60) == "-")
    }

    /// Seconds before the end, one after the other, and the news.
    private static let clocks: [(left: [Int64], news: [String])] = [
        // Set forward over the first, and over both.
        ([8 * day, 6 * day], ["", "w"]), ([8 * day, day / 2], ["", "d"]),
        // Corrected by less than an hour: no reason to say it again.
        ([7 * day, 7 * day + 3_600, 7 * day], ["w", "", ""]), ([day, day + 1_800, day], ["d", "", ""]),
        // Told by a clock that was days ahead: taken back, and told when it is so.
        ([7 * day, 7 * day + 3_601, 7 * day], ["w", "-", "w"]), ([day / 2, 6 * day, day], ["d", "w", "d"]),
        ([-day, 7 * day, day], ["", "w", "d"]),
    ]

    @Test("a clock that jumps tells no falsehood for long", arguments: 0..<7)
    func jumps(index: Int) throws {
        let row = Self.clocks[index]
        var watch = ScheduleEndWatch()
        watch.take(try schedules())
        var news: [String] = []
        for left in row.left { news.append(look(&watch, Self.end - left)) }
        #expect(news == row.news)
    }

    @Test(
        "the last end counts: with later schedules, takeovers and edits, and none of what has no end or is an upstream's"
    )
    func lastEnd() throws {
        let (day, end) = (Self.day, Self.end)
        let now = UnixTime(seconds: end - day)
        let base = try RotationScript.schedule([("KC", 90)], anchor: 0, from: 0, to: end)
        let endless = try RotationScript.schedule([("KC", 90)], anchor: 0)
        let later = try RotationScript.schedule([("OL", 90)], anchor: 0, from: end + day, to: end + 2 * day)
        let over = try RotationScript.schedule(
            [("WE", 90)],
            from: end - day,
            to: end + 5 * day,
            takeover: "T"
        )
        func mode(_ schedules: [RotationSchedule], _ takeovers: [RotationSchedule] = []) throws
            -> RotationMode
        {
            try RotationMode(key: "pubs", name: "Pubs", schedules: schedules, takeovers: takeovers)
        }
        func ends(_ mode: RotationMode) throws -> [UnixTime] {
            try RotationSchedules(source: "", modes: [mode]).nearEnds(at: now).map(\.at)
        }
        #expect(try ends(mode([base])) == [UnixTime(seconds: end)])
        #expect(try ends(mode([base, later])) == [UnixTime(seconds: end + 2 * day)])
        #expect(try ends(mode([base], [over])) == [UnixTime(seconds: end + 5 * day)])
        #expect(try ends(mode([endless])).isEmpty)
        #expect(try ends(mode([endless], [over])).isEmpty)
        let reported = try RotationSchedule(
            cycle: base.cycle,
            anchor: base.anchor,
            usableTo: base.usableTo,
            source: "U"
        )
        #expect(try ends(mode([reported])).isEmpty)
    }
}
