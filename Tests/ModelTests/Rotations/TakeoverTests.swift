import TestSupport
import Testing
import WatchpostModel

@Suite("Takeovers laid over a mode")
struct TakeoverTests {
    private static func schedule(
        _ code: String,
        _ from: Int64?,
        _ to: Int64?,
        anchor: Int64 = 0,
        takeover: String? = nil
    ) throws -> RotationSchedule {
        try RotationSchedule(
            cycle: cycle(("\(code)1", 20), ("\(code)2", 30)),
            anchor: UnixTime(seconds: anchor),
            usableFrom: from.map { UnixTime(seconds: $0) },
            usableTo: to.map { UnixTime(seconds: $0) },
            takeover: takeover,
            symbol: takeover.map { _ in "moon.fill" }
        )
    }

    @Test("what a takeover covers comes back by itself, to the very slot")
    func comesBack() throws {
        let base = try Self.schedule("A", nil, 100_000, anchor: 700)
        let event = try Self.schedule("X", 10_000, 20_000, anchor: 10_000, takeover: "Night")
        let mode = try RotationMode(key: "pubs", name: "Casual", schedules: [base], takeovers: [event])
        #expect(mode.schedules.map(\.takeover) == [nil, "Night", nil])
        #expect(mode.schedules.map(\.symbol) == [nil, "moon.fill", nil])
        for seconds in stride(from: Int64(-5_000), to: 110_000, by: 61) {
            let time = UnixTime(seconds: seconds)
            let isOver = (10_000..<20_000).contains(seconds)
            let expected = isOver ? event.slot(at: time) : base.slot(at: time)
            let slot = mode.slot(at: time)
            #expect(slot?.map == expected?.map, "\(seconds)")
            #expect(slot?.takeover == (isOver ? "Night" : nil))
            guard let slot, let expected else { continue }
            let borders: [Int64] = [10_000, 20_000]
            #expect(slot.start == expected.start || borders.contains(slot.start.seconds))
            #expect(slot.end == expected.end || borders.contains(slot.end.seconds))
        }
        let last = try #require(mode.slot(at: UnixTime(seconds: 9_999)))
        #expect(last.end.seconds == 10_000)
        #expect(mode.slot(after: last)?.map.code == "X1")
        #expect(mode.knownEnd(from: UnixTime(seconds: 0))?.seconds == 100_000)
    }

    @Test(
        "windows meet in every way",
        arguments: [
            ([(0, 100)], [(0, 100)], ["X 0 100"]),
            ([(0, 100)], [(0, 50)], ["X 0 50", "A 50 100"]),
            ([(0, 100)], [(50, 100)], ["A 0 50", "X 50 100"]),
            ([(0, 100)], [(100, 200)], ["A 0 100", "X 100 200"]),
            ([(0, 100)], [(-50, 0)], ["X -50 0", "A 0 100"]),
            ([(0, 100)], [(-50, 150)], ["X -50 150"]),
            ([(0, 100), (100, 200)], [(50, 150)], ["A 0 50", "X 50 150", "A 150 200"]),
            ([(0, 100), (200, 300)], [(150, 160)], ["A 0 100", "X 150 160", "A 200 300"]),
            ([(nil, nil)], [(10, 20), (30, 40)], ["A - 10", "X 10 20", "A 20 30", "X 30 40", "A 40 -"]),
            ([(nil, 15)], [(10, 20)], ["A - 10", "X 10 20"]),
            ([], [(10, 20)], ["X 10 20"]),
        ] as [([(Int64?, Int64?)], [(Int64, Int64)], [String])]
    )
    func windows(base: [(Int64?, Int64?)], over: [(Int64, Int64)], expected: [String]) throws {
        let mode = try RotationMode(
            key: "pubs",
            name: "Casual",
            schedules: try base.map { try Self.schedule("A", $0.0, $0.1) },
            takeovers: try over.map { try Self.schedule("X", $0.0, $0.1, takeover: "Night") }
        )
        let shown = mode.schedules.map { schedule in
            let name = schedule.takeover == nil ? "A" : "X"
            let from = schedule.usableFrom.map { "\($0.seconds)" } ?? "-"
            let to = schedule.usableTo.map { "\($0.seconds)" } ?? "-"
            return "\(name) \(from) \(to)"
        }
        #expect(shown == expected)
    }

    @Test("any schedules under any takeovers give at each instant the takeover's map, else the schedule's")
    func anything() throws {
        var random = SeededGenerator.announced(for: "anything")
        for _ in 0..<TestEffort.rounds(20) {
            let base = try Self.windows(&random).map { try Self.schedule("A", $0, $1, anchor: 17) }
            let over = try Self.windows(&random).map {
                try Self.schedule("X", $0, $1, anchor: 5, takeover: "T")
            }
            guard !(base + over).isEmpty else { continue }
            let mode = try RotationMode(key: "m", name: "M", schedules: base, takeovers: over)
            for _ in 0..<100 {
                let time = UnixTime(seconds: Int64.random(in: -100...60_100, using: &random))
                let expected =
                    over.compactMap { $0.slot(at: time) }.first ?? base.compactMap { $0.slot(at: time) }.first
                #expect(mode.slot(at: time)?.map == expected?.map)
                #expect(mode.slot(at: time)?.takeover == expected?.takeover)
            }
        }
    }

    /// Up to six windows that do not overlap, with and without gaps.
    private static func windows(_ random: inout SeededGenerator) -> [(Int64, Int64)] {
        var windows: [(Int64, Int64)] = []
        var start = Int64.random(in: 0...10_000, using: &random)
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let end = start + Int64.random(in: 1...8_000, using: &random)
            windows.append((start, end))
            start = end + (Bool.random(using: &random) ? 0 : Int64.random(in: 1...5_000, using: &random))
        }
        return windows
    }

    @Test("two takeovers at the same time are refused")
    func overlap() throws {
        let base = try Self.schedule("A", nil, nil)
        let one = try Self.schedule("X", 0, 100, takeover: "One")
        let other = try Self.schedule("Y", 99, 200, takeover: "Two")
        #expect(throws: RotationProblem.overlap(mode: "pubs", earlier: 0, later: 1)) {
            try RotationMode(key: "pubs", name: "Casual", schedules: [base], takeovers: [one, other])
        }
    }
}
