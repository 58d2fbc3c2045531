import Core
import Testing
import WatchpostModel

/// Whatever an upstream says, it is not asked in a hurry for long.
@Suite("The hurry of the cross-check")
struct CheckHurryTests {
    private static let cycle: [(String, Int64)] = [("KC", 270), ("OL", 270)]

    private func script() throws -> CheckScript {
        let schedule = try RotationScript.schedule(CheckHurryTests.cycle, anchor: 0)
        return CheckScript(
            try RotationScript.schedules([("pubs", [schedule]), ("ranked", [schedule])])
        )
    }

    private func mode(_ key: String, isRight: Bool, _ time: Int64) -> ReportedMode {
        let right = CheckScript.game(key, CheckHurryTests.cycle, anchor: 0, at: time)
        return isRight ? right : CheckScript.mode(key, CheckScript.slot("WE", 0, 16_200))
    }

    @Test("a contradiction that gets no second answer hurries nobody")
    func unanswered() throws {
        var script = try script()
        let brief = CheckScript.mode("pubs", CheckScript.slot("WE", 0, 660))
        script.answer(600, [brief, mode("ranked", isRight: true, 600)])
        #expect(script.wait == .seconds(60))
        script.answer(660, [mode("ranked", isRight: true, 660)])
        for step in 0..<4 as Range<Int64> {
            let time = 720 + step * 60
            script.answer(time, [mode("ranked", isRight: true, time)])
            #expect(script.wait == .seconds(600), "at \(time)")
        }
    }

    @Test("modes that contradict in turn hurry three times, until an answer settles everything")
    func turns() throws {
        var script = try script()
        var waits: [Int64] = []
        for step in 0..<8 as Range<Int64> {
            let time = 600 + step * 60
            let pubs = mode("pubs", isRight: step % 2 == 0, time)
            script.answer(time, [pubs, mode("ranked", isRight: step % 2 == 1, time)])
            waits.append(script.wait.components.seconds)
        }
        #expect(waits == [60, 60, 60, 600, 600, 600, 600, 600])
    }

    @Test(
        "changes that an upstream invents are asked for rarely, those of the schedule each time"
    )
    func inventedBorders() throws {
        var script = try script()
        var asked = 0
        var time: Int64 = 600
        while time < 16_200 {
            // In a second another map is due, it says each time.
            let invented = CheckScript.mode("x", CheckScript.slot("A", time - 600, time + 1))
            let modes = [mode("pubs", isRight: true, time), mode("ranked", isRight: true, time), invented]
            script.answer(time, modes, jitter: 0)
            asked += 1
            time += max(script.wait.components.seconds, 1)
        }
        // 65 quarters of four minutes, and not the 7,800 questions of every other second.
        #expect((20...70).contains(asked), "\(asked)")
        #expect(time <= 16_440)
        // Without inventions each change has its question, one to five seconds behind it.
        var honest = try self.script()
        for border in [16_200, 32_400] as [Int64] {
            let modes = [mode("pubs", isRight: true, border - 1), mode("ranked", isRight: true, border - 1)]
            honest.answer(border - 1, modes, jitter: 0.5)
            #expect(honest.wait == .seconds(4))
            let after = [mode("pubs", isRight: true, border + 3), mode("ranked", isRight: true, border + 3)]
            honest.answer(border + 3, after, jitter: 0.5)
            #expect(honest.wait == .seconds(600))
        }
    }

    @Test("answers from before the clock was set use up no hurried question")
    func noClock() throws {
        var script = try script()
        var waits: [Duration] = []
        for _ in 0..<5 {
            script.answerWithoutClock(script.now, [])
            waits.append(script.wait)
            script.answerWithoutClock(
                script.now + script.wait.components.seconds,
                [mode("pubs", isRight: true, 600)]
            )
        }
        #expect(waits.suffix(3) == [.seconds(600), .seconds(600), .seconds(600)], "nor is it asked often")
        let start = script.now + 60
        waits = []
        var time = start
        for _ in 0..<3 {
            script.answer(time, [])
            #expect(try script.body().state == .waiting)
            waits.append(script.wait)
            time += script.wait.components.seconds
        }
        #expect(waits == [15, 30, 45].map { .seconds($0) })
        script.answer(time, [])
        #expect(try script.body().state == .stale)
    }
}
