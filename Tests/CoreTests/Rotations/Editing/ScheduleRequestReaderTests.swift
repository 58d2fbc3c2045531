import Core
import Testing
import WatchpostModel

@Suite("What people type about the schedule")
struct ScheduleRequestReaderTests {
    /// A line, the time at which it is typed, and what it means.
    struct Line: Sendable, CustomTestStringConvertible {
        var text: String
        var now = "17:00"
        var zone = "UTC"
        var means: String
        var testDescription: String { text }
    }

    static let understood = [
        Line(
            text: "set pubs: SP OL ED 90, SP on until 18:30",
            means: "set pubs: SP 90 OL 90 ED 90, SP on until 1970-01-03T18:30:00Z"
        ),
        Line(
            text: "set  pubs :sp 90 Ol 60 , ol until 18:00Z",
            means: "set pubs: SP 90 OL 60, OL on until 1970-01-03T18:00:00Z"
        ),
        Line(
            text: "set pubs: SP OL 90, SP on until 00:30",
            means: "set pubs: SP 90 OL 90, SP on until 1970-01-04T00:30:00Z"
        ),
        Line(
            text: "set pubs: SP OL 90, SP on until 18:30",
            zone: "Europe/Warsaw",
            means: "set pubs: SP 90 OL 90, SP on until 1970-01-03T17:30:00Z"
        ),
        Line(
            text: "set pubs: SP OL 90, SP on until 19:30+02:00",
            means: "set pubs: SP 90 OL 90, SP on until 1970-01-03T17:30:00Z"
        ),
        Line(
            text: "set pubs: SP OL 90, SP on until 1970-01-03T17:30",
            means: "set pubs: SP 90 OL 90, SP on until 1970-01-03T17:30:00Z"
        ),
        Line(
            text: "set pubs: SP OL SP ED 90, SP for 1h20m, then OL, ends 1970-02-01 12:00Z",
            now: "17:00:20",
            means:
                "set pubs: SP 90 OL 90 SP 90 ED 90, SP on until 1970-01-03T18:20:00Z, then OL, ends 1970-02-01T12:00:00Z"
        ),
        Line(
            text: "takeover pubs Straight Shot: KC OL 15, from 18:00, until 1970-01-10T18:00Z",
            means:
                "takeover pubs Straight Shot: KC 15 OL 15, from 1970-01-03T18:00:00Z, until 1970-01-10T18:00:00Z"
        ),
        Line(
            text: "takeover pubs Moon: KC OL 15, OL on for 5 min, until 23:00",
            means:
                "takeover pubs Moon: KC 15 OL 15, until 1970-01-03T23:00:00Z, OL on until 1970-01-03T17:05:00Z"
        ),
        Line(
            text: "set pubs: Olympus broken-moon (gun run) 15 OL(TDM) 20, OL (TDM) for 5m",
            means:
                "set pubs: OL 15 BM (gun run) 15 OL (TDM) 20, OL (TDM) on until 1970-01-03T17:05:00Z"
        ),
        Line(
            text: "set pubs: storm_point_rotation 90, SP until tomorrow 00:30",
            zone: "Europe/Warsaw",
            means: "set pubs: SP 90, SP on until 1970-01-03T23:30:00Z"
        ),
        Line(text: "end ranked at today 19:00", means: "end ranked at 1970-01-03T19:00:00Z"),
        Line(text: "end ranked", means: "end ranked"),
        Line(text: "end ranked at 20:00", means: "end ranked at 1970-01-03T20:00:00Z"),
        Line(text: "see pubs: sp", means: "see pubs: SP on"),
        Line(
            text: "see pubs: SP on until 18:00, then OL",
            means: "see pubs: SP on until 1970-01-03T18:00:00Z, then OL"
        ),
    ]

    @Test("is understood, and said again in words that mean the same at any time", arguments: understood)
    func understands(line: Line) throws {
        let file = try EditScript.file()
        let request = try EditScript.request(line.text, over: file, at: line.now, zone: line.zone)
        guard case .change(let change) = request else {
            Issue.record("no change: \(request)")
            return
        }
        #expect("\(change)" == line.means)
        let again = try EditScript.request("\(change)", over: file, at: "03:00", zone: "Asia/Tokyo")
        #expect(again == request)
    }

