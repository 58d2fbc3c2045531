import Testing
import WatchpostModel

@Suite("Schedules of a mode")
struct RotationModeTests {
    @Test("a piece at another anchor keeps everything else, also who says it")
    func moved() throws {
        let schedule = try RotationSchedule(
            cycle: cycle(("OL", 90), ("ED", 30)),
            anchor: UnixTime(seconds: 0),
            takeover: "T",
            symbol: "s",
            source: "an upstream"
        )
        let piece = try schedule.cut(
            from: UnixTime(seconds: 60),
            to: UnixTime(seconds: 600),
            anchor: UnixTime(seconds: 7)
        )
        #expect(piece.anchor == UnixTime(seconds: 7) && piece.usableTo == UnixTime(seconds: 600))
        #expect(try schedule.isPiece(of: piece.cut(from: nil, to: nil, anchor: schedule.anchor)))
    }

    /// Usable 1000..2800 seconds, a gap, 10 000..17 200, then directly on until 20 800.
    static func mode() throws -> RotationMode {
        let first = try RotationSchedule(
            cycle: cycle(("A", 20), ("B", 20)),
            anchor: UnixTime(seconds: 0),
            usableFrom: UnixTime(seconds: 1_000),
            usableTo: UnixTime(seconds: 2_800)
        )
        let second = try RotationSchedule(
            cycle: cycle(("C", 60)),
            anchor: UnixTime(seconds: 10_000),
            usableFrom: UnixTime(seconds: 10_000),
            usableTo: UnixTime(seconds: 17_200)
        )
        let third = try RotationSchedule(
            cycle: cycle(("D", 60)),
            anchor: UnixTime(seconds: 0),
            usableFrom: UnixTime(seconds: 17_200),
            usableTo: UnixTime(seconds: 20_800),
            takeover: "Event"
        )
        return try RotationMode(key: "pubs", name: "Casual", schedules: [third, first, second])
    }

    @Test(
        "each instant is running, not started, in a gap or after the end",
        arguments: [
            (Int64.min, .notStarted), (999, .notStarted), (1_000, .running), (2_799, .running), (2_800, .gap),
            (9_999, .gap), (10_000, .running), (17_199, .running), (17_200, .running), (20_799, .running),
            (20_800, .ended), (.max, .ended),
        ] as [(Int64, RotationBody.State)]
    )
    func states(seconds: Int64, state: RotationBody.State) throws {
        let time = UnixTime(seconds: seconds)
        let mode = try Self.mode()
        #expect(mode.lookup(at: time).state == state)
        #expect((mode.slot(at: time) != nil) == (state == .running))
        #expect((mode.schedule(at: time) != nil) == (state == .running))
    }

