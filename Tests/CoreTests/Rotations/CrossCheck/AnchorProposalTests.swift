import Core
import TestSupport
import Testing
import WatchpostModel

@Suite("A new anchor")
struct AnchorProposalTests {
    private typealias Cycle = [(String, Int64)]
    private static let cycle: Cycle = [("KC", 90), ("OL", 60), ("ED", 30)]

    private func script(_ cycle: Cycle = cycle, applies: Bool = false, to: Int64? = nil) throws -> CheckScript
    {
        CheckScript(
            try RotationScript.schedules([
                ("pubs", [RotationScript.schedule(cycle, anchor: 0, from: 0, to: to)])
            ]),
            at: 20_000,
            applies: applies
        )
    }

    @Test("is proposed after two answers that it explains, logged once, and applied by nobody")
    func proposed() throws {
        var script = try script()
        for time in [20_000, 20_060, 20_660] as [Int64] {
            script.answer(time, [CheckScript.game("pubs", Self.cycle, anchor: 1_800, at: time)])
        }
        let proposal = try #require(try script.checked("pubs").proposal)
        #expect(proposal.shiftSeconds == 1_800)
        #expect(!proposal.applied)
        #expect((proposal.anchor.seconds - 1_800) % 10_800 == 0)
        #expect(proposal.from == UnixTime(seconds: 18_000))
        #expect(script.words.count == 2)
        #expect(script.words.last?.contains("30 minutes later") == true)
        #expect(script.words.last?.contains("anchor = \(proposal.anchor)") == true)
        #expect(try script.snapshot().schedules.modes.first?.schedules.count == 1)
        #expect(try script.checked("pubs").verdict == .disagreeing)
    }

    @Test("is applied if the settings say so, until the file says something else")
    func applied() throws {
        var script = try script(applies: true, to: 864_000)
        for time in [20_000, 20_060] as [Int64] {
            script.answer(time, [CheckScript.game("pubs", Self.cycle, anchor: -1_800, at: time)])
        }
        #expect(try script.checked("pubs").verdict == .unchecked)
        for time in stride(from: Int64(20_100), to: 60_000, by: 700) {
            let game = CheckScript.game("pubs", Self.cycle, anchor: -1_800, at: time)
            let shown = try script.snapshot(time).body(ofMode: "pubs")?.current
            #expect(shown?.code == game.current?.map.code, "at \(time)")
            #expect(shown?.end == game.current?.window?.upperBound, "at \(time)")
        }
        script.answer(20_120, [CheckScript.game("pubs", Self.cycle, anchor: -1_800, at: 20_120)])
        script.answer(20_720, [CheckScript.game("pubs", Self.cycle, anchor: -1_800, at: 20_720)])
        let checked = try script.checked("pubs")
        #expect(checked.verdict == .confirmed)
        #expect(checked.proposal?.applied == true)
        #expect(checked.proposal?.shiftSeconds == -1_800)
        // What was before it, and the end of the window, stay.
        let schedules = try script.snapshot().schedules.modes[0].schedules
        #expect(schedules.count == 2)
        #expect(schedules.last?.usableTo == UnixTime(seconds: 864_000))
        #expect(schedules.first?.anchor == UnixTime(seconds: 0))
        script.load(
            try RotationScript.schedules([
                ("pubs", [RotationScript.schedule(Self.cycle, anchor: 9_000, from: 0, to: 864_000)])
            ])
        )
        #expect(try script.snapshot().schedules.modes[0].schedules.count == 1)
        #expect(try script.checked("pubs").proposal == nil)
    }

    /// What the game shows instead of KC 90, OL 60, ED 30 from 0 on, at two instants.
    private static let inexplicable: [(name: String, games: [(Cycle, Int64)])] = [
        (
            "another map",
            [([("WE", 90), ("OL", 60), ("ED", 30)], 0), ([("WE", 90), ("OL", 60), ("ED", 30)], 0)]
        ),
        (
            "other minutes",
            [([("KC", 60), ("OL", 60), ("ED", 60)], 600), ([("KC", 60), ("OL", 60), ("ED", 60)], 600)]
        ),
        (
            "another order",
            [([("OL", 60), ("KC", 90), ("ED", 30)], 600), ([("OL", 60), ("KC", 90), ("ED", 30)], 600)]
        ),
        ("an anchor that wanders", [(cycle, 1_800), (cycle, 2_400)]),
    ]

