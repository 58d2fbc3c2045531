import Core
import Testing
import WatchpostModel

@Suite("Civil time")
struct CivilZoneTests {
    @Test("both daylight-saving changes of Los Angeles are seen")
    func daylightSaving() throws {
        let zone = try #require(CivilZone(named: "America/Los_Angeles"))
        #expect(
            zone.instants(year: 2026, month: 3, day: 8, hour: 2, minute: 30)
                == .skipped(transition: UnixTime(seconds: 1_772_964_000))
        )
        #expect(
            zone.instants(year: 2026, month: 11, day: 1, hour: 1, minute: 30)
                == .repeated(
                    first: UnixTime(seconds: 1_793_521_800),
                    second: UnixTime(seconds: 1_793_525_400)
                )
        )
    }

    @Test(
        "paths and unknown names are no zones",
        arguments: ["../../etc/passwd", "/etc/localtime", "Mars/Base", ""]
    )
    func refused(name: String) {
        #expect(CivilZone(named: name) == nil)
    }

    @Test("an instant has a weekday")
    func weekday() throws {
        let zone = try #require(CivilZone(named: "Europe/Paris"))
        let civil = zone.civil(UnixTime(seconds: 1_758_490_200))
        #expect(civil.weekday == .sunday)
        #expect(civil.hour == 23)
    }
}
