import TestSupport
import Testing
import WatchpostModel

@Suite("Slots of a cycle")
struct RotationCycleTests {
    /// The season 16 pattern: unequal slots, 7.5 hours.
    static let unequal: [(String, Int64)] = [
        ("WE", 90), ("OL", 90), ("BM", 90), ("WE", 60), ("OL", 60), ("BM", 60),
    ]

    @Test("slots are half open and unequal")
    func unequalSlots() throws {
        let anchor = UnixTime(seconds: 1_000_000)
        let schedule = try RotationSchedule(cycle: cycle(Self.unequal), anchor: anchor)
        let starts = schedule.slots(from: anchor, until: anchor.advanced(by: 27_000), limit: 99)
        #expect(starts.map { $0.start.since(anchor) / 60 } == [0, 90, 180, 270, 330, 390])
        #expect(starts.map(\.map.code) == ["WE", "OL", "BM", "WE", "OL", "BM"])
        #expect(schedule.slot(at: anchor.advanced(by: 5_399))?.map.code == "WE")
        #expect(schedule.slot(at: anchor.advanced(by: 5_400))?.map.code == "OL")
        #expect(schedule.slot(at: anchor.advanced(by: -1))?.map.code == "BM")
        #expect(schedule.slot(at: anchor.advanced(by: -1))?.start == anchor.advanced(by: -3_600))
        #expect(schedule.slot(at: anchor.advanced(by: -27_000))?.map.code == "WE")
    }

    @Test("any instant of the Int64 range agrees with arithmetic in 128 bits")
    func anyInstant() throws {
        var random = SeededGenerator.announced(for: "anyInstant")
        for _ in 0..<TestEffort.rounds(2_000) {
            let parts = randomParts(&random)
            let anchor = random.instant()
            let time = random.instant()
            let slot = try #require(
                try RotationSchedule(cycle: cycle(parts), anchor: UnixTime(seconds: anchor))
                    .slot(at: UnixTime(seconds: time))
            )
            let expected = Oracle.slot(parts, anchor: anchor, time: time)
            #expect(slot.map.code == expected.code, "\(parts) \(anchor) \(time)")
            #expect(slot.start.seconds == expected.start, "\(parts) \(anchor) \(time)")
            #expect(slot.end.seconds == expected.end, "\(parts) \(anchor) \(time)")
        }
    }

    @Test("each slot ends where the next one starts, and the cycle repeats")
    func continuity() throws {
        var random = SeededGenerator.announced(for: "continuity")
        for _ in 0..<TestEffort.rounds(30) {
            let parts = randomParts(&random)
            let schedule = try RotationSchedule(
                cycle: cycle(parts),
                anchor: UnixTime(seconds: random.instant())
            )
            let from = UnixTime(seconds: Int64.random(in: -4_000_000_000...4_000_000_000, using: &random))
            let slots = schedule.slots(
                from: from,
                until: from.advanced(by: schedule.cycle.length * 2),
                limit: 10_000
            )
            #expect(slots.count >= parts.count * 2)
            for (slot, next) in zip(slots, slots.dropFirst()) {
                #expect(slot.end == next.start)
                #expect(schedule.slot(at: slot.start) == slot)
                #expect(schedule.slot(at: slot.end.advanced(by: -1)) == slot)
            }
            for (slot, again) in zip(slots, slots.dropFirst(parts.count)) {
                #expect(again.map == slot.map)
                #expect(again.start.since(slot.start) == schedule.cycle.length)
            }
        }
    }

    @Test("the first and the last second of the range have a slot", arguments: [Int64.min, -1, 0, .max])
    func ends(anchor: Int64) throws {
        let schedule = try RotationSchedule(
            cycle: cycle(Self.unequal),
            anchor: UnixTime(seconds: anchor)
        )
        for time in [Int64.min, .max] {
            let slot = try #require(schedule.slot(at: UnixTime(seconds: time)))
            #expect(slot.start.seconds <= time)
            #expect(slot.end.seconds >= time)
        }
        let last = schedule.slots(
            from: UnixTime(seconds: .max - 1),
            until: UnixTime(seconds: .max),
            limit: 9
        )
        #expect(last.count == 1)
    }

    @Test(
        "a cycle that cannot be computed is refused",
        arguments: [
            ([], .emptyCycle),
            ([("KC", 0)], .minutesOutOfRange(code: "KC", minutes: 0)),
            ([("KC", 90), ("OL", -5)], .minutesOutOfRange(code: "OL", minutes: -5)),
            ([("KC", 86_401)], .minutesOutOfRange(code: "KC", minutes: 86_401)),
            ([("KC", .max), ("OL", .max)], .minutesOutOfRange(code: "KC", minutes: .max)),
        ] as [([(String, Int64)], RotationProblem)]
    )
    func refused(parts: [(String, Int64)], problem: RotationProblem) {
        #expect(throws: problem) { try cycle(parts) }
        #expect(!problem.description.isEmpty)
    }

    @Test("the longest cycle that is allowed is computed, one entry more is refused")
    func longest() throws {
        #expect(throws: RotationProblem.tooManyEntries(1_001)) {
            try cycle(Array(repeating: ("KC", 1), count: 1_001))
        }
        let longest = try cycle(Array(repeating: ("KC", RotationCycle.maximumMinutes), count: 1_000))
        #expect(longest.length == 5_184_000_000)
        let schedule = try RotationSchedule(cycle: longest, anchor: UnixTime(seconds: .max))
        #expect(schedule.slot(at: UnixTime(seconds: .min)) != nil)
    }

    private func randomParts(_ random: inout SeededGenerator) -> [(String, Int64)] {
        (0..<Int.random(in: 1...9, using: &random)).map { index in
            ("M\(index)", [1, 15, 60, 90, 270, 1_440, 86_400, 7].randomElement(using: &random) ?? 1)
        }
    }
}

/// The same arithmetic the slow way: 128 bits, one part after the other.
private enum Oracle {
    static func slot(_ parts: [(String, Int64)], anchor: Int64, time: Int64) -> (
        code: String, start: Int64, end: Int64
    ) {
        let length = parts.reduce(Int128(0)) { $0 + Int128($1.1) * 60 }
        let distance = Int128(time) - Int128(anchor)
        var rounds = distance / length
        if distance - rounds * length < 0 { rounds -= 1 }
        var start = Int128(anchor) + rounds * length
        for (code, minutes) in parts {
            let end = start + Int128(minutes) * 60
            if Int128(time) < end { return (code, Int64(clamping: start), Int64(clamping: end)) }
            start = end
        }
        return ("none", 0, 0)
    }
}
