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

    /// Seconds after `Date`, or nil, of the two readings of an answer's time at its origin.
    private func origin(_ headers: [String: String]) -> [Int64]? {
        let reply = HTTPReply(status: 304, headers: headers.merging(["date": date]) { $1 }, body: Data())
        return reply.originTime.map { [$0.dated.seconds - seconds, $0.made.seconds - seconds] }
    }

    @Test("at its origin it was made at its date, or so long before it as caches kept it")
    func origin() {
        #expect(origin([:]) == [0, 0])
        #expect(origin(["age": "0"]) == [0, 0])
        #expect(origin(["age": "90"]) == [0, -90])
        #expect(origin(["age": "86400"]) == [0, -86_400])
        #expect(HTTPReply(status: 304, headers: [:], body: Data()).originTime == nil)
        #expect(HTTPReply(status: 304, headers: ["date": "yesterday"], body: Data()).originTime == nil)
    }

    @Test(
        "an age that makes no sense leaves open when that was",
        arguments: ["-5", "+5", "5, 10", "5.5", " 5", "soon", "86401", "99999999999999999999", ""]
    )
    func doubtfulAge(text: String) {
        #expect(origin(["age": text]) == nil)
    }

    @Test(
        "so does a cache that says that it answered by itself, and not how old its copy is",
        arguments: [
            (["x-cache-status": "HIT"], true), (["x-cache-status": "STALE"], true),
            (["x-cache-status": "UPDATING"], true), (["x-proxy-cache": "HIT"], true),
            (["x-cache": "MISS, HIT"], true), (["x-cache": "TCP_MEM_HIT from a.example"], true),
            (["cf-cache-status": "HIT"], true), (["cache-status": "Edge; hit; ttl=30"], true),
            (["cache-status": "Edge; fwd=stale; fwd-status=304"], false),
            (["x-cache-status": "REVALIDATED"], false), (["x-cache": "Miss from cloudfront"], false),
            (["cf-cache-status": "DYNAMIC"], false), (["via": "1.1 google"], false),
            (["x-cache": "HIT", "age": "3"], false),
        ] as [([String: String], Bool)]
    )
    func storage(headers: [String: String], isDoubtful: Bool) {
        #expect((origin(headers) == nil) == isDoubtful)
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
