import Core
import Testing
import WatchpostModel

@Suite("Quiet hours")
struct QuietHoursTests {
    @Test(
        "are every day from one civil time to the other",
        arguments: [
            ("23:00", "07:00", "2026-11-21T21:59:59Z", nil),
            ("23:00", "07:00", "2026-11-21T22:00:00Z", "2026-11-22T06:00:00Z"),
            ("23:00", "07:00", "2026-11-22T05:59:59Z", "2026-11-22T06:00:00Z"),
            ("23:00", "07:00", "2026-11-22T06:00:00Z", nil),
            ("13:00", "15:00", "2026-11-21T12:00:00Z", "2026-11-21T14:00:00Z"),
            ("13:00", "15:00", "2026-11-21T14:00:00Z", nil),
            ("00:00", "00:00", "2026-11-21T14:00:00Z", "2026-11-21T23:00:00Z"),
            // Clocks go forward on 29 March and back on 25 October.
            ("23:00", "07:00", "2026-03-29T04:59:59Z", "2026-03-29T05:00:00Z"),
            ("23:00", "07:00", "2026-10-25T05:59:59Z", "2026-10-25T06:00:00Z"),
            ("02:15", "02:45", "2026-03-29T01:00:00Z", nil),
            ("02:15", "02:45", "2026-10-25T00:15:00Z", "2026-10-25T00:45:00Z"),
            ("02:15", "02:45", "2026-10-25T01:15:00Z", nil),
        ] as [(String, String, String, String?)]
    )
    func daily(from: String, to: String, at time: String, end: String?) throws {
        let zone = try #require(CivilZone(named: "Europe/Warsaw"))
        let quiet = QuietHours(from: try secondsOfDay(from), to: try secondsOfDay(to), zone: zone)
        let time = try instant(time)
        #expect(quiet.contains(time) == (end != nil))
        #expect(quiet.end(containing: time)?.rfc3339 == end)
    }
}
