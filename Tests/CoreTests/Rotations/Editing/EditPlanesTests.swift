import Core
import Testing
import WatchpostModel

/// Events over a base, borders between preview and commit, and what an upstream adds.
@Suite("Edits in planes")
struct EditPlanesTests {
    /// OL and SP until 11:00, KC from then on; over the border, or up to it, an event.
    private static func split(from: String, to: String) throws -> RotationSchedules {
        let border = EditScript.at("11:00").seconds
        let schedules = [
            try RotationScript.schedule(
                [("OL", 90), ("SP", 60)],
                anchor: EditScript.day,
                from: 0,
                to: border
            ),
            try RotationScript.schedule([("KC", 30)], anchor: border, from: border),
        ]
        let event = try RotationScript.schedule(
            [("ED", 15)],
            from: EditScript.at(from).seconds,
            to: EditScript.at(to).seconds,
            takeover: "Event"
        )
        let pubs = try RotationMode(key: "pubs", name: "PUBS", schedules: schedules, takeovers: [event])
        return try RotationSchedules(source: "a test", modes: [pubs])
    }

    static let ends = [
        ("10:00", "12:00", "10:30", "09:59 10:29 10:30 10:59 11:00 12:00", "SP ED OL OL KC KC"),
        ("10:00", "11:00", "10:30", "10:29 10:30 10:59 11:00", "ED OL OL KC"),
        ("11:00", "12:00", "11:30", "10:59 11:00 11:30 12:00", "OL ED KC KC"),
        ("10:00", "12:00", "11:00", "10:59 11:00 12:00", "ED KC KC"),
    ]

    @Test(
        "what an event covers comes back when it is ended, at the border of two splits too",
        arguments: ends
    )
    func ended(from: String, to: String, at: String, clocks: String, maps: String) throws {
        let file = try Self.split(from: from, to: to)
        let edits = try ScheduleEdits().committing("end pubs", over: file, at: at)
        #expect(edits.maps("pubs", over: file, clocks) == maps)
        let moved = try ScheduleEdits()
            .committing("set pubs: WE 30, WE for 30m", over: file, at: "09:50")
            .committing("end pubs", over: file, at: at)
        #expect(moved.laid(over: file).mode("pubs")?.slot(at: EditScript.at(at))?.takeover == nil)
    }

    @Test("an end without an event leaves later splits, events over it, and all before it")
    func later() throws {
        let file = try EditScript.fileWithEvent()
        let edits = try ScheduleEdits().committing("end pubs", over: file, at: "10:30")
        let maps = edits.maps("pubs", over: file, "10:29 10:30 12:00 13:00 239:59 240:00")
        #expect(maps == "OL - ED - - KC")
        #expect(throws: EditRefusal.self) { try edits.committing("end pubs", over: file, at: "10:31") }
    }

