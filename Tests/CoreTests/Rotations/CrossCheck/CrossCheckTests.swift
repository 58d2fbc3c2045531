import Core
import TestSupport
import Testing
import WatchpostModel

@Suite("The cross-check of rotations")
struct CrossCheckTests {
    private static let cycle: [(String, Int64)] = [("KC", 90), ("OL", 60), ("ED", 30)]

    private func script(applies: Bool = false, at now: Int64 = 600) throws -> CheckScript {
        CheckScript(
            try RotationScript.schedules([
                ("pubs", [RotationScript.schedule(CrossCheckTests.cycle, anchor: 0, from: 0, to: 864_000)])
            ]),
            at: now,
            applies: applies
        )
    }

    private func pubs(_ time: Int64, anchor: Int64 = 0) -> ReportedMode {
        CheckScript.game("pubs", CrossCheckTests.cycle, anchor: anchor, at: time)
    }

    /// `+` agrees, `-` names another map, `0` lacks the mode, `?` is of another time.
    private static let transcripts: [(answers: String, verdicts: String)] = [
        ("++", "uc"), ("+-+-", "uuuu"), ("++-+", "uccc"), ("++--", "uccd"), ("--", "ud"),
        ("--+", "udd"), ("--++", "uddc"), ("--+-", "uddd"), ("+0+", "uuc"), ("-?-", "uud"), ("00??", "uuuu"),
        // Six answers without a word about it end a verdict, and what one answer said before.
        ("++000000", "uccccccu"), ("--0?0??-", "uddddddd"), ("--0?0??0--", "udddddduud"),
        ("+00000+", "uuuuuuc"), ("+000000+", "uuuuuuuu"), ("++000000000", "uccccccuuuu"),
    ]

    @Test("two answers in a row decide, one never does", arguments: transcripts)
    func verdicts(transcript: (answers: String, verdicts: String)) throws {
        var script = try script()
        var time: Int64 = 600
        var seen = ""
        for answer in transcript.answers {
            let mode: ReportedMode? =
                switch answer {
                case "+": pubs(time)
                case "-": CheckScript.mode("pubs", CheckScript.slot("WE", 0, 5_400))
                case "?": CheckScript.mode("pubs", CheckScript.slot("WE", -9_000, -3_600))
                default: nil
                }
            script.answer(
                time,
                [mode, CheckScript.mode("other", CheckScript.slot("X", 0, 90_000))].compactMap { $0 }
            )
            seen += String(try script.checked("pubs").verdict.rawValue.prefix(1))
            time += 60
        }
        #expect(seen == transcript.verdicts)
    }

    @Test("an alarm has both answers, is logged once, and so is its end")
    func alarm() throws {
        var script = try script()
        let other = CheckScript.mode("pubs", CheckScript.slot("WE", 0, 5_400))
        script.answer(600, [other])
        #expect(script.words.isEmpty)
        #expect(script.wait == .seconds(60))
        script.answer(660, [other])
        let checked = try script.checked("pubs")
        #expect(checked.schedule?.code == "KC")
        #expect(checked.upstream?.code == "WE")
        #expect(checked.upstream?.end == UnixTime(seconds: 5_400))
        #expect(checked.since == UnixTime(seconds: 660))
        #expect(checked.proposal == nil)
        #expect(script.check.disagreeing == 1)
        // The schedule is what is shown, all the same.
        #expect(try script.snapshot().list.modes.first?.current?.code == "KC")
        script.answer(1_200, [other])
        #expect(script.words.count == 1)
        #expect(script.words.first?.contains("disagree about pubs") == true)
        script.answer(1_800, [pubs(1_800)])
        script.answer(2_400, [pubs(2_400)])
        #expect(script.words.count == 2)
        #expect(try script.checked("pubs").upstream == nil)
        #expect(script.check.disagreeing == 0)
    }

    @Test("an answer without times is compared by its map alone, and the upstream's code is the file's")
    func sparse() throws {
        var script = try script()
        let bare = CheckScript.mode("pubs", CheckScript.slot("kings_canyon_rotation", nil, nil))
        script.answer(600, [bare])
        script.answer(660, [bare])
        #expect(try script.checked("pubs").verdict == .confirmed)
    }

    @Test("in the second of a change the next slot of an old answer counts, and what an answer lacks is kept")
    func change() throws {
        var script = try script()
        script.answer(
            600,
            [
                pubs(600),
                CheckScript.mode("x", CheckScript.slot("A", 0, 900), CheckScript.slot("B", 900, 1_800)),
            ]
        )
        #expect(script.wait == .seconds(303))
        // The box asks right behind the border; the upstream still has the slot before it.
        script.answer(
            903,
            [CheckScript.mode("x", CheckScript.slot("A", 0, 900), CheckScript.slot("B", 900, 1_800))]
        )
        #expect(script.wait == .seconds(15))
        #expect(try script.snapshot().body(ofMode: "x")?.current?.code == "B")
        #expect(script.words.isEmpty)
        script.answer(918, [])
        #expect(script.wait == .seconds(30))
        #expect(try script.body().state == .fresh)
        #expect(try script.snapshot().body(ofMode: "x")?.current?.code == "B")
    }

