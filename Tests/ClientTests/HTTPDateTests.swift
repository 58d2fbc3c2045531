import Foundation
import Testing
import WatchpostClient
import WatchpostModel

@Suite("Dates and waits of HTTP")
struct HTTPDateTests {
    @Test("a date is read in the form that is written")
    func dates() {
        #expect(
            UnixTime(httpDate: "Wed, 25 Nov 2026 12:00:30 GMT") == UnixTime(rfc3339: "2026-11-25T12:00:30Z")
        )
        #expect(UnixTime(httpDate: "Thu, 01 Jan 1970 00:00:00 GMT") == UnixTime(seconds: 0))
    }

    @Test(
        "anything else is none",
        arguments: [
            "", "soon", "Wed, 25 Nov 2026 12:00:30", "Wed, 25 Foo 2026 12:00:30 GMT",
            "Wed, 31 Feb 2026 12:00:30 GMT",
            "Wednesday, 25-Nov-26 12:00:30 GMT", "Wed, 25 Nov 2026 12:00 GMT", "Wed Nov 25 12:00:30 2026",
        ]
    )
    func others(text: String) {
        #expect(UnixTime(httpDate: text) == nil)
    }

    /// `Retry-After` of an answer of 2026-11-25T12:00:00Z, and how many seconds that is.
    static let waits: [(field: String, seconds: Int)] = [
        ("7", 7), (" 7 ", 7), ("0", 1), ("-3", 1), ("soon", 30), ("", 30),
        ("Wed, 25 Nov 2026 12:00:40 GMT", 40),
        ("Wed, 25 Nov 2026 11:00:00 GMT", 1), ("Fri, 25 Nov 2033 12:00:00 GMT", 86_400),
    ]

    @Test("waits are read as seconds and as dates, by the clock of whoever answers", arguments: 0..<9)
    func wait(row: Int) {
        let (field, seconds) = Self.waits[row]
        let headers = ["retry-after": field, "date": "Wed, 25 Nov 2026 12:00:00 GMT"]
        #expect(HTTPReply(status: 429, headers: headers).refusal == .busy(retryAfter: seconds))
        #expect(HTTPReply(status: 503).refusal == .busy(retryAfter: 30))
    }
}