    @Test("what is not running says since when and until when")
    func borders() throws {
        let mode = try Self.mode()
        #expect(mode.lookup(at: UnixTime(seconds: 0)) == .notStarted(until: UnixTime(seconds: 1_000)))
        #expect(
            mode.lookup(at: UnixTime(seconds: 5_000))
                == .gap(since: UnixTime(seconds: 2_800), until: UnixTime(seconds: 10_000))
        )
        #expect(mode.lookup(at: UnixTime(seconds: 30_000)) == .ended(since: UnixTime(seconds: 20_800)))
    }

    @Test("slots are cut to the window and go on across schedules")
    func slots() throws {
        let mode = try Self.mode()
        let slots = mode.slots(from: UnixTime(seconds: .min), until: UnixTime(seconds: .max), limit: 99)
        #expect(slots.map(\.map.code) == ["A", "B", "A", "C", "C", "D", "D"])
        #expect(
            slots.map(\.start.seconds) == [1_000, 1_200, 2_400, 10_000, 13_600, 17_200, 18_000]
        )
        #expect(slots.map(\.end.seconds) == [1_200, 2_400, 2_800, 13_600, 17_200, 18_000, 20_800])
        #expect(slots.map(\.takeover) == [nil, nil, nil, nil, nil, "Event", "Event"])
        #expect(
            mode.slots(from: UnixTime(seconds: 1_300), until: UnixTime(seconds: 2_401), limit: 99).count == 2
        )
        #expect(mode.slots(from: UnixTime(seconds: 0), until: UnixTime(seconds: .max), limit: 2).count == 2)
        #expect(mode.slots(from: UnixTime(seconds: 5), until: UnixTime(seconds: 5), limit: 2).isEmpty)
    }

    @Test("the slot after the last of a schedule is the next schedule's first, or unknown")
    func following() throws {
        let mode = try Self.mode()
        let lastOfFirst = try #require(mode.slot(at: UnixTime(seconds: 2_500)))
        #expect(mode.slot(after: lastOfFirst) == nil)
        let lastOfSecond = try #require(mode.slot(at: UnixTime(seconds: 17_000)))
        #expect(mode.slot(after: lastOfSecond)?.map.code == "D")
        let last = try #require(mode.slot(at: UnixTime(seconds: 20_000)))
        #expect(mode.slot(after: last) == nil)
    }

    @Test(
        "the known end goes on over schedules that follow directly",
        arguments: [
            (0, nil), (1_500, 2_800), (5_000, nil), (10_000, 20_800), (18_000, 20_800), (30_000, nil),
        ]
            as [(Int64, Int64?)]
    )
    func knownEnd(from: Int64, end: Int64?) throws {
        #expect(try Self.mode().knownEnd(from: UnixTime(seconds: from))?.seconds == end)
    }

    @Test("a mode without a known beginning and end is always running")
    func unbounded() throws {
        let always = try RotationSchedule(cycle: cycle(("A", 20)), anchor: UnixTime(seconds: 0))
        let mode = try RotationMode(key: "pubs", name: "Casual", schedules: [always])
        for seconds in [Int64.min, 0, .max] {
            #expect(mode.lookup(at: UnixTime(seconds: seconds)).state == .running)
        }
        #expect(mode.knownEnd(from: UnixTime(seconds: 0)) == nil)
    }

    @Test(
        "windows that overlap or are empty are refused",
        arguments: [
            ([(0, 10), (9, 20)], .overlap(mode: "pubs", earlier: 0, later: 1)),
            ([(9, 20), (0, 10)], .overlap(mode: "pubs", earlier: 1, later: 0)),
            ([(nil, 10), (nil, 5)], .overlap(mode: "pubs", earlier: 0, later: 1)),
            ([(0, nil), (100, 200)], .overlap(mode: "pubs", earlier: 0, later: 1)),
            ([(nil, nil), (100, 200)], .overlap(mode: "pubs", earlier: 0, later: 1)),
            ([(5, 5)], .emptyWindow(from: UnixTime(seconds: 5), to: UnixTime(seconds: 5))),
            ([(6, 5)], .emptyWindow(from: UnixTime(seconds: 6), to: UnixTime(seconds: 5))),
            ([], .noSchedules(mode: "pubs")),
        ] as [([(Int64?, Int64?)], RotationProblem)]
    )
    func refused(windows: [(Int64?, Int64?)], problem: RotationProblem) {
        #expect(throws: problem) {
            let schedules = try windows.map {
                try RotationSchedule(
                    cycle: cycle(("A", 20)),
                    anchor: UnixTime(seconds: 0),
                    usableFrom: $0.0.map(UnixTime.init),
                    usableTo: $0.1.map(UnixTime.init)
                )
            }
            _ = try RotationMode(key: "pubs", name: "Casual", schedules: schedules)
        }
        #expect(!problem.description.isEmpty)
    }

    @Test("windows that touch are accepted, and two modes need two keys")
    func accepted() throws {
        let mode = try Self.mode()
        #expect(mode.schedules.count == 3)
        #expect(throws: RotationProblem.duplicateMode("pubs")) {
            try RotationSchedules(source: "test", modes: [mode, mode])
        }
        #expect(throws: RotationProblem.tooManyModes(33)) {
            try RotationSchedules(source: "test", modes: Array(repeating: mode, count: 33))
        }
    }
}
