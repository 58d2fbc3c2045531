import Core
import Testing
import WatchpostModel

@Suite("Edits that lie over the schedule file")
struct ScheduleEditsTests {
    /// An edit made at a time, and the maps of pubs at some others.
    struct Case: Sendable, CustomTestStringConvertible {
        var at: String
        var texts: [String]
        var event = false
        var clocks: String
        var maps: String
        var testDescription: String { "\(at) \(texts)" }
    }

    // The file: OL 00:00-01:30, SP -02:30, OL -04:00, SP -05:00, OL -06:30 …: OL 10:00-11:30, SP 11:30-12:30.
    static let cases = [
        Case(
            at: "10:30",
            texts: ["set pubs: ED WE 30, WE on until 10:45"],
            clocks: "09:59 10:29 10:30 10:44 10:45 11:15 242:30",
            maps: "SP OL WE WE ED WE KC"
        ),
        Case(
            at: "10:30",
            texts: ["set pubs: ED 30, ED on until 11:00, ends 11:30"],
            clocks: "10:31 11:29 11:30 12:30",
            maps: "ED ED SP OL"
        ),
        Case(
            at: "10:30",
            texts: ["set pubs: WE 30, WE on until 11:00"],
            event: true,
            clocks: "10:29 11:59 12:00 12:59 13:00 242:30",
            maps: "OL WE ED ED WE KC"
        ),
        Case(
            at: "12:30",
            texts: ["set pubs: WE 30, WE on until 13:00"],
            event: true,
            clocks: "12:29 12:31 12:59 13:01",
            maps: "ED WE WE OL"
        ),
        Case(
            at: "10:30",
            texts: ["takeover pubs Moon: WE ED 15, from 11:00, until 11:40"],
            clocks: "10:59 11:00 11:15 11:30 11:39 11:40 12:30",
            maps: "OL WE ED WE WE SP OL"
        ),
        Case(
            at: "10:30",
            texts: ["takeover pubs Moon: WE ED 15, ED on for 10m, until 11:40"],
            clocks: "10:29 10:30 10:39 10:40 10:55 11:40",
            maps: "OL ED ED WE ED SP"
        ),
        Case(
            at: "10:30",
            texts: ["takeover pubs Moon: WE 15, from 1970-01-03T09:00, until 11:40"],
            clocks: "09:30 10:29 10:30 11:40",
            maps: "SP OL WE SP"
        ),
        Case(
            at: "10:30",
            texts: ["end pubs at 11:00"],
            clocks: "10:59 11:00 239:59 250:00",
            maps: "OL - - KC"
        ),
        Case(at: "12:30", texts: ["end pubs"], event: true, clocks: "12:29 12:30 13:00", maps: "ED OL OL"),
        Case(
            at: "10:30",
            texts: ["takeover pubs Moon: WE 15, until 12:30, WE on for 5m", "end pubs at 11:45"],
            clocks: "10:29 10:30 11:44 11:45 12:30",
            maps: "OL WE WE SP OL"
        ),
        Case(
            at: "10:30",
            texts: ["end pubs", "set pubs: WE 60, WE on until 11:00"],
            clocks: "10:29 10:30 11:00 250:00",
            maps: "OL WE WE KC"
        ),
        Case(
            at: "10:30",
            texts: ["see pubs: SP"],
            clocks: "10:29 10:30 10:59 11:00 12:29 12:30",
            maps: "OL SP SP OL OL SP"
        ),
        Case(
            at: "10:30",
            texts: ["see pubs: OL until 11:50"],
            clocks: "10:30 11:49 11:50 12:50",
            maps: "OL OL SP OL"
        ),
        Case(at: "10:30", texts: ["see pubs: SP", "undo"], clocks: "10:29 10:30 11:31", maps: "OL OL SP"),
        Case(
            at: "10:30",
            texts: ["set pubs: WE 30, WE for 30m", "set pubs: ED 30, ED for 30m", "undo", "undo"],
            clocks: "10:30 11:31",
            maps: "OL SP"
        ),
    ]

