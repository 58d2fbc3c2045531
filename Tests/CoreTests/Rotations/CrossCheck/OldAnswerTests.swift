import Core
import Testing
import WatchpostModel

/// Answers of another time, and answers that stop.
@Suite("What an upstream no longer says")
struct OldAnswerTests {
    private static let cycle: [(String, Int64)] = [("KC", 90), ("OL", 60), ("ED", 30)]

    private func script() throws -> CheckScript {
        CheckScript(
            try RotationScript.schedules([
                ("pubs", [RotationScript.schedule(OldAnswerTests.cycle, anchor: 0, from: 0, to: 864_000)])
            ])
        )
    }

    private func pubs(_ time: Int64) -> ReportedMode {
        CheckScript.game("pubs", OldAnswerTests.cycle, anchor: 0, at: time)
    }

    /// A mode that no schedule has, for a day.
    private let other = CheckScript.mode("other", CheckScript.slot("X", 0, 86_400))

    @Test(
        "a stuck cache is an outage that says how old its answer is; verdicts say until when they hold"
    )
    func stuck() throws {
        var script = try script()
        // What it says without times is as old as the rest.
        let old = [pubs(600), CheckScript.mode("ranked", CheckScript.slot("KC", nil, nil))]
        script.answer(600, old)
        script.answer(660, old)
        #expect(try script.checked("pubs").until == UnixTime(seconds: 9_000))
        #expect(try script.checked("ranked").verdict == .alone)
        var time: Int64 = 9_000
        for _ in 0..<3 {
            script.answer(time, old)
            #expect(try script.body().state == .fresh)
            time += script.wait.components.seconds
        }
        #expect(time == 9_090)
        script.answer(time, old)
        let body = try script.body()
        #expect(body.state == .stale)
        #expect(body.since == UnixTime(seconds: 9_090))
        #expect(body.reason == "its answer is older than 1970-01-01 01:30 UTC")
        #expect(!script.check.isFresh)
        let checked = try script.checked("pubs")
        #expect(checked.verdict == .confirmed)
        #expect(checked.until == UnixTime(seconds: 9_000))
        var waits: [Duration] = []
        for _ in 0..<4 {
            waits.append(script.wait)
            script.answer(script.now + script.wait.components.seconds, old)
        }
        #expect(waits == [60, 120, 240, 480].map { .seconds($0) })
        script.answer(20_000, [pubs(20_000)])
        #expect(try script.body().state == .fresh)
        #expect(try script.checked("pubs").until == UnixTime(seconds: 27_000))
        #expect(script.words.map { $0.contains("answers again") } == [false, true])
    }

    @Test("an alarm ends when the upstream names the mode no more, and says since when")
    func silence() throws {
        var script = try script()
        let wrong = CheckScript.mode("pubs", CheckScript.slot("WE", 0, 86_400))
        for time in [600, 660] as [Int64] { script.answer(time, [wrong, other]) }
        #expect(script.check.disagreeing == 1)
        for step in 0..<6 as Range<Int64> { script.answer(1_200 + 600 * step, [other]) }
        let checked = try script.checked("pubs")
        #expect(checked.verdict == .unchecked)
        #expect(checked.since == UnixTime(seconds: 4_200))
        #expect(checked.until == nil && checked.upstream == nil && checked.schedule == nil)
        #expect(script.check.disagreeing == 0)
        #expect(script.words.map { $0.contains("says nothing of pubs any more") } == [false, true])
        for step in 0..<20 as Range<Int64> { script.answer(4_800 + 600 * step, [other]) }
        #expect(script.words.count == 2)
        #expect(try script.checked("pubs").since == UnixTime(seconds: 4_200))
    }

