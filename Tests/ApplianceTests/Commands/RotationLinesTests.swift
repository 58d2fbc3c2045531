import Core
import Testing
import WatchpostModel

@testable import Appliance

@Suite("Rotations in the terminal")
struct RotationLinesTests {
    private static func lines() throws -> RotationLines {
        RotationLines(zone: try #require(CivilZone(named: "Europe/Warsaw")))
    }

    @Test("each mode at an instant says what is on, in local time, and what follows")
    func modes() throws {
        let schedules = try ScheduleFile.read(ScheduleFileTests.good, file: "s")
        let lines = try Self.lines()
        let instants = ["2025-09-22T22:00:00Z", "2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z"]
        let said = try instants.map { text in
            lines.modes(schedules, at: try #require(UnixTime(rfc3339: text))).joined()
        }
        #expect(
            said == [
                "pubs: Kings Canyon (Night Shift) from 2025-09-22 23:30 until 2025-09-23 00:30, then Olympus",
                "pubs: no map is known: the first schedule begins 2025-09-16 19:00",
                "pubs: no map is known: the schedule ended 2025-11-04 19:00",
            ]
        )
    }

    @Test("a map is found by code or name, in any letters")
    func next() throws {
        let schedules = try ScheduleFile.read(EditedSchedule.file, file: "s")
        let lines = try Self.lines()
        #expect(
            lines.next("storm point", in: schedules, at: APIFixture.noon) == [
                "pubs: Storm Point from 2025-11-30 13:30 until 2025-11-30 14:30",
                "ranked: Storm Point is on until 2025-12-01 01:00",
            ]
        )
        #expect(lines.next("ol", in: schedules, at: APIFixture.noon).count == 1)
        #expect(lines.next("KC", in: schedules, at: APIFixture.noon).isEmpty)
    }

    @Test("a preview marks what changes, and a mode that vanishes stands out")
    func preview() throws {
        let time = APIFixture.noon
        let (olympus, storm) = (
            ShownMapBody(code: "OL", map: "Olympus"), ShownMapBody(code: "SP", map: "Storm Point")
        )
        func stretch(_ before: ShownMapBody?, _ after: ShownMapBody?) -> StretchBody {
            StretchBody(start: time, end: time.advanced(by: 60), before: before, after: after)
        }
        let body = SchedulePreviewBody(
            basis: "1-0",
            at: time,
            text: "end ranked",
            from: time,
            until: time.advanced(by: 86_400),
            modes: [
                ModeDifferenceBody(
                    mode: "pubs",
                    name: "Casual",
                    change: .changed,
                    stretches: [
                        stretch(olympus, olympus), stretch(olympus, storm), stretch(nil, storm),
                    ],
                    cut: true
                ),
                ModeDifferenceBody(
                    mode: "ranked",
                    name: "Ranked",
                    change: .vanished,
                    stretches: [stretch(storm, nil)],
                    cut: false
                ),
                ModeDifferenceBody(mode: "ltm", name: "LTM", change: .same, stretches: [], cut: false),
            ]
        )
        #expect(
            try Self.lines().preview(body) == [
                "end ranked", "2025-11-30 13:00 to 2025-12-01 13:00:", "pubs (Casual)",
                "    2025-11-30 13:00  Olympus", "  * 2025-11-30 13:00  Storm Point, not Olympus",
                "  + 2025-11-30 13:00  Storm Point", "    and more", "ranked (Ranked)",
                "  - 2025-11-30 13:00  no map is known, not Storm Point",
                "!!! ranked VANISHES: no map of it is known in this time any more", "as before: ltm",
            ]
        )
    }
}