    static let wrong = [
        ("", "there are set, takeover, end, see and undo"), ("remove pubs", "“remove” is nothing"),
        ("undo 3", "“undo” is nothing"), ("set", "a colon is missing"),
        ("set pub: SP 90, SP on until 18:30", "there is no mode “pub”; there are pubs, ranked"),
        (
            "set pubs: XX 90, XX on until 18:30",
            "known are BM (Broken Moon), ED (Map ED), KC (Map KC), OL (Map OL)"
        ),
        (
            "set pubs: Olimpus 90, OL on until 18:30",
            "“Olimpus” is the code of no map that is known; did you mean OL (Map OL)?"
        ),
        ("set pubs: SP (TDM 90, SP on until 18:30", "a bracket is open behind SP"),
        ("set pubs: SP () 90, SP on until 18:30", "what is played on SP"),
        ("end pubs at tomorrow", "say when tomorrow"),
        ("set pubs: SP OL, SP on until 18:30", "for how many minutes"),
        ("set pubs: 90 SP, SP on until 18:30", "comes after no map"),
        ("set pubs: SP 0, SP on until 18:30", "0 minutes are not possible"),
        ("set pubs: SP 86401, SP on until 18:30", "not possible"), ("set pubs: , SP until 18:30", "the maps"),
        ("set pubs: SP 90", "say which map is on"), ("set pubs: SP 90, SP on", "until when"),
        ("set pubs: SP 90, SP on until 25:00", "“25:00” is not a time"),
        ("set pubs: SP 90, SP on until 18:3", "is not a time"),
        ("set pubs: SP 90, SP on until 1970-02-30T18:30", "is not a day"),
        ("set pubs: SP 90, SP on until 18:30 or so", "is not a time"),
        ("set pubs: SP 90, SP on for ever", "is not a length of time"),
        ("set pubs: SP 90, SP on for 99999999999999999999m", "is on for 90 minutes"),
        ("set pubs: SP 90, SP since 17:00", "is not understood"),
        ("set pubs: SP 90, SP on until 18:30, ED on until 18:40", "is not understood"),
        ("takeover pubs: SP 15, until 18:00", "has a name"),
        ("takeover pubs \u{202e}x: SP 15, until 18:00", "has a name"),
        ("takeover pubs Moon: SP 15, from 18:00", "until when"), ("end", "there is no mode “”"),
        ("end pubs 18:00", "is not understood"), ("see pubs: SP since 17:00", "is not understood"),
        ("see pubs:", "which map"), (String(repeating: "é", count: 251), "longer than 500 bytes"),
    ]

    @Test("is refused with words that say what is known", arguments: wrong)
    func refuses(text: String, words: String) throws {
        let file = try EditScript.file()
        let now = EditScript.at("17:00")
        do {
            let request = try EditScript.request(text, over: file, at: "17:00")
            _ = try ScheduleEdits().draft(request, over: file, by: nil, at: now)
            Issue.record("nothing was refused")
        } catch let refusal as EditRefusal {
            #expect(refusal.description.contains(words), "\(refusal)")
        }
    }

    /// A file whose only map has one thing that is played on it.
    private static func file(playing gameMode: String) throws -> RotationSchedules {
        let map = GameMap(code: "OL", name: "Olympus")
        let cycle = try RotationCycle([.init(map: map, gameMode: gameMode, minutes: 15)])
        let schedule = try RotationSchedule(cycle: cycle, anchor: EditScript.at("00:00"))
        return try RotationScript.schedules([("pubs", [schedule])])
    }

    @Test(
        "what the file calls a game mode is previewed and committed alike, however it is spelled",
        arguments: [
            "Duo Ranked", "Duo (ranked)", "Duo, ranked", "(Duo) ranked", "Duo) ranked(", "duo,(ranked)",
            "Duo  ranked", ")Duo: ranked!,", "(((duoranked",
        ]
    )
    func spellings(spelling: String) throws {
        let file = try Self.file(playing: spelling)
        for text in [
            "set pubs: OL (duo ranked) 20, OL (DUO-RANKED) for 5m", "see pubs: OL (DuoRanked) for 5m",
        ] {
            let request = try EditScript.request(text, over: file, at: "17:00")
            guard case .change(let change) = request else {
                Issue.record("no change: \(request)")
                continue
            }
            let again = try EditScript.request("\(change)", over: file, at: "17:00")
            #expect(again == request, "\(change)")
            let edits = try ScheduleEdits().committing("\(change)", over: file, at: "17:00")
            let slot = edits.laid(over: file).mode("pubs")?.slot(at: EditScript.at("17:01"))
            #expect(slot?.gameMode == spelling, "the file's own spelling stays")
        }
    }

    @Test("what could not be read again is refused before anybody looks at what it would change")
    func unrepeatable() throws {
        let file = try Self.file(playing: "a" + String(repeating: "!", count: 60))
        do {
            _ = try EditScript.request("set pubs: OL (A) 20, OL for 5m", over: file, at: "17:00")
            Issue.record("it was read")
        } catch let refusal as EditRefusal {
            #expect(refusal.description.contains("cannot be read again"), "\(refusal)")
        }
    }

    @Test("a time of day that clocks skip or repeat is refused, or the one that is still to come")
    func clockChanges() throws {
        let zone = try EditScript.zone("Europe/Warsaw")
        func instant(_ text: String, _ now: String) throws -> String {
            let now = try RotationScript.instant(now)
            return try EditInstantReader(now: now, zone: zone).instant(text).rfc3339
        }
        #expect(throws: EditRefusal.self) { try instant("02:30", "2026-03-28T23:00:00Z") }
        #expect(throws: EditRefusal.self) { try instant("2026-10-25T02:30", "2026-10-24T23:00:00Z") }
        #expect(try instant("02:30", "2026-10-24T23:00:00Z") == "2026-10-25T00:30:00Z")
        #expect(try instant("02:30", "2026-10-25T00:45:00Z") == "2026-10-25T01:30:00Z")
        #expect(try instant("02:30", "2026-10-25T01:30:00Z") == "2026-10-26T01:30:00Z")
    }
}