    @Test("is not found where there is none", arguments: inexplicable.indices)
    func none(index: Int) throws {
        var script = try script()
        for (step, game) in Self.inexplicable[index].games.enumerated() {
            let time = 22_000 + Int64(step) * 60
            script.answer(time, [CheckScript.game("pubs", game.0, anchor: game.1, at: time)])
        }
        #expect(try script.checked("pubs").proposal == nil, "\(Self.inexplicable[index].name)")
        #expect(try script.checked("pubs").verdict == .disagreeing)
    }

    @Test("is not guessed when two would explain it, nor from a slot that the change cut short")
    func ambiguous() throws {
        let twice: Cycle = [("KC", 90), ("OL", 90), ("KC", 90), ("ED", 90)]
        var script = try script(twice)
        let lone = CheckScript.mode("pubs", CheckScript.slot("KC", 19_000, 24_400))
        script.answer(20_000, [lone])
        script.answer(20_060, [lone])
        #expect(try script.checked("pubs").verdict == .disagreeing)
        #expect(try script.checked("pubs").proposal == nil)
        let cut = CheckScript.mode("pubs", CheckScript.slot("OL", 19_000, 21_000))
        script.answer(20_120, [cut])
        script.answer(20_180, [cut])
        #expect(try script.checked("pubs").proposal == nil)
    }

    @Test("is not proposed for one slot, however often that is shown, but for that and another one")
    func twoSlots() throws {
        var script = try script()
        let first = CheckScript.mode("pubs", CheckScript.slot("OL", 18_000, 21_600))
        for time in [20_000, 20_060, 20_660] as [Int64] { script.answer(time, [first]) }
        #expect(try script.checked("pubs").verdict == .disagreeing)
        #expect(try script.checked("pubs").proposal == nil)
        script.answer(22_000, [CheckScript.mode("pubs", CheckScript.slot("ED", 21_600, 23_400))])
        let proposal = try #require(try script.checked("pubs").proposal)
        #expect(proposal.from == UnixTime(seconds: 18_000))
        #expect(proposal.shiftSeconds == 1_800)
    }

    @Test("is not found when what comes next begins at another time")
    func apart() throws {
        var script = try script()
        let slots = (CheckScript.slot("OL", 18_000, 21_600), CheckScript.slot("ED", 21_900, 23_700))
        for time in [20_000, 20_060] as [Int64] {
            script.answer(time, [CheckScript.mode("pubs", slots.0, slots.1)])
        }
        #expect(try script.checked("pubs").proposal == nil)
    }

    @Test("holds behind a takeover, and is found again after a restart")
    func takeover() throws {
        let base = try RotationScript.schedule(Self.cycle, anchor: 0, from: 0, to: 864_000)
        let event = try RotationScript.schedule(
            [("WE", 15), ("SP", 15)],
            anchor: 40_000,
            from: 40_000,
            to: 50_000,
            takeover: "T"
        )
        let later = try RotationScript.schedule(Self.cycle, anchor: 864_000, from: 864_000, to: 900_000)
        let mode = try RotationMode(key: "pubs", name: "Pubs", schedules: [base, later], takeovers: [event])
        let schedules = try RotationSchedules(source: "s", modes: [mode])
        func game(_ time: Int64) -> ReportedMode {
            CheckScript.game("pubs", Self.cycle, anchor: -1_800, at: time)
        }
        var script = CheckScript(schedules, at: 20_000, applies: true)
        for time in [20_000, 20_060] as [Int64] { script.answer(time, [game(time)]) }
        for time in stride(from: Int64(20_100), to: 860_000, by: 1_900) where !(40_000..<50_000 ~= time) {
            let shown = try script.snapshot(time).body(ofMode: "pubs")?.current
            #expect(shown?.code == game(time).current?.map.code, "at \(time)")
        }
        #expect(try script.snapshot(41_000).body(ofMode: "pubs")?.takeover == "T")
        var restarted = CheckScript(schedules, at: 51_000, applies: true)
        for time in [51_000, 51_060] as [Int64] { restarted.answer(time, [game(time)]) }
        for time in stride(from: Int64(51_100), to: 860_000, by: 1_900) {
            let shown = try restarted.snapshot(time).body(ofMode: "pubs")?.current
            #expect(shown?.code == game(time).current?.map.code, "at \(time), restarted")
        }
        // The next schedule has a clock of its own, although it has the same maps.
        let published = try script.snapshot().schedules.modes[0].schedules.last
        #expect(published?.anchor == UnixTime(seconds: 864_000))
    }

