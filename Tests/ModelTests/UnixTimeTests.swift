import Testing
import TestSupport
import WatchpostModel

@Suite("Instants as RFC 3339 text")
struct UnixTimeTests {
    @Test(
        "an instant is written in UTC with second precision",
        arguments: [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_758_490_200, "2025-09-21T21:30:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
            (Int64.max, "9999-12-31T23:59:59Z"),
            (Int64.min, "0000-01-01T00:00:00Z"),
        ] as [(Int64, String)]
    )
    func writes(seconds: Int64, text: String) {
        #expect(UnixTime(seconds: seconds).rfc3339 == text)
    }

    @Test(
        "offsets, fractions and lower case are read",
        arguments: [
            ("2025-09-21T21:30:00Z", 1_758_490_200),
            ("2025-09-21T23:30:00+02:00", 1_758_490_200),
            ("2025-09-21t17:00:00.999-04:30", 1_758_490_200),
        ] as [(String, Int64)]
    )
    func reads(text: String, seconds: Int64) {
        #expect(UnixTime(rfc3339: text) == UnixTime(seconds: seconds))
    }

    @Test(
        "what is not a time is refused",
        arguments: [
            "", "2025-02-30T00:00:00Z", "2025-13-01T00:00:00Z", "2025-01-01T24:00:00Z",
            "2025-01-01T00:00:60Z",
            "2025-01-01T00:00:00", "2025-01-01T00:00:00.Z", "2025-01-01T00:00:00Zx", "25-01-01T00:00:00Z",
            "2025-01-01T00:00:00+25:00", "２０２５-01-01T00:00:00Z",
            "9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+00:01",
        ]
    )
    func refuses(text: String) {
        #expect(UnixTime(rfc3339: text) == nil)
    }

    @Test("text and instant agree for days of four centuries")
    func roundTrip() {
        let days = TestEffort.rounds(8_000, most: 146_000)
        for number in 0..<days {
            let day = Int64(number * 146_000 / days - 73_000)
            let time = UnixTime(seconds: day * 86_400 + 4_321)
            #expect(UnixTime(rfc3339: time.rfc3339) == time)
        }
    }

    @Test("arithmetic holds at the ends of the range instead of trapping")
    func saturates() {
        #expect(UnixTime(seconds: .max).advanced(by: 1) == UnixTime(seconds: .max))
        #expect(UnixTime(seconds: .min).advanced(by: -1) == UnixTime(seconds: .min))
        #expect(UnixTime(seconds: .max).since(UnixTime(seconds: .min)) == .max)
        #expect(UnixTime(seconds: .min).since(UnixTime(seconds: .max)) == .min)
    }
}
