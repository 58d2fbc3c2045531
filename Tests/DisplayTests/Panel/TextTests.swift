@testable import Display
import Testing
import WatchpostModel

@Suite("Times for a small display")
struct ClockTextTests {
    @Test(
        "the time of day in both styles",
        arguments: [
            (0, 0, "00:00", "12:00am"), (0, 5, "00:05", "12:05am"), (9, 30, "09:30", "9:30am"),
            (12, 0, "12:00", "12:00pm"), (18, 30, "18:30", "6:30pm"), (23, 59, "23:59", "11:59pm"),
        ]
    )
    func timeOfDay(hour: Int, minute: Int, long: String, short: String) {
        #expect(Facts.clock().time(Facts.at(hour, minute)) == long)
        #expect(Facts.clock(nil, .hours12).time(Facts.at(hour, minute)) == short)
    }

    @Test(
        "lengths of time",
        arguments: [
            (0, "0m"), (1, "1m"), (42, "42m"), (99, "99m"), (100, "1h40"), (605, "10h05"), (1_439, "23h59"),
            (1_440, "1d 0h"), (3_060, "2d 3h"), (144_000, "100d 0h"),
        ] as [(Int64, String)]
    )
    func lengths(minutes: Int64, text: String) {
        #expect(ClockText.length(minutes: minutes) == text)
    }

    @Test("a countdown rounds up, ends at zero and never runs below")
    func countdown() {
        let end = Facts.at(18, 30)
        for (now, minutes) in [
            (Facts.at(17, 48), 42), (Facts.at(17, 48, second: 1), 42), (Facts.at(18, 29, second: 59), 1),
        ] {
            #expect(Facts.clock(now).minutesLeft(until: end) == Int64(minutes))
        }
        #expect(Facts.clock(end).minutesLeft(until: end) == 0)
        #expect(Facts.clock(Facts.at(19, 0)).minutesLeft(until: end) == 0)
        #expect(Facts.clock(nil).minutesLeft(until: end) == nil)
        #expect(Facts.clock(UnixTime(seconds: .min)).minutesLeft(until: UnixTime(seconds: .max)) != nil)
    }

    @Test(
        "an instant is a time today, a weekday this week and else a date",
        arguments: [
            (Facts.at(12, 31), "12:31"), (Facts.at(18, 0, day: 20), "18:00"),
            (Facts.at(17, 48, day: 20), "Fri"),
            (Facts.at(9, 0, day: 24), "Tue"), (Facts.at(9, 0, day: 28), "28 Nov"),
            (Facts.at(9, 0, day: 1), "1 Nov"),
        ]
    )
    func nearby(instant: UnixTime, text: String) {
        #expect(Facts.clock().nearby(instant) == text)
    }

    @Test("civil time follows the clocks when they change")
    func daylightSaving() throws {
        let before = try #require(UnixTime(rfc3339: "2026-10-25T00:59:00Z"))
        #expect(Facts.clock().time(before) == "02:59")
        #expect(Facts.clock().time(before.advanced(by: 60)) == "02:00")
    }
}

@Suite("Text for few columns")
struct TextLineTests {
    @Test(
        "names are shortened with sense",
        arguments: [
            ("Kel'Thuzad", 16, "Kel'Thuzad"),
            ("Culte de la Rive noire", 16, "Culte Rive noire"),
            ("The Forgotten Coast", 16, "Forgotten Coast"),
            ("Thorium Brotherhood", 16, "Thorium Brother."),
            ("Confrerie du Thorium", 16, "Confrerie Thori."),
            ("Festung der Stürme", 16, "Festung Stürme"),
            ("Pozzo dell'Eternita", 16, "Pozzo dell'Eter."),
            ("The The The The The", 16, "The The The The."),
            ("Aggra (Portugues)", 16, "Aggra (Portugue."),
            ("Grimrail Depot Engine", 16, "Grimrail Depot"),
            ("abc", 1, "a"),
            ("abc", 0, ""),
        ]
    )
    func shortening(name: String, width: Int, short: String) {
        let result = TextLine.shortened(name, to: width)
        #expect(result == short)
        #expect(result.count <= width)
    }

    @Test("left gives way to right, with a space between")
    func spreading() {
        #expect(TextLine.spread("until 18:30", "42m", width: 16) == "until 18:30  42m")
        #expect(TextLine.spread("Storm Point is on", "▅", width: 16) == "Storm Point i. ▅")
        #expect(TextLine.spread("left", "a right that is too long", width: 8) == "a right ")
        #expect(TextLine.spread("left", "", width: 8) == "left")
    }

    @Test("words wrap at spaces and stop at the last row")
    func wrapping() {
        let words = "the disk is full and nothing can be stored"
        #expect(TextLine.wrapped(words, width: 16, rows: 2) == ["the disk is full", "and nothing can"])
        #expect(TextLine.wrapped("Donaudampfschiffahrt", width: 16, rows: 2) == ["Donaudampfschif."])
        #expect(TextLine.wrapped("", width: 16, rows: 2).isEmpty)
    }
}
