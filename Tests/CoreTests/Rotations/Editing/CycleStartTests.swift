import Core
import Testing
import WatchpostModel

@Suite("Starting a mode of which no map is known")
struct CycleStartTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var mode = "pubs"
        var map: String
        var at: String
        /// As the change is said.
        var says: String
        var testDescription: String { "\(mode) \(map) at \(at)" }
    }

    private static let lasts = ", ends 1970-02-14T"

    /// Pubs, ranked and mixtape until 06:00, and arena, which begins in the afternoon.
    ///
    /// Pubs: OL 90 and WE 60 until 03:00, then SP and KC. Mixtape: SKULL twice, and GRID.
    private static func file() throws -> RotationSchedules {
        let (begin, middle, end) = (EditScript.day, EditScript.day + 10_800, EditScript.day + 21_600)
        return try RotationScript.schedules([
            (
                "pubs",
                [
                    RotationScript.schedule([("OL", 90), ("WE", 60)], anchor: begin, from: 0, to: middle),
                    RotationScript.schedule(
                        [("SP", 90), ("KC", 90)],
                        anchor: middle,
                        from: middle,
                        to: end
                    ),
                ]
            ),
            ("ranked", [RotationScript.schedule([("KC", 1_440), ("OL", 1_440)], from: 0, to: end)]),
            (
                "mixtape",
                [RotationScript.schedule([("SKULL", 15), ("GRID", 15), ("SKULL", 30)], from: 0, to: end)]
            ),
            (
                "arena",
                [RotationScript.schedule([("SP", 60)], from: EditScript.day + 54_000)]
            ),
        ])
    }

    // Pubs ended at 06:00: the next split's changes are at 06:00, 07:30, 09:00, 10:30.
    static let cases = [
        Case(
            map: "KC",
            at: "10:00",
            says: "set pubs: SP 90 KC 90, KC on until 1970-01-03T10:30:00Z\(lasts)10:00:00Z"
        ),
        Case(
            map: "SP",
            at: "10:00",
            says: "set pubs: SP 90 KC 90, SP on until 1970-01-03T10:30:00Z\(lasts)10:00:00Z"
        ),
        // On the minute of a change it is the map that begins.
        Case(
            map: "kc",
            at: "10:30",
            says: "set pubs: SP 90 KC 90, KC on until 1970-01-03T12:00:00Z\(lasts)10:30:00Z"
        ),
        // A map that only an earlier split had. Its changes from 06:00 on: 07:30, 08:30, 10:00, 11:00.
        Case(
            map: "OL",
            at: "08:00",
            says: "set pubs: OL 90 WE 60, OL on until 1970-01-03T09:00:00Z\(lasts)08:00:00Z"
        ),
        // 60 minutes from 08:30 on are over at 09:45, in the slot that the other one has.
        Case(
            map: "WE",
            at: "09:45",
            says: "set pubs: OL 90 WE 60, WE on until 1970-01-03T10:45:00Z\(lasts)09:45:00Z"
        ),
        Case(
            mode: "ranked",
            map: "OL",
            at: "10:00",
            says: "set ranked: KC 1440 OL 1440, OL on until 1970-01-04T06:00:00Z\(lasts)10:00:00Z"
        ),
        Case(
            mode: "mixtape",
            map: "SKULL",
            at: "06:05",
            says:
                "set mixtape: SKULL 15 GRID 15 SKULL 30, SKULL on until 1970-01-03T06:15:00Z, then GRID\(lasts)06:05:00Z"
        ),
        // What is known of later ends it, so it has no end of its own, and begins now: no split ended.
        Case(
            mode: "arena",
            map: "SP",
            at: "10:00",
            says: "set arena: SP 60, SP on until 1970-01-03T11:00:00Z"
        ),
    ]

    @Test("goes on with the newest cycle that has the map, with changes since the end", arguments: cases)
    func starts(_ one: Case) throws {
        let file = try CycleStartTests.file()
        let now = EditScript.at(one.at)
        let change = try CycleStart(mode: one.mode, map: one.map)
            .change(over: CycleStartTests.ground(file), builtIn: nil, at: now)
        #expect("\(change)" == one.says)
        // It can be laid, the map is on from now on, and nothing before that is another one.
        let edit = try ScheduleEdits().draft(.change(change), over: file, by: nil, at: now)
        let laid = ScheduleEdits([edit]).laid(over: file).mode(one.mode)
        let slot = try #require(laid?.slot(at: now))
        #expect(CycleStart(mode: one.mode, map: one.map).means(slot.map) && slot.start == now)
        let before = now.advanced(by: -1)
        #expect(laid?.slot(at: before) == file.mode(one.mode)?.slot(at: before))
    }

    @Test("a map that only the built-in cycles have is taken from them")
    func builtIn() throws {
        let shipped = try RotationScript.schedules([
            ("pubs", [RotationScript.schedule([("BM", 30)], from: 0, to: EditScript.day)])
        ])
        let change = try CycleStart(mode: "pubs", map: "BM")
            .change(
                over: CycleStartTests.ground(try CycleStartTests.file()),
                builtIn: shipped,
                at: EditScript.at("10:10")
            )
        #expect("\(change)".hasPrefix("set pubs: BM 30, BM on until 1970-01-03T10:30:00Z"))
    }

    @Test(
        "a mode or a map that is not known is refused with those that are",
        arguments: [
            ("arena2", "SP", "there is no mode “arena2”; there are pubs, ranked, mixtape, arena"),
            ("pubs", "XX", "“XX” is in no cycle of pubs that is known; there are KC (Map KC), OL (Map OL)"),
            ("pubs", "", "“” is in no cycle of pubs"),
            (
                "ranked", "SP",
                "“SP” is in no cycle of ranked that is known; there are KC (Map KC), OL (Map OL)"
            ),
        ]
    )
    func refused(mode: String, map: String, words: String) throws {
        let ground = CycleStartTests.ground(try CycleStartTests.file())
        let start = CycleStart(mode: mode, map: map)
        do throws(EditRefusal) {
            let change = try start.change(over: ground, builtIn: nil, at: EditScript.at("10:00"))
            Issue.record("it came to \(change)")
        } catch {
            #expect(error.description.hasPrefix(words), "\(error)")
            #expect(error.kind == .wrong)
        }
    }

    @Test("six weeks later it ends, and can be started again from what it was")
    func again() throws {
        let file = try CycleStartTests.file()
        let now = EditScript.at("10:00")
        let change = try CycleStart(mode: "pubs", map: "KC")
            .change(over: CycleStartTests.ground(file), builtIn: nil, at: now)
        let edits = ScheduleEdits([
            try ScheduleEdits().draft(.change(change), over: file, by: nil, at: now)
        ])
        let laid = edits.laid(over: file)
        let later = now.advanced(by: CycleStart.lasts)
        #expect(laid.mode("pubs")?.lookup(at: later) == .ended(since: later))
        let again = try CycleStart(mode: "pubs", map: "SP")
            .change(
                over: EditGround(file: file, shown: laid, inForce: laid),
                builtIn: nil,
                at: later.advanced(by: 60)
            )
        #expect("\(again)".hasPrefix("set pubs: SP 90 KC 90, SP on until 1970-02-14T11:30:00Z"))
    }

    private static func ground(_ file: RotationSchedules) -> EditGround {
        EditGround(file: file, shown: file, inForce: file)
    }
}
