import Core
import Testing
import WatchpostModel

@Suite("The pace of the cross-check")
struct CheckPaceTests {
    /// Ranked alone, whose maps change at 16,200 and every four and a half hours after that.
    private func script(interval: Duration = .seconds(600)) throws -> CheckScript {
        CheckScript(
            try RotationScript.schedules([
                ("ranked", [RotationScript.schedule([("KC", 270), ("OL", 270)], anchor: 0)])
            ]),
            at: 600,
            interval: interval
        )
    }

    private static let game: [(String, Int64)] = [("KC", 270), ("OL", 270)]

    private func answer(_ script: inout CheckScript, _ time: Int64, jitter: Double) {
        script.answer(time, [CheckScript.game("ranked", Self.game, anchor: 0, at: time)], jitter: jitter)
    }

    private static let waits: [(at: Int64, jitter: Double, wait: Duration)] = [
        (700, 0, .seconds(570)), (700, 0.5, .seconds(600)), (16_000, 0, .seconds(201)),
        (16_000, 0.999, .milliseconds(204_996)), (16_199, 0, .seconds(2)), (16_199, 0.5, .seconds(4)),
        (15_590, 0.5, .seconds(600)),
    ]

    @Test("is the interval, and one to five seconds behind each change", arguments: waits)
    func usual(row: (at: Int64, jitter: Double, wait: Duration)) throws {
        var script = try script()
        answer(&script, row.at, jitter: row.jitter)
        #expect(abs((script.wait - row.wait) / .milliseconds(1)) < 1)
    }

    @Test("doubles while there is trouble, up to an hour, and an answer ends that")
    func backOff() throws {
        var script = try script()
        var waits: [Duration] = []
        for step in 0..<8 {
            script.fail(700 + Int64(step), .trouble(retryAfter: nil))
            waits.append(script.wait)
        }
        #expect(waits == [60, 120, 240, 480, 960, 1_920, 3_600, 3_600].map { Duration.seconds($0) })
        answer(&script, 900, jitter: 0.5)
        #expect(script.wait == .seconds(600))
    }

    private static let wishes: [(kind: CheckFailure.Kind, wait: Duration)] = [
        (.trouble(retryAfter: .seconds(300)), .seconds(300)),
        (.trouble(retryAfter: .seconds(1)), .seconds(60)),
        (.trouble(retryAfter: .seconds(900_000)), .seconds(86_400)),
        (.tooMany(retryAfter: nil), .seconds(600)),
        (.tooMany(retryAfter: .seconds(5)), .seconds(600)),
        (.tooMany(retryAfter: .seconds(1_800)), .seconds(1_800)),
        (.refused, .seconds(90_000)), (.perhapsRefused, .milliseconds(312_500)),
    ]

    @Test(
        "heeds the upstream's wish, and leaves it alone for a day when a person has to act",
        arguments: wishes
    )
    func wish(row: (kind: CheckFailure.Kind, wait: Duration)) throws {
        var script = try script()
        script.fail(700, row.kind)
        #expect(abs((script.wait - row.wait) / .milliseconds(1)) < 1)
        // A new file is no reason to ask before that.
        script.load(
            try RotationScript.schedules([("ranked", [RotationScript.schedule([("SP", 270)], anchor: 0)])])
        )
        #expect(abs((script.wait - row.wait) / .milliseconds(1)) < 1)
    }

    @Test("a refusal after trouble is told, too, and only once")
    func told() throws {
        var script = try script()
        script.fail(700, .trouble(retryAfter: nil))
        script.fail(800, .refused, "it refuses the key")
        script.fail(90_800, .refused, "it refuses the key")
        #expect(script.words.count == 2)
        #expect(script.words.last?.contains("left alone for a day") == true)
    }

    /// Failures with the seconds since the one before, and what is waited after the last.
    private static let refusals: [(steps: [(Int64, CheckFailure.Kind)], wait: Duration)] = [
        ([(0, .perhapsRefused), (313, .perhapsRefused)], .seconds(90_000)),
        // Not minutes apart: the same hiccup.
        ([(0, .perhapsRefused), (299, .perhapsRefused)], .milliseconds(312_500)),
        ([(0, .perhapsRefused), (299, .perhapsRefused), (1, .perhapsRefused)], .seconds(90_000)),
        // Something else came in between: it is not the same refusal.
        (
            [(0, .perhapsRefused), (313, .trouble(retryAfter: nil)), (60, .perhapsRefused)],
            .milliseconds(312_500)
        ),
        ([(0, .perhapsRefused), (313, .refused)], .seconds(90_000)),
    ]

    @Test("one refusal that may be a gateway's rests minutes, the second in a row a day", arguments: 0..<5)
    func gateway(index: Int) throws {
        let row = Self.refusals[index]
        var script = try script()
        var time: Int64 = 700
        for (pause, kind) in row.steps {
            time += pause
            script.fail(time, kind, "it refuses the key")
        }
        #expect(abs((script.wait - row.wait) / .milliseconds(1)) < 1)
        // It was told once that a person may have to act.
        #expect(script.words.count == 1)
        answer(&script, time + 1, jitter: 0.5)
        script.fail(time + 2, .perhapsRefused)
        #expect(abs((script.wait - .milliseconds(312_500)) / .milliseconds(1)) < 1)
    }

    @Test("is never quicker than the key allows, however short the slots are")
    func floor() throws {
        var script = CheckScript(
            try RotationScript.schedules([
                ("ltm", [RotationScript.schedule([("A", 1), ("B", 1)], anchor: 0)])
            ]),
            at: 600,
            interval: .seconds(2)
        )
        for time in 601...720 as ClosedRange<Int64> {
            script.answer(time, [CheckScript.mode("ltm", CheckScript.slot("Z", 0, 3_600))], jitter: 0)
            #expect(script.wait >= .seconds(2))
        }
    }
}