    @Test("answers that name no mode are an outage in the end")
    func emptiness() throws {
        var script = try script()
        for time in [600, 615, 645] as [Int64] { script.answer(time, []) }
        #expect(try script.body().state == .waiting)
        script.answer(690, [])
        #expect(try script.body().state == .stale)
        #expect(try script.body().reason == "it names no mode at all")
        // And they are asked for less and less often.
        var waits: [Duration] = []
        for _ in 0..<5 {
            waits.append(script.wait)
            script.answer(script.now + script.wait.components.seconds, [])
        }
        #expect(waits == [60, 120, 240, 480, 960].map { .seconds($0) })
    }

    @Test("an upstream that invents modes in every answer fills nothing")
    func inventions() throws {
        var script = try script()
        for answer in 0..<TestEffort.rounds(20) {
            let now = Int64(600 + 60 * answer)
            let modes = (0..<32).map { number in
                CheckScript.mode("m\(answer)-\(number)", CheckScript.slot("X", now - 3_599, now + 1))
            }
            script.answer(now, modes)
        }
        #expect(try script.body().modes.count <= RotationCrossCheck.mostModes + 1)
        #expect(try script.snapshot().list.modes.count <= RotationCrossCheck.mostModes + 1)
    }

    @Test("an outage is stale with its reason and since when, told once, and changes no verdict")
    func outage() throws {
        var script = try script()
        script.answer(600, [pubs(600)])
        script.answer(660, [pubs(660)])
        script.fail(1_200, .trouble(retryAfter: nil))
        script.fail(1_800, .trouble(retryAfter: nil), "it yawns")
        let body = try script.body()
        #expect(body.state == .stale)
        #expect(body.since == UnixTime(seconds: 1_200))
        #expect(body.reason == "it yawns")
        #expect(try script.checked("pubs").verdict == .confirmed)
        #expect(!script.check.isFresh)
        script.answer(2_400, [pubs(2_400)])
        #expect(try script.body().state == .fresh)
        #expect(script.words.map { $0.contains("answers again") } == [false, true])
    }

    @Test("while the clock is not set nothing is compared")
    func noClock() throws {
        var script = try script()
        let moment = Moment(wall: nil, monotonic: .seconds(700))
        let effects = script.check.handle(
            .answered(RotationReport(modes: [pubs(700)]), jitter: 0.5),
            at: moment
        )
        #expect(effects.isEmpty)
        #expect(script.check.due == .seconds(715))
    }

    @Test("a mode without a schedule is the upstream's word, marked, and in no body for others' arithmetic")
    func alone() throws {
        var script = try script()
        let before = try script.snapshot().mapTimer { _ in "" }
        let mixtape = CheckScript.mode(
            "mixtape",
            CheckScript.slot("freedm_tdm_skulltown", 600, 1_500, gameMode: "TDM"),
            CheckScript.slot("freedm_gungame_estates", 1_500, 2_400, gameMode: "Gun Run")
        )
        script.answer(700, [pubs(700), mixtape])
        #expect(try script.checked("mixtape").verdict == .alone)
        let list = try script.snapshot().list
        let shown = try #require(list.modes.last)
        #expect(shown.mode == "mixtape")
        #expect(shown.source == "U")
        #expect(shown.current?.map == "Map freedm_tdm_skulltown")
        #expect(shown.current?.gameMode == "TDM")
        #expect(shown.next?.code == "freedm_gungame_estates")
        #expect(shown.schedules.isEmpty)
        #expect(shown.validUntil == nil)
        #expect(try RotationSchedules(list).modes.map(\.key) == ["pubs"])
        #expect(list.modes.first?.source == nil)
        let timeline = try script.snapshot().timeline(hours: 2)
        #expect(timeline.entries.filter { $0.mode == "mixtape" }.map(\.source) == ["U", "U", "U"])
        // A word that goes on with the next answer is no end of what is known.
        #expect(timeline.validUntil == UnixTime(seconds: 864_000))
        #expect(timeline.entries.filter { $0.mode == "pubs" }.allSatisfy { $0.source == nil })
        let after = try script.snapshot().mapTimer { _ in "" }
        #expect(after.pubsSchedule == before.pubsSchedule)
        #expect(try script.snapshot().schedules.modes.map(\.key) == ["pubs"])
        // Its slots end: nothing is rolled on.
        let silent = try #require(try script.snapshot(2_400).body(ofMode: "mixtape"))
        #expect(silent.current == nil && silent.state == .gap && silent.validUntil == nil)
    }