    @Test("change what they say from their instant on, and nothing before it", arguments: cases)
    func maps(_ one: Case) throws {
        let file = one.event ? try EditScript.fileWithEvent() : try EditScript.file()
        var edits = ScheduleEdits()
        for text in one.texts { edits = try edits.committing(text, over: file, at: one.at) }
        #expect(edits.maps("pubs", over: file, one.clocks) == one.maps)
        #expect(edits.laid(over: file).mode("ranked") == file.mode("ranked"))
    }

    static let impossible = [
        ("10:30", "undo", "there is nothing to undo"),
        ("10:30", "set pubs: ED 30, ED on until 11:01", "ED is on for 30 minutes, and"),
        ("10:30", "set pubs: ED OL ED SP 30, ED on until 11:00", "say what follows it"),
        ("10:30", "set pubs: ED OL 30, SP on until 11:00", "SP is not one of the maps of this cycle: ED, OL"),
        ("10:30", "set pubs: ED OL 30, ED on until 11:00, then ED", "ED does not follow ED"),
        ("10:30", "set pubs: OL 90 SP 60, OL on until 11:30", "nothing would change"),
        ("10:30", "set pubs: SP 60 OL 90, OL on until 11:30", "nothing would change"),
        ("10:30", "see pubs: OL", "nothing would change"),
        ("10:30", "see pubs: ED", "ED is not one of the maps"),
        ("11:31", "see pubs: OL", "SP was due 60 seconds ago"),
        ("11:28", "see pubs: SP", "SP is due in 120 seconds"),
        ("11:10", "see pubs: SP", "is on for 60 minutes only; say until when"),
        ("10:30", "takeover pubs Moon: WE 15, until 12:00", "say from when it is on"),
        ("10:30", "takeover pubs Moon: WE 15, from 11:00, until 10:45", "not after its start"),
        ("10:30", "takeover pubs Moon: WE 15, from 11:00, WE for 5m, until 12:00", "leave out which is"),
        (
            "10:30", "takeover pubs Moon: WE 15, from 09:00Z, until 1970-01-03T10:00Z",
            "it would end at 1970-01-03T10:00:00Z, which is over"
        ),
    ]

    @Test("that make no sense over the schedule are refused in words", arguments: impossible)
    func refused(clock: String, text: String, words: String) throws {
        let file = try EditScript.file()
        do {
            _ = try ScheduleEdits().committing(text, over: file, at: clock)
            Issue.record("nothing was refused")
        } catch let refusal as EditRefusal {
            #expect(refusal.description.contains(words), "\(refusal)")
        }
    }

    @Test(
        "a cycle that has a map twice is found by what follows it, or by nothing where it is the same anyway"
    )
    func then() throws {
        let file = try EditScript.file()
        let edits = try ScheduleEdits()
            .committing("set pubs: ED OL ED SP 30, ED on until 11:00, then SP", over: file, at: "10:30")
        #expect(edits.maps("pubs", over: file, "10:59 11:00 11:30 12:00") == "ED SP ED OL")
        let same = try ScheduleEdits()
            .committing("set pubs: ED OL ED OL 30, ED on until 11:00", over: file, at: "10:30")
        #expect(same.maps("pubs", over: file, "10:59 11:00 11:30") == "ED OL ED")
    }

