import Foundation
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Days, weeks and months of a board")
struct BoardPeriodTests {
    private static let zones = [
        "UTC", "Europe/Warsaw", "America/Los_Angeles", "America/Havana", "America/Sao_Paulo",
        "Asia/Kathmandu",
        "Pacific/Apia", "Africa/Cairo", "America/St_Johns", "Asia/Gaza", "Australia/Lord_Howe",
    ]

    private func time(_ text: String) throws -> UnixTime { try #require(UnixTime(rfc3339: text)) }

    @Test(
        "an instant is in the period that the calendar of the zone says",
        arguments: [
            ("Europe/Warsaw", "2026-11-21T23:30:00Z", ["2026-11-22", "2026-W47", "2026-11"]),
            ("UTC", "2026-12-31T12:00:00Z", ["2026-12-31", "2026-W53", "2026-12"]),
            ("UTC", "2027-01-03T23:59:59Z", ["2027-01-03", "2026-W53", "2027-01"]),
            ("UTC", "2027-01-04T00:00:00Z", ["2027-01-04", "2027-W01", "2027-01"]),
            ("UTC", "2028-02-29T23:59:59Z", ["2028-02-29", "2028-W09", "2028-02"]),
            ("UTC", "2024-12-30T00:00:00Z", ["2024-12-30", "2025-W01", "2024-12"]),
            ("America/Los_Angeles", "2026-12-01T07:59:59Z", ["2026-11-30", "2026-W49", "2026-11"]),
            ("UTC", "1969-12-31T23:59:59Z", ["1969-12-31", "1970-W01", "1969-12"]),
        ]
    )
    func names(zone: String, text: String, ids: [String]) throws {
        let zone = try #require(CivilZone(named: zone))
        let at = try time(text)
        #expect(BoardWindow.allCases.map { BoardPeriod($0, at: at, in: zone).id } == ids)
    }

    @Test("a day is 23 or 25 hours long where clocks are changed, and a week follows it")
    func lengths() throws {
        let zone = try #require(CivilZone(named: "Europe/Warsaw"))
        for (text, hours) in [("2026-03-29T12:00:00Z", Int64(23)), ("2026-10-25T12:00:00Z", 25)] {
            let day = BoardPeriod(.day, at: try time(text), in: zone)
            #expect(day.end.since(day.start) == hours * 3_600)
            let week = BoardPeriod(.week, at: try time(text), in: zone)
            #expect(week.end.since(week.start) == (144 + hours) * 3_600)
        }
    }

    @Test("every instant is in exactly one period, to the second, in each zone", arguments: zones)
    func partition(name: String) throws {
        let zone = try #require(CivilZone(named: name))
        var random = SeededGenerator.announced(for: "periods of \(name)")
        let (from, to): (Int64, Int64) = (1_262_304_000, 1_893_456_000)
        for window in BoardWindow.allCases {
            for _ in 0..<TestEffort.rounds(20) {
                let at = UnixTime(seconds: .random(in: from..<to, using: &random))
                let period = BoardPeriod(window, at: at, in: zone)
                #expect(period.start <= at && at < period.end, "\(name) \(window) \(at)")
                for edge in [period.start, period.end.advanced(by: -1)] {
                    #expect(BoardPeriod(window, at: edge, in: zone) == period, "\(name) \(window) \(edge)")
                }
                let next = try #require(period.next(in: zone))
                #expect(next.start == period.end && next.end > next.start && next.id != period.id)
                #expect(next.previous(in: zone) == period)
            }
        }
    }

    @Test("changes of clocks at midnight and dates that never were leave no gap and no overlap")
    func edges() throws {
        for (name, text) in [
            ("Pacific/Apia", "2011-12-29T10:00:00Z"), ("America/Havana", "2026-03-08T04:30:00Z"),
            ("America/Havana", "2026-11-01T04:30:00Z"), ("America/St_Johns", "2010-11-07T02:00:00Z"),
            ("America/Sao_Paulo", "2018-11-04T02:30:00Z"), ("Africa/Cairo", "2026-04-23T21:00:00Z"),
        ] {
            let zone = try #require(CivilZone(named: name))
            let middle = try time(text)
            for window in BoardWindow.allCases {
                var period = BoardPeriod(window, at: middle.advanced(by: -3 * 86_400), in: zone)
                for _ in 0..<6 {
                    let next = try #require(period.next(in: zone))
                    #expect(next.start == period.end && next.id > period.id, "\(name) \(period) \(next)")
                    period = next
                }
                let count = TestEffort.rounds(300, most: 6_000)
                for number in 0..<count {
                    let at = middle.advanced(by: Int64(number * 6_000 / count - 3_000) * 60)
                    let one = BoardPeriod(window, at: at, in: zone)
                    #expect(one.start <= at && at < one.end, "\(name) \(window) \(at)")
                }
            }
        }
    }
}
