import FoundationEssentials
import Testing
import WatchpostModel

@testable import Appliance

@Suite("When an answer was made")
struct ServerTimeHeaderTests {
    private let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    private let seconds: Int64 = 784_111_777

    private func made(_ headers: [String: String]) -> Int64? {
        HTTPReply(status: 200, headers: headers, body: Data()).made?.seconds
    }

    @Test("its date counts, and how long caches kept it since")
    func age() {
        #expect(made(["date": date]) == seconds)
        #expect(made(["date": date, "age": "90"]) == seconds + 90)
    }

    @Test("a wrong age counts as none", arguments: ["-5", "soon", "86401", "99999999999999999999", ""])
    func wrongAge(text: String) {
        #expect(made(["date": date, "age": text]) == seconds)
    }

    @Test("without a date that can be read nothing is known", arguments: [nil, "yesterday", ""] as [String?])
    func none(text: String?) {
        var headers = ["age": "5"]
        headers["date"] = text
        #expect(made(headers) == nil)
    }

    @Test("only answers to requests with our credentials are believed")
    func credentials() {
        var request = HTTPRequest(url: "https://example.org/")
        #expect(!request.hasCredentials)
        request.headers = [("Accept", "text/plain")]
        #expect(!request.hasCredentials)
        request.headers.append(("Authorization", "Bearer x"))
        #expect(request.hasCredentials)
        #expect(HTTPRequest(url: "https://example.org/", basicCredentials: "a:b").hasCredentials)
    }
}