    @Test(
        "a commit does what its preview said, whatever ended in between, and nothing where all of it is over"
    )
    func borders() throws {
        let file = try EditScript.fileWithEvent()
        // The event ends at 13:00: what was looked at is its end, and not that of the mode.
        do {
            _ = try ScheduleEdits().committing("end pubs", over: file, at: "12:59", late: "13:00")
            Issue.record("it ended something else")
        } catch let refusal as EditRefusal {
            #expect(refusal.kind == .outdated)
            #expect(
                refusal.description.contains("was over at 1970-01-03T13:00:00Z: look at the preview again")
            )
        }
        let lines = [
            ("see pubs: SP", "10:30", "11:31", "11:30 11:31 12:30"),
            ("set pubs: WE ED 30, WE for 20m", "11:29", "11:35", "11:35 12:00 12:30"),
            ("set pubs: WE ED 30, WE for 2m", "11:59", "12:05", "12:05 13:05"),
            ("takeover pubs Moon: WE 15, WE for 5m, until 12:30", "11:29", "11:36", "11:40 12:29 12:30"),
        ]
        for (text, looked, late, clocks) in lines {
            let preview = try ScheduleEdits().committing(text, over: file, at: looked)
            let done = try ScheduleEdits().committing(text, over: file, at: looked, late: late)
            let after = clocks.split(separator: " ").filter { $0 >= late }.joined(separator: " ")
            #expect(
                done.maps("pubs", over: file, after) == preview.maps("pubs", over: file, after),
                "\(text)"
            )
            let before = EditScript.at(late).advanced(by: -1)
            #expect(
                done.laid(over: file).mode("pubs")?.slot(at: before)?.map
                    == file.mode("pubs")?.slot(at: before)?.map
            )
        }
    }

    @Test("what a person sees is held against what is shown, also where an upstream moved it")
    func shown() throws {
        let file = try EditScript.fileWithEvent()
        let pubs = try #require(file.mode("pubs"))
        let planes = ModePlanes(pubs)
        let base = try #require(planes.base.first)
        let moved = try RotationSchedule(
            cycle: base.cycle,
            anchor: base.anchor.advanced(by: 3_600),
            usableFrom: base.usableFrom,
            usableTo: base.usableTo
        )
        let mode = try RotationMode(
            key: "pubs",
            name: "PUBS",
            schedules: [moved] + Array(planes.base.dropFirst()),
            takeovers: planes.takeovers
        )
        let shown = try RotationSchedules(source: "b", modes: [mode] + Array(file.modes.dropFirst()))
        let ground = EditGround(file: file, shown: shown, inForce: shown)
        func draft(_ text: String, _ clock: String) throws -> RotationSchedules {
            let request = try EditScript.request(text, over: file, at: clock)
            let edit = try ScheduleEdits().draft(request, over: ground, by: nil, at: EditScript.at(clock))
            return ScheduleEdits([edit]).laid(over: file)
        }
        // The file says OL from 10:00; shown is SP until 11:00.
        #expect(throws: EditRefusal.self) { try draft("see pubs: SP", "10:30") }
        let seen = try draft("see pubs: OL until 11:30", "10:30").mode("pubs")
        #expect(seen?.slot(at: EditScript.at("10:31"))?.map.code == "OL")
        #expect(seen?.slot(at: EditScript.at("11:31"))?.map.code == "SP")
        // An event leaves the maps around it as they are shown.
        let event = try draft("takeover pubs Moon: WE 15, from 11:00, until 11:15", "10:30").mode("pubs")
        for clock in ["10:30", "10:59", "11:15", "11:45", "12:30", "13:00", "13:29", "14:00"] {
            let time = EditScript.at(clock)
            #expect(event?.slot(at: time)?.map == mode.slot(at: time)?.map, "\(clock)")
        }
    }

    @Test("a mode that only an upstream knows can be set, with what is played on its maps")
    func upstream() throws {
        let file = try EditScript.file()
        let slot = try RotationSchedule(
            cycle: RotationCycle([
                .init(map: GameMap(code: "fr", name: "Fragment"), gameMode: "Gun Run", minutes: 15)
            ]),
            anchor: EditScript.at("10:30"),
            usableFrom: EditScript.at("10:30"),
            usableTo: EditScript.at("10:45"),
            source: "an upstream"
        )
        let mixtape = try RotationMode(key: "mixtape", name: "Mixtape", schedules: [slot])
        let inForce = try RotationSchedules(source: "a test", modes: file.modes + [mixtape])
        let ground = EditGround(file: file, shown: file, inForce: inForce)
        #expect(ground.modes == ["pubs", "ranked", "mixtape"])
        let reader = ScheduleRequestReader(
            modes: ground.modes,
            maps: KnownMaps([inForce]),
            now: EditScript.at("10:35"),
            zone: try EditScript.zone("UTC")
        )
        let text = "set mixtape: FR (gun run) 15 FR (TDM) 15, FR (Gun Run) for 10m"
        let request = try reader.read(text)
        let now = EditScript.at("10:35")
        let edits = ScheduleEdits([try ScheduleEdits().draft(request, over: ground, by: nil, at: now)])
        let mode = try #require(edits.laid(over: file).mode("mixtape"))
        #expect(mode.name == "Mixtape")
        let games = ["10:35", "10:44", "10:45", "11:00"].map { mode.slot(at: EditScript.at($0))?.gameMode }
        #expect(games == ["Gun Run", "Gun Run", "TDM", "Gun Run"])
        #expect(edits.basis(over: file) != ScheduleEdits().basis(over: file))
        let other = try reader.read("set mixtape: FR (gun run) 15 FR (Control) 15, FR (Gun Run) for 10m")
        let others = ScheduleEdits([try ScheduleEdits().draft(other, over: ground, by: nil, at: now)])
        #expect(edits.basis(over: file) != others.basis(over: file), "only what is played differs")
        // What is played on which of two is said, and kept where there is one.
        let shown = edits.laid(over: file)
        let next = EditGround(file: file, shown: shown, inForce: shown)
        let unclear = try reader.read("set mixtape: FR OL 15, FR for 5m")
        #expect(throws: EditRefusal.self) { try edits.draft(unclear, over: next, by: nil, at: now) }
    }

    @Test("what is over and what newer edits hide makes room, and never the newest fifty")
    func expendable() throws {
        let file = try EditScript.file()
        var edits = ScheduleEdits()
        for number in 0..<60 {
            let text =
                number == 0
                ? "takeover pubs Moon: WE 15, from 10:01, until 10:20"
                : "set pubs: ED WE \(number + 1), ED for 1m"
            edits = try edits.committing(text, over: file, at: number == 0 ? "10:00" : "10:30")
        }
        #expect(edits.expendable(over: file, at: EditScript.at("10:30")) == Array(1...10).map { Int64($0) })
        #expect(edits.expendable(over: file, at: EditScript.at("10:10")) == Array(2...10).map { Int64($0) })
        let without = ScheduleEdits(edits.commits.filter { $0.version > 10 })
        #expect(
            without.maps("pubs", over: file, "10:30 12:00 230:00")
                == edits.maps("pubs", over: file, "10:30 12:00 230:00")
        )
    }
}