    @Test(
        "hold for a mode that a newer file does not change; where it does, the file wins, until it is put back"
    )
    func files() throws {
        let (old, new) = (try EditScript.file(), try EditScript.fileWithEvent())
        var edits = try ScheduleEdits().committing("see pubs: SP", over: old, at: "10:30")
        edits = try edits.committing("set ranked: WE 30, WE for 30m", over: old, at: "10:30")
        #expect(edits.standings(over: old) == [.inForce, .inForce])
        #expect(edits.standings(over: new) == [.overridden, .inForce])
        #expect(edits.laid(over: new).mode("pubs") == new.mode("pubs"))
        #expect(edits.maps("ranked", over: new, "10:29 10:30") == "SP WE")
        #expect(edits.basis(over: old) != edits.basis(over: new))
        let undone = try edits.committing("undo", over: new, at: "10:40")
        #expect(undone.standings(over: new) == [.overridden, .undone, .undo])
        #expect(undone.laid(over: new) == new)
        #expect(throws: EditRefusal.self) { try undone.committing("undo", over: new, at: "10:41") }
        #expect(undone.standings(over: old) == [.inForce, .undone, .undo])
        #expect(undone.maps("pubs", over: old, "10:30") == "SP")
        let renamed = try RotationSchedules(source: "another word for the same", modes: old.modes)
        #expect(edits.standings(over: renamed) == [.inForce, .inForce])
        let without = try RotationSchedules(source: "a", modes: Array(old.modes.dropFirst()))
        #expect(edits.standings(over: without) == [.overridden, .inForce])
    }

    @Test("a mode of which nothing is left is none any more, and comes back with the next edit")
    func nothingLeft() throws {
        let begin = EditScript.at("10:00").seconds
        let file = try RotationScript.schedules([
            ("pubs", [RotationScript.schedule([("OL", 90)], from: begin)])
        ])
        let ended = try ScheduleEdits().committing("end pubs", over: file, at: "10:00")
        #expect(ended.laid(over: file).modes.isEmpty)
        #expect(throws: EditRefusal.self) { try ended.committing("end pubs", over: file, at: "10:00") }
        let again = try ended.committing("set pubs: OL 90, OL for 5m", over: file, at: "10:00")
        #expect(again.maps("pubs", over: file, "09:59 10:00") == "- OL")
    }

    @Test("a schedule that is cut too often says so, and holds as it is")
    func tooMany() throws {
        var pieces: [RotationSchedule] = []
        for hour in 0..<Int64(500) {
            let from = EditScript.day + hour * 3_600
            let code = hour % 2 == 0 ? "OL" : "KC"
            pieces.append(try RotationScript.schedule([(code, 60)], from: from, to: from + 3_600))
        }
        let file = try RotationScript.schedules([("pubs", pieces)])
        do {
            _ = try ScheduleEdits().committing("see pubs: OL for 7m", over: file, at: "10:30")
            Issue.record("nothing was refused")
        } catch let refusal as EditRefusal {
            #expect(
                refusal.description.contains(
                    "at most 500 are allowed; write the edits into the schedule file"
                )
            )
            #expect(refusal.kind == .impossible)
        }
    }

    @Test("the preview of a day names what changes, what comes and what goes, and a mode that vanishes")
    func preview() throws {
        let file = try EditScript.file()
        func modes(_ text: String, _ clock: String) throws -> [ModeDifferenceBody] {
            let after = try ScheduleEdits().committing(text, over: file, at: clock).laid(over: file)
            return SchedulePreview.modes(from: EditScript.at(clock), before: file, after: after)
        }
        let seen = try modes("see pubs: SP until 11:00", "10:30")
        #expect(seen.map(\.change) == [.changed, .same] && seen[1].stretches.isEmpty)
        let shown = seen[0].stretches.prefix(3).map {
            "\($0.before?.code ?? "-") \($0.after?.code ?? "-") \($0.change.rawValue) \($0.end.since($0.start) / 60)"
        }
        #expect(shown == ["OL SP changed 30", "OL OL same 30", "SP OL changed 60"])
        #expect(seen[0].stretches.first?.start == EditScript.at("10:30"))
        #expect(seen[0].stretches.last?.end == EditScript.at("34:30"))
        let ended = try modes("end pubs", "10:30")
        #expect(ended[0].change == .vanished)
        #expect(ended[0].stretches.allSatisfy { $0.change == .gone && $0.after == nil })
        let short = try modes("set ranked: SP OL 1, SP for 1m", "10:30")
        #expect(short[1].cut && short[1].stretches.count == 300)
    }
}
