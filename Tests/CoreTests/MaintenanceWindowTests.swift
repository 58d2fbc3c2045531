import Core
import Testing
import WatchpostModel

/// A window, and the UTC instants of one of its occurrences.
struct WindowCase: Sendable, CustomTestStringConvertible {
    let what: String
    let weekday: Weekday
    let from: String
    let to: String
    let zone: String
    let opens: String
    let closes: String

    var testDescription: String { what }

    func window() throws -> MaintenanceWindow {
        MaintenanceWindow(
            weekday: weekday,
            from: try secondsOfDay(from),
            to: try secondsOfDay(to),
            zone: try #require(CivilZone(named: zone))
        )
    }
}

/// `07:30` as seconds since midnight.
func secondsOfDay(_ text: String) throws -> Int {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    try #require(parts.count == 2)
    return parts[0] * 3_600 + parts[1] * 60
}

func instant(_ rfc3339: String) throws -> UnixTime {
    try #require(UnixTime(rfc3339: rfc3339))
}

@Suite("A maintenance window")
struct MaintenanceWindowTests {
    private static let cases = [
        WindowCase(
            what: "Tuesday morning in winter",
            weekday: .tuesday,
            from: "07:00",
            to: "15:00",
            zone: "America/Los_Angeles",
            opens: "2026-11-24T15:00:00Z",
            closes: "2026-11-24T23:00:00Z"
        ),
        WindowCase(
            what: "the same in summer",
            weekday: .tuesday,
            from: "07:00",
            to: "15:00",
            zone: "America/Los_Angeles",
            opens: "2026-07-07T14:00:00Z",
            closes: "2026-07-07T22:00:00Z"
        ),
        WindowCase(
            what: "over midnight",
            weekday: .tuesday,
            from: "22:00",
            to: "03:00",
            zone: "Europe/Paris",
            opens: "2026-11-24T21:00:00Z",
            closes: "2026-11-25T02:00:00Z"
        ),
        WindowCase(
            what: "until midnight",
            weekday: .saturday,
            from: "20:00",
            to: "00:00",
            zone: "Asia/Seoul",
            opens: "2026-11-21T11:00:00Z",
            closes: "2026-11-21T15:00:00Z"
        ),
        WindowCase(
            what: "a whole day",
            weekday: .monday,
            from: "06:00",
            to: "06:00",
            zone: "Asia/Taipei",
            opens: "2026-11-22T22:00:00Z",
            closes: "2026-11-23T22:00:00Z"
        ),
        WindowCase(
            what: "over the end of the year",
            weekday: .thursday,
            from: "23:00",
            to: "01:00",
            zone: "Europe/Paris",
            opens: "2026-12-31T22:00:00Z",
            closes: "2027-01-01T00:00:00Z"
        ),
        WindowCase(
            what: "over the leap day",
            weekday: .tuesday,
            from: "23:00",
            to: "23:00",
            zone: "Asia/Shanghai",
            opens: "2028-02-29T15:00:00Z",
            closes: "2028-03-01T15:00:00Z"
        ),
        WindowCase(
            what: "an hour shorter when clocks go forward inside",
            weekday: .sunday,
            from: "01:00",
            to: "05:00",
            zone: "America/Los_Angeles",
            opens: "2026-03-08T09:00:00Z",
            closes: "2026-03-08T12:00:00Z"
        ),
        WindowCase(
            what: "an hour longer when clocks go back inside",
            weekday: .sunday,
            from: "00:30",
            to: "05:00",
            zone: "America/Los_Angeles",
            opens: "2026-11-01T07:30:00Z",
            closes: "2026-11-01T13:00:00Z"
        ),
        WindowCase(
            what: "a skipped start opens at the change",
            weekday: .sunday,
            from: "02:30",
            to: "05:00",
            zone: "America/Los_Angeles",
            opens: "2026-03-08T10:00:00Z",
            closes: "2026-03-08T12:00:00Z"
        ),
        WindowCase(
            what: "a skipped end closes at the change",
            weekday: .sunday,
            from: "01:00",
            to: "02:30",
            zone: "Europe/Paris",
            opens: "2026-03-29T00:00:00Z",
            closes: "2026-03-29T01:00:00Z"
        ),
        WindowCase(
            what: "a repeated start opens the first time",
            weekday: .sunday,
            from: "02:30",
            to: "04:00",
            zone: "Europe/Paris",
            opens: "2026-10-25T00:30:00Z",
            closes: "2026-10-25T03:00:00Z"
        ),
        WindowCase(
            what: "a repeated end closes the first time",
            weekday: .sunday,
            from: "01:00",
            to: "01:30",
            zone: "America/Los_Angeles",
            opens: "2026-11-01T08:00:00Z",
            closes: "2026-11-01T08:30:00Z"
        ),
        WindowCase(
            what: "over midnight into the day the clocks go forward",
            weekday: .saturday,
            from: "23:00",
            to: "04:00",
            zone: "Europe/Paris",
            opens: "2026-03-28T22:00:00Z",
            closes: "2026-03-29T02:00:00Z"
        ),
    ]

    @Test("opens and closes at the right instants", arguments: cases)
    func borders(of item: WindowCase) throws {
        let window = try item.window()
        let opens = try instant(item.opens)
        let closes = try instant(item.closes)
        #expect(!window.contains(opens.advanced(by: -1)))
        #expect(window.contains(opens))
        #expect(window.contains(closes.advanced(by: -1)))
        #expect(!window.contains(closes))
        #expect(window.end(containing: opens) == closes)
        #expect(window.end(containing: closes.advanced(by: -1)) == closes)
        #expect(window.end(containing: closes) == nil)
    }

    @Test("is open once in six days, without a break, and again a week later in civil time", arguments: cases)
    func weekly(item: WindowCase) throws {
        let window = try item.window()
        let opens = try instant(item.opens)
        let open = (Int64(-1_440)..<5 * 1_440).filter { window.contains(opens.advanced(by: $0 * 60)) }
        let closes = try instant(item.closes)
        #expect(Int64(open.count) == closes.since(opens) / 60)
        #expect(open.first == 0)
        let civil = window.span.zone.civil(opens)
        let next = window.span.zone.instants(
            year: civil.year,
            month: civil.month,
            day: civil.day + 7,
            hour: window.span.from / 3_600,
            minute: window.span.from / 60 % 60
        ).earliest
        #expect(window.contains(next))
        #expect(!window.contains(next.advanced(by: -1)))
    }

    @Test("one that lies wholly in the skipped hour does not happen that day")
    func swallowed() throws {
        let zone = try #require(CivilZone(named: "Europe/Paris"))
        let window = MaintenanceWindow(weekday: .sunday, from: 7_500, to: 9_000, zone: zone)
        let day = try instant("2026-03-28T23:00:00Z")
        let open = (0..<23 * 60).filter { window.contains(day.advanced(by: Int64($0) * 60)) }
        #expect(open.isEmpty)
        let nextWeek = try instant("2026-04-05T00:10:00Z")
        #expect(window.contains(nextWeek))
    }

    @Test("the ends of time do no harm", arguments: [Int64.min, Int64.max, -62_167_219_201, 253_402_300_800])
    func extremes(seconds: Int64) throws {
        let zone = try #require(CivilZone(named: "America/Los_Angeles"))
        let window = MaintenanceWindow(weekday: .tuesday, from: 0, to: 0, zone: zone)
        let time = UnixTime(seconds: seconds)
        #expect((window.end(containing: time) != nil) == window.contains(time))
    }
}
