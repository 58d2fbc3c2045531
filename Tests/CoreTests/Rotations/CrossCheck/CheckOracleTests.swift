import Core
import TestSupport
import Testing
import WatchpostModel

/// Random answers against a reading of the rules that was written a second time, over the whole history at once.
@Suite("The cross-check, against an oracle")
struct CheckOracleTests {
    /// What one question gave.
    private enum Step: CaseIterable {
        /// The schedule's own slots, or its map without times.
        case right, bare
        /// Another map.
        case wrong
        /// The mode is missing, or its slots are over.
        case missing, over
        /// Nothing is named, or nobody answered.
        case empty, failed
    }

    /// The last two answers in a row that say the same; six that say nothing of the mode end what was before them.
    private static func verdict(_ history: [Step]) -> RotationCheckBody.Verdict {
        var heard: [Bool] = []
        var silence = 0
        for step in history {
            switch step {
            case .empty, .failed: continue
            case .missing, .over:
                silence += 1
                if silence == 6 { heard = [] }
            case .right, .bare, .wrong:
                silence = 0
                heard.append(step != .wrong)
            }
        }
        for (later, earlier) in zip(heard.reversed(), heard.reversed().dropFirst()) where later == earlier {
            return later ? .confirmed : .disagreeing
        }
        return .unchecked
    }

    private static let seeds = SeededGenerator.seeds(TestEffort.rounds(8), for: "checks against the oracle")

    @Test("verdicts, both answers, what is shown, the log and the next question", arguments: seeds)
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let cycle: [(String, Int64)] = [("KC", 90), ("OL", 60), ("ED", 30)]
        var script = CheckScript(
            try RotationScript.schedules([("pubs", [RotationScript.schedule(cycle, anchor: 0)])])
        )
        let other = CheckScript.mode("other", CheckScript.slot("X", 0, 2_000_000))
        // Some seeds have long silences.
        let kinds = Step.allCases + Array(repeating: Step.missing, count: seed % 3 == 0 ? 12 : 0)
        var history: [Step] = []
        var verdicts: [RotationCheckBody.Verdict] = []
        var time: Int64 = 600
        for _ in 0..<80 {
            time += Int64.random(in: 20...700, using: &random)
            let step = kinds.randomElement(using: &random) ?? .right
            history.append(step)
            let game = CheckScript.game("pubs", cycle, anchor: 0, at: time)
            switch step {
            case .right: script.answer(time, [game, other])
            case .bare:
                let bare = CheckScript.slot(try #require(game.current?.map.code), nil, nil)
                script.answer(time, [CheckScript.mode("pubs", bare), other])
            case .wrong:
                let slot = CheckScript.slot("WE", time - 1_000, time + 3_000)
                script.answer(time, [CheckScript.mode("pubs", slot), other])
            case .over:
                let slot = CheckScript.slot("WE", time - 9_000, time - 3_600)
                script.answer(time, [CheckScript.mode("pubs", slot), other])
            case .missing: script.answer(time, [other])
            case .empty: script.answer(time, [])
            case .failed: script.fail(time, .trouble(retryAfter: nil))
            }
            let wanted = Self.verdict(history)
            verdicts.append(wanted)
            let checked = try script.checked("pubs")
            #expect(checked.verdict == wanted, "seed \(seed), \(history)")
            #expect((checked.upstream?.code == "WE") == (wanted == .disagreeing), "seed \(seed)")
            #expect((checked.schedule != nil) == (wanted == .disagreeing), "seed \(seed)")
            #expect(script.check.disagreeing == (wanted == .disagreeing ? 1 : 0), "seed \(seed)")
            // The schedule is what is shown, whatever anybody says.
            let shown = try #require(try script.snapshot().body(ofMode: "pubs"))
            #expect(shown.current?.code == game.current?.map.code && shown.source == nil, "seed \(seed)")
            #expect(script.wait >= .seconds(2) && script.wait <= .seconds(3_600), "seed \(seed)")
        }
        let changes = zip(verdicts, [.unchecked] + verdicts).filter { $0.0 != $0.1 }
        let alarms = changes.count { $0.0 == .disagreeing }
        #expect(script.words.count { $0.contains("disagree about pubs") } == alarms, "seed \(seed)")
        let ends = changes.count { $0.0 == .unchecked }
        #expect(script.words.count { $0.contains("says nothing of pubs") } == ends, "seed \(seed)")
    }
}