    @Test("an outage past the last slot of an upstream's mode makes it doubtful, and no split has ended")
    func silence() throws {
        var script = try script()
        let mixtape = CheckScript.mode(
            "mixtape",
            CheckScript.slot("A", 600, 1_500),
            CheckScript.slot("B", 1_500, 2_400)
        )
        script.answer(700, [pubs(700), mixtape])
        #expect(try script.snapshot().timeline(modes: ["mixtape"], hours: 1).stale == nil)
        script.fail(1_600, .trouble(retryAfter: nil))
        for seconds in [1_600, 2_399, 2_400, 5_000] as [Int64] {
            let snapshot = try script.snapshot(seconds)
            let timeline = try snapshot.timeline(modes: ["mixtape"], hours: 1)
            #expect(timeline.stale == true, "\(seconds)")
            #expect(timeline.validUntil == nil, "\(seconds)")
            #expect(timeline.entries.last?.source == "U" && timeline.entries.last?.code == nil, "\(seconds)")
            #expect(try snapshot.timeline(modes: ["pubs"], hours: 1).stale == nil, "\(seconds)")
            #expect(snapshot.doubtful == ["mixtape"], "\(seconds)")
            let state = snapshot.body(ofMode: "mixtape")?.state
            #expect(state == (seconds < 2_400 ? .running : .gap), "\(seconds)")
        }
    }

    @Test("after the end of the schedule the upstream stands in, and the Map Timer app is given no guess")
    func ended() throws {
        var script = try script(at: 900_000)
        #expect(try script.snapshot().body(ofMode: "pubs")?.state == .ended)
        let slot = CheckScript.slot("SP", 899_000, 902_600)
        script.answer(900_000, [CheckScript.mode("pubs", slot, CheckScript.slot("WE", 902_600, 906_200))])
        let shown = try #require(try script.snapshot().body(ofMode: "pubs"))
        #expect(shown.current?.code == "SP")
        #expect(shown.source == "U")
        #expect(try script.snapshot().mapTimer { _ in "" }.pubsSchedule == nil)
        #expect(try script.checked("pubs").verdict == .alone)
        // A schedule that is written then wins at once, and is compared from the beginning.
        script.load(
            try RotationScript.schedules([
                ("pubs", [RotationScript.schedule([("SP", 60), ("WE", 60)], anchor: 899_000)])
            ])
        )
        #expect(try script.snapshot().body(ofMode: "pubs")?.source == nil)
        #expect(try script.checked("pubs").verdict == .unchecked)
        #expect(script.wait == .seconds(2))
    }

    @Test("where the schedule ends, what comes next is marked, and so is the event that it begins")
    func nextIsMarked() throws {
        var script = CheckScript(
            try RotationScript.schedules([
                ("pubs", [RotationScript.schedule(Self.cycle, anchor: 0, from: 0, to: 5_000)])
            ])
        )
        script.answer(600, [pubs(600)])
        let shown = try #require(try script.snapshot().body(ofMode: "pubs"))
        #expect(shown.source == nil && shown.current?.source == nil)
        #expect(shown.next?.source == "U")
        #expect(shown.next?.end == UnixTime(seconds: 5_400))
        // The next liked map, which the display names, too.
        #expect(try script.snapshot().nextGood(["OL"])["pubs"]?.source == "U")
        let moment = Moment(wall: UnixTime(seconds: 5_400), monotonic: .seconds(5_400))
        let told = script.book.handle(.tick, at: moment).compactMap { effect -> MapSlotBody? in
            guard case .mapChanged(let body) = effect else { return nil }
            return body.current
        }
        #expect(told.map(\.code) == ["OL"] && told.map(\.source) == ["U"])
        // Before a first schedule, too.
        var early = CheckScript(
            try RotationScript.schedules([
                ("pubs", [RotationScript.schedule(Self.cycle, anchor: 0, from: 9_000)])
            ])
        )
        early.answer(600, [CheckScript.mode("pubs", nil, CheckScript.slot("OL", 5_400, 9_000))])
        let coming = try #require(try early.snapshot().body(ofMode: "pubs"))
        #expect(coming.state == .notStarted && coming.next?.source == "U" && coming.source == nil)
    }

    @Test("a slot fills no more than the gap between two schedules")
    func gap() throws {
        var script = CheckScript(try RotationScript.usual(), at: 90_000)
        script.answer(90_000, [CheckScript.mode("pubs", CheckScript.slot("SP", 80_000, 101_600))])
        let slot = try #require(try script.snapshot().body(ofMode: "pubs")?.current)
        #expect(slot.start == UnixTime(seconds: 86_400))
        #expect(slot.end == UnixTime(seconds: 100_000))
        #expect(try script.snapshot(86_399).body(ofMode: "pubs")?.source == nil)
        #expect(try script.snapshot(100_000).body(ofMode: "pubs")?.current?.code == "WE")
    }
}
