import Appliance
import Core
import TestSupport
import Testing
import WatchpostModel

/// Local times of the schedule file in many zones, held against a search of the time line.
@Suite("Zones in the schedule file")
struct ScheduleZoneTests {
    private static let zones = [
        "America/Los_Angeles", "America/St_Johns", "America/Sao_Paulo", "Europe/Warsaw", "Europe/London",
        "Africa/Casablanca", "Asia/Tokyo", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Chatham",
        "Pacific/Kiritimati", "UTC",
    ]
    private static let day: Int64 = 86_400
    /// The beginning of 2026.
    private static let first: Int64 = 1_767_225_600
    /// By which offsets from UTC differ, in seconds.
    private static let quarter: Int64 = 900

    /// The clocks of a zone, and those of UTC.
    private struct Clocks {
        let zone: CivilZone
        let utc: CivilZone

        /// All instants at which the zone's clocks show what those of UTC show at `local`.
        func instants(showing local: Int64) -> [UnixTime] {
            let shown = utc.civil(UnixTime(seconds: local))
            return stride(
                from: local - 15 * 3_600,
                through: local + 15 * 3_600,
                by: Int(ScheduleZoneTests.quarter)
            )
            .map { UnixTime(seconds: $0) }.filter { zone.civil($0) == shown }
        }

        /// What the zone's clocks show, as the instant at which those of UTC do.
        func local(_ time: Int64) -> Int64? {
            let shown = zone.civil(UnixTime(seconds: time))
            return stride(
                from: time - 15 * 3_600,
                through: time + 15 * 3_600,
                by: Int(ScheduleZoneTests.quarter)
            )
            .first { utc.civil(UnixTime(seconds: $0)) == shown }
        }

        /// When the clocks change in three years.
        func changes() -> [Int64] {
            let offset = { time in local(time).map { $0 - time } }
            let days = stride(
                from: ScheduleZoneTests.first,
                to: ScheduleZoneTests.first + 1_096 * ScheduleZoneTests.day,
                by: Int(ScheduleZoneTests.day)
            )
            return days.filter { offset($0) != offset($0 + ScheduleZoneTests.day) }.compactMap { start in
                stride(from: start, to: start + ScheduleZoneTests.day, by: Int(ScheduleZoneTests.quarter))
                    .first {
                        offset($0) != offset($0 + ScheduleZoneTests.quarter)
                    }.map { $0 + ScheduleZoneTests.quarter }
            }
        }
    }

    private static func file(_ local: Int64, zone: String) -> String {
        let text = UnixTime(seconds: local).rfc3339.dropLast()
        return """
            source = "a test"
            [maps]
            OL = "Olympus"
            SP = "Storm Point"
            [[mode]]
            key = "pubs"
            name = "Casual"
            [[mode.schedule]]
            time_zone = "\(zone)"
            from = \(text)
            anchor = \(text)
            cycle = [{ map = "OL", minutes = 90 }, { map = "SP", minutes = 60 }]
            """
    }

    @Test(
        "a local time becomes the one instant that shows it, and slots tick in UTC from there; else it is refused",
        arguments: zones
    )
    func windows(name: String) throws {
        var random = SeededGenerator.announced(for: "zones")
        let clocks = Clocks(
            zone: try #require(CivilZone(named: name)),
            utc: try #require(CivilZone(named: "UTC"))
        )
        let changes = clocks.changes()
        var kinds: Set<Int> = []
        let rounds = TestEffort.rounds(15)
        for _ in 0..<rounds {
            let near = random.one(in: 4) ? nil : changes.randomElement(using: &random).flatMap(clocks.local)
            let far = Self.first + Int64.random(in: 0..<1_000, using: &random) * Self.day
            let local = (near ?? far) + Int64.random(in: -100...100, using: &random) * 60
            let instants = clocks.instants(showing: local)
            kinds.insert(instants.count)
            guard instants.count == 1, let instant = instants.first else {
                refuses(local, name, instants.isEmpty ? "never happens" : "happens twice")
                continue
            }
            let file = try ScheduleFile.read(Self.file(local, zone: name), file: "s.toml")
            let schedule = try #require(file.mode("pubs")?.schedules.first)
            #expect(schedule.usableFrom == instant && schedule.anchor == instant, "\(local)")
            #expect(clocks.local(instant.seconds) == local)
            let count = Int64.random(in: 0..<2_000, using: &random)
            let slot = file.mode("pubs")?.slot(at: instant.advanced(by: count * 9_000 + 5_400))
            #expect(slot?.map.code == "SP" && slot?.start == instant.advanced(by: count * 9_000 + 5_400))
        }
        let all: Set<Int> = changes.isEmpty ? [1] : [0, 1, 2]
        #expect(kinds == all || rounds < 150, "clocks that change were looked at")
    }

    private func refuses(_ local: Int64, _ zone: String, _ words: String) {
        let problems = ScheduleFileTests.problems(of: Self.file(local, zone: zone))
        #expect(problems.contains { $0.contains(words) }, "\(local) in \(zone): \(problems)")
    }
}