    @Test(
        "an earlier answer replaces no newer one, and one that lacks what comes next takes nothing away"
    )
    func older() throws {
        var script = try script()
        let first = CheckScript.slot("A", 0, 5_400)
        let second = CheckScript.slot("B", 5_400, 9_000)
        let third = CheckScript.slot("C", 9_000, 12_600)
        script.answer(6_000, [pubs(6_000), CheckScript.mode("x", second, third)])
        let lacking: [ReportedMode] = [
            CheckScript.mode("x", first, second), CheckScript.mode("x", second),
            CheckScript.mode("x", CheckScript.slot("B", nil, nil)),
        ]
        for (step, mode) in lacking.enumerated() {
            script.answer(6_060 + 60 * Int64(step), [pubs(6_060), mode])
            #expect(script.wait == (step == 0 ? .seconds(15) : .seconds(600)), "answer \(step)")
            #expect(try script.snapshot(9_100).body(ofMode: "x")?.current?.code == "C", "answer \(step)")
            #expect(try script.snapshot().body(ofMode: "x")?.current?.code == "B", "answer \(step)")
        }
        // A slot that the game cuts short ends earlier and is newer all the same.
        script.answer(6_300, [pubs(6_300), CheckScript.mode("x", CheckScript.slot("D", 6_240, 6_900))])
        #expect(try script.snapshot(6_400).body(ofMode: "x")?.current?.code == "D")
        #expect(try script.snapshot(9_100).body(ofMode: "x")?.current == nil)
    }

    /// What answers say of a mode `x` whose slot lasts 60 days: `+` names it, `0` lacks it, `?` lacks it and is partly
    /// of another time, `e` names nothing at all, `f` nobody answered; and whether it is still shown afterwards.
    private static let drops: [(answers: String, isShown: Bool)] = [
        ("+", true), ("+0", true), ("+00", true), ("+000", false), ("+00+00", true), ("+00?0", false),
        ("+00??", true), ("+0e0f0", false), ("+00e", true), ("+000+", true), ("+0000000", false),
    ]

    @Test("a mode that it drops ends after two answers that confirm it, and says so", arguments: 0..<11)
    func dropped(index: Int) throws {
        let row = Self.drops[index]
        var script = try script()
        let lasting = CheckScript.mode("x", CheckScript.slot("A", 0, 60 * 86_400))
        let stale = CheckScript.mode("stale", CheckScript.slot("Z", -7_200, -3_600))
        var time: Int64 = 600
        for step in row.answers {
            switch step {
            case "+": script.answer(time, [pubs(time), lasting])
            case "0": script.answer(time, [pubs(time)])
            case "?": script.answer(time, [pubs(time), stale])
            case "e": script.answer(time, [])
            default: script.fail(time, .trouble(retryAfter: nil))
            }
            time += 60
        }
        #expect((try script.snapshot().body(ofMode: "x")?.current != nil) == row.isShown)
        #expect(try script.body().modes.contains { $0.mode == "x" } == row.isShown)
        let wasOver = row.answers.contains("000") || !row.isShown
        #expect(script.words.count { $0.contains("names x no more") } == (wasOver ? 1 : 0))
    }

    @Test("a mode of the file whose schedule has ended says so again when the upstream drops it")
    func droppedFromFile() throws {
        var script = try script()
        script.answer(900_000, [CheckScript.mode("pubs", CheckScript.slot("A", 899_000, 6_000_000)), later])
        #expect(try script.checked("pubs").verdict == .alone)
        for step in 1...3 as ClosedRange<Int64> { script.answer(900_000 + 60 * step, [later]) }
        #expect(try script.snapshot().body(ofMode: "pubs")?.state == .ended)
        #expect(try script.checked("pubs").verdict == .unchecked)
    }

    private let later = CheckScript.mode("other", CheckScript.slot("X", 899_000, 986_400))

    @Test("an old answer that contradicts a newer one is no second opinion")
    func olderContradiction() throws {
        var script = try script()
        let old = CheckScript.mode("pubs", CheckScript.slot("WE", 0, 600), CheckScript.slot("WE", 600, 1_500))
        script.answer(700, [pubs(700), other])
        for time in [760, 820, 880] as [Int64] { script.answer(time, [old, other]) }
        #expect(try script.checked("pubs").verdict == .unchecked)
        #expect(script.words.isEmpty)
    }
}