    /// What lies beneath two events that touch, from 40,000 to 50,000 and from there to 60,000; the same maps stand on both
    /// sides.
    private static let beneath: [(name: String, goesOn: Bool, pieces: [ClosedRange<Int64>])] = [
        ("all of it", true, [0...864_000]), ("two pieces that touch", true, [0...45_000, 45_000...864_000]),
        ("a gap beneath the first", false, [0...42_000, 44_000...864_000]),
        ("a gap beneath both", false, [0...49_000, 51_000...864_000]),
        ("a gap to the end of both", false, [0...45_000, 60_000...864_000]),
        ("a gap that is seen", false, [0...45_000, 60_600...864_000]),
    ]

    @Test("holds behind events that touch where nothing beneath ends it", arguments: beneath.indices)
    func gapBeneath(index: Int) throws {
        let (name, goesOn, windows) = Self.beneath[index]
        let pieces = try windows.map {
            try RotationScript.schedule(Self.cycle, anchor: 0, from: $0.lowerBound, to: $0.upperBound)
        }
        let events = try [40_000, 50_000].map { (from: Int64) in
            try RotationScript.schedule([("WE", 15)], from: from, to: from + 10_000, takeover: "T\(from)")
        }
        let mode = try RotationMode(key: "pubs", name: "Pubs", schedules: pieces, takeovers: events)
        var script = CheckScript(
            try RotationSchedules(source: "s", modes: [mode]),
            at: 20_000,
            applies: true
        )
        for time in [20_000, 20_060] as [Int64] {
            script.answer(time, [CheckScript.game("pubs", Self.cycle, anchor: -1_800, at: time)])
        }
        let published = try script.snapshot().schedules.modes[0]
        let behind = try #require(published.schedule(at: UnixTime(seconds: 61_000)))
        #expect((behind.anchor != UnixTime(seconds: 0)) == goesOn, "\(name)")
        #expect(published.schedule(at: UnixTime(seconds: 30_000))?.anchor != UnixTime(seconds: 0), "\(name)")
    }

    private static let seeds = SeededGenerator.seeds(TestEffort.rounds(3), for: "proposed anchors")

    @Test("is the one by which the game really moved, whatever cycle and shift", arguments: seeds)
    func property(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let codes = ["KC", "WE", "OL", "SP", "BM", "ED"].shuffled(using: &random).prefix(
            Int.random(in: 2...6, using: &random)
        )
        let cycle = codes.map { ($0, Int64.random(in: 10...270, using: &random)) }
        let length = cycle.reduce(0) { $0 + $1.1 * 60 }
        let shift = Int64.random(in: 61...(length - 61), using: &random)
        let start = Int64.random(in: 1...1_000_000, using: &random) + 2_000_000
        var script = CheckScript(
            try RotationScript.schedules([("pubs", [RotationScript.schedule(cycle, anchor: 0)])]),
            at: start,
            applies: true
        )
        // Long enough for slots that look alike at both times to part.
        for step in 0..<400 {
            let time = start + Int64(step) * 300
            script.answer(time, [CheckScript.game("pubs", cycle, anchor: shift, at: time)])
        }
        let time = start + 400 * 300
        let game = CheckScript.game("pubs", cycle, anchor: shift, at: time)
        let shown = try script.snapshot(time).body(ofMode: "pubs")?.current
        #expect(shown?.code == game.current?.map.code, "seed \(seed)")
        #expect(shown?.start == game.current?.window?.lowerBound, "seed \(seed)")
        #expect(try script.checked("pubs").verdict == .confirmed, "seed \(seed)")
    }
}
