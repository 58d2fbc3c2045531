import FoundationEssentials
import Testing
import WatchpostModel

@testable import Appliance

@Suite("How long a server wishes to be left alone")
struct RetryAfterTests {
    private let sunday = "Sun, 06 Nov 1994 08:49:37 GMT"

    private func wish(_ text: String, date: String? = nil, now: UnixTime? = nil) -> Duration? {
        var headers = ["retry-after": text]
        headers["date"] = date
        return RetryAfter.duration(in: HTTPReply(status: 429, headers: headers, body: Data()), at: now)
    }

    @Test(
        "seconds are granted, up to a day",
        arguments: [
            ("0", 0), ("120", 120), ("86400", 86_400), ("86401", 86_400), ("99999999999999999999", 86_400),
            ("-1", nil), ("soon", nil), ("", nil), ("1e9", nil),
        ]
            as [(String, Int?)]
    )
    func seconds(text: String, wait: Int?) {
        #expect(wish(text) == wait.map { .seconds($0) })
    }

    @Test("a date is measured against the reply's own, whatever our clock shows")
    func date() {
        let wrong = UnixTime(seconds: 0)
        #expect(wish("Sun, 06 Nov 1994 08:51:37 GMT", date: sunday) == .seconds(120))
        #expect(wish("Mon, 07 Nov 1994 00:00:07 GMT", date: sunday, now: wrong) == .seconds(54_630))
        #expect(wish("Sun, 06 Nov 1994 08:40:00 GMT", date: sunday) == .zero)
        #expect(wish("Sun, 06 Nov 1995 08:40:00 GMT", date: sunday) == .seconds(86_400))
    }

    @Test("without a date of the reply our clock has to do, and while that is not set nothing is said")
    func ownClock() {
        let now = HTTPDate.time(sunday)
        #expect(now?.seconds == 784_111_777)
        #expect(wish("Sun, 06 Nov 1994 08:51:37 GMT", now: now) == .seconds(120))
        #expect(wish("Sun, 06 Nov 1994 08:51:37 GMT", date: "yesterday", now: now) == .seconds(120))
        #expect(wish("Sun, 06 Nov 1994 08:51:37 GMT") == nil)
    }

    @Test(
        "dates that are none are refused",
        arguments: [
            "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Foo 1994 08:49:37 GMT",
            "Sun, 06 Nov 99999 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun, 06 Nov 1994 8:49:37 GMT",
        ]
    )
    func noDate(text: String) {
        #expect(HTTPDate.time(text) == nil)
    }
}
