import Appliance
import Testing
import WatchpostModel

@Suite("Modes, takeovers and zones in the schedule file")
struct ScheduleModesTests {
    private static let mixed = """
        source = "a test"
        time_zone = "America/Los_Angeles"
        [maps]
        OL = "Olympus"
        freedm_gungame_fragment = "Fragment"
        [[mode]]
        key = "pubs"
        name = "Casual"
        [[mode.schedule]]
        from = 2026-03-03T10:00:00
        to = 2026-05-05T10:00:00
        anchor = 2026-03-03T10:00:00
        cycle = [{ map = "OL", minutes = 90 }]
        [[mode.takeover]]
        name = "Night Shift"
        symbol = "moon.fill"
        from = 2026-04-07T10:00:00
        to = 2026-04-14T19:00:00
        time_zone = "Europe/Warsaw"
        anchor = 2026-04-07T08:00:00Z
        cycle = [{ map = "OL", minutes = 60 }]
        [[mode]]
        key = "mixtape"
        name = "Mixtape"
        [[mode.schedule]]
        anchor = 2026-03-03T10:00:00-08:00
        cycle = [{ map = "freedm_gungame_fragment", game_mode = "Gun Run", minutes = 15 }, { map = "OL", minutes = 15 }]
        [[mode]]
        key = "ltm-solos"
        name = "Solos"
        [[mode.schedule]]
        symbol = "person.fill"
        anchor = 2026-03-03T18:00:00Z
        cycle = [{ map = "OL", minutes = 90 }]
        [[mode.schedule]]
        mode = "pubs"
        from = 2026-05-05T10:00:00
        anchor = 2026-05-05T10:00:00
        cycle = [{ map = "OL", minutes = 60 }]
        """

    @Test(
        "local times are those of their zone, takeovers lie over their mode, and a schedule goes to the mode it names"
    )
    func modes() throws {
        let schedules = try ScheduleFile.read(Self.mixed, file: "s.toml")
        #expect(schedules.modes.map(\.key) == ["pubs", "mixtape", "ltm-solos"])
        let pubs = try #require(schedules.mode("pubs"))
        // Before and after the change to summer time of 8 March: 18:00 and 17:00 UTC; Warsaw changes on 29 March.
        #expect(
            pubs.schedules.map { $0.usableFrom?.rfc3339 } == [
                "2026-03-03T18:00:00Z", "2026-04-07T08:00:00Z", "2026-04-14T17:00:00Z",
                "2026-05-05T17:00:00Z",
            ]
        )
        #expect(pubs.schedules.map(\.takeover) == [nil, "Night Shift", nil, nil])
        // In UTC inside: 17 days of 16 slots each after the anchor, over a change of the clocks.
        let time = try #require(UnixTime(rfc3339: "2026-03-20T18:00:00Z"))
        let slot = try #require(pubs.slot(at: time))
        #expect(slot.start.rfc3339 == "2026-03-20T18:00:00Z")
        let mixtape = try #require(schedules.mode("mixtape")?.schedules.first?.cycle.entries)
        #expect(mixtape.map(\.gameMode) == ["Gun Run", nil])
        #expect(schedules.mode("ltm-solos")?.schedules.first?.symbol == "person.fill")
        #expect(schedules.mode("ltm-solos")?.schedules.count == 1)
    }

    @Test(
        "a takeover, a zone or a mode's name that makes no sense is refused with its line",
        arguments: [
            (
                "mode = \"pubs\"", "mode = \"pub\"",
                "mode[3].schedule[2].mode: \"pub\": is not a mode of this file; did you mean"
            ),
            ("mode = \"pubs\"", "mode = 5", "mode[3].schedule[2].mode: 5: is a whole number"),
            ("to = 2026-04-14T19:00:00", "", "mode[1].takeover[1].to: is missing"),
            ("from = 2026-04-07T10:00:00", "", "mode[1].takeover[1].from: is missing"),
            ("name = \"Night Shift\"", "", "mode[1].takeover[1].name: is missing"),
            (
                "\"Europe/Warsaw\"", "\"Warsaw\"",
                "mode[1].takeover[1].time_zone: \"Warsaw\": is not a time zone"
            ),
            (
                "from = 2026-03-03T10:00:00", "from = 2026-03-08T02:30:00",
                "mode[1].schedule[1].from: 2026-03-08T02:30:00: never happens in America/Los_Angeles"
            ),
            (
                "from = 2026-05-05T10:00:00", "from = 2026-11-01T01:30:00",
                "mode[3].schedule[2].from: 2026-11-01T01:30:00: happens twice in America/Los_Angeles"
            ),
            (
                "time_zone = \"America/Los_Angeles\"", "",
                "mode[1].schedule[1].from: 2026-03-03T10:00:00: does not say in which zone it is"
            ),
            (
                "game_mode = \"Gun Run\"", "game_mode = 5",
                "mode[2].schedule[1].cycle[1].game_mode: 5: is a whole"
            ),
            (
                "key = \"ltm-solos\"", "key = \"solos\"",
                "mode[3].schedule[1].symbol: \"person.fill\": belongs to a takeover"
            ),
            (
                "from = 2026-05-05T10:00:00", "from = 2026-05-05T09:59:59",
                "overlaps the schedule at line 9: that one ends"
            ),
            (
                "[[mode.takeover]]",
                "[[mode.takeover]]\nname = \"X\"\nfrom = 2026-04-10T10:00:00Z\n"
                    + "to = 2026-04-11T10:00:00Z\nanchor = 2026-04-10T10:00:00Z\n"
                    + "cycle = [{ map = \"OL\", minutes = 60 }]\n[[mode.takeover]]",
                "mode[1].takeover[1]: overlaps the schedule at line 20"
            ),
        ]
    )
    func refusedModes(part: String, replacement: String, problem: String) throws {
        let range = try #require(Self.mixed.firstRange(of: part))
        let text = Self.mixed.replacingCharacters(in: range, with: replacement)
        let problems = ScheduleFileTests.problems(of: text)
        #expect(problems.contains { $0.contains(problem) }, "\(problems)")
    }
}
