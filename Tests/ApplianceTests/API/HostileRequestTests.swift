import TestSupport
import Testing

@testable import Appliance

@Suite("Hostile requests", .serialized)
struct HostileRequestTests {
    @Test(
        "a request that could be read in two ways is refused and its connection closed",
        arguments: [
            ("GET / HTTP/1.1\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx", 400),
            (
                "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                400
            ),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length : 5\r\n\r\nhello", 400),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999\r\n\r\n", 413),
            ("GET / HTTP/1.1\r\nHost: local\r\n host\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nX-A: 1\r\n\t2\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nX-A: 1\r\n 2\r\nX-B: 3\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nX-A: 1\r\n  \r\nHost: localhost\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
            ("GET http://evil.example/v1/hash HTTP/1.1\r\nHost: localhost\r\n\r\n", 421),
        ]
    )
    func refused(request: String, status: Int) async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        await client.send(request)
        let answer = try #require(await client.answer())
        #expect(answer.status == status)
        #expect(await client.isClosed())
        #expect(await fixture.get("/healthz")?.status == 200, "the server lives")
    }

    @Test(
        "a head whose lines others could read otherwise is refused, and what follows is no request",
        arguments: [
            "GET /healthz HTTP/1.1\r\n Host: localhost\r\n\r\n",
            "GET /healthz HTTP/1.1\r\n\tX-A: 1\r\nHost: localhost\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: 1\rX-B: 2\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\rX-B: 2\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: 1\r\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A\r: 1\r\n\r\n",
            "POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent\rLength: 5\r\n\r\nhello",
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A\t: 1\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX A: 1\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\n: 1\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: 1\u{0}2\r\nX-B: 3\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\u{0}\r\nX-B: 3\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: 1\u{0}\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: 1\u{0}2\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\u{0}\r\nContent-Length: 40\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\u{0}X-A: 1\r\n\r\n",
            "GET /healthz\u{0} HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /healthz\u{0}?a=b HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /v1/timeline?hours=1\u{0}&x=1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /healthz?\u{0} HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /healthz\u{0}HTTP/1.1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /healthz\r HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /v1/timeline?hours=1\r HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /health z HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET\u{0} /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET  /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /healthz HTTP/1.1\nHost: localhost\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\nX-A: 1\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: 1\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\n",
        ]
    )
    func lines(request: String) async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        await client.send(request + "GET /v1/hash HTTP/1.1\r\nHost: localhost\r\n\r\n")
        // Version 1 of the library closes without a word where it does not even know the method.
        if let answer = await client.answer() { #expect(answer.status == 400) }
        #expect(await client.answer() == nil)
        #expect(await client.isClosed())
        #expect(await fixture.get("/healthz")?.status == 200, "the server lives")
    }

    @Test(
        "heads that are not odd go through, one after the other on one connection",
        arguments: [
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /v1/hash? HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /v1/timeline?hours=1&&modes=&modes=pubs+ranked HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A:\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX_!#$%&'*+-.^`|~9: ą\t\u{1F}\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n\u{0}\r\n",
        ]
    )
    func plain(request: String) async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        for _ in 0..<3 {
            await client.send(request)
            let status = try #require(await client.answer()).status
            #expect(status == 200 || status == 400 && request.contains("timeline"), "\(status)")
        }
        await client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await client.answer()?.status == 200)
    }

    @Test("a head that comes byte by byte, or is as long as may be, has its lines in their places as well")
    func pieces() async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        for byte in Array("GET /healthz?a=b HTTP/1.1\r\nHost: localhost\r\nX-A: 1\r\n\r\n".utf8) {
            await client.send([byte])
        }
        #expect(await client.answer()?.status == 200)
        // Up to what the library has no memory for, and beyond.
        for count in stride(from: 20, through: 160, by: 10) {
            let fields = (0..<count).map { "X-\($0): \(String(repeating: "a", count: 100))" }
            let status = try #require(await fixture.get("/healthz", headers: fields)).status
            #expect([200, 413, 431].contains(status), "\(count) fields")
            #expect(count > 40 || status == 200, "\(count) fields")
        }
    }

    @Test(
        "a query of more parameters than anybody sends is answered, and the connection goes on",
        arguments: [16, 17, 250, 300, 1_000, 3_900]
    )
    func parameters(count: Int) async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        for letters in ["a=&", "a&", "&&"] {
            let query = String(repeating: letters, count: letters == "&&" ? count / 2 : count)
            await client.send("GET /v1/hash?\(query) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let status = try #require(await client.answer()).status
            #expect(status == 400 || count <= 16 && status == 200, "\(letters): \(status)")
        }
        await client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await client.answer()?.status == 200)
    }

    @Test(
        "blanks around a value are no second line",
        arguments: [
            "Host:localhost", "Host:  \t localhost", "Host: localhost \t ", "X-A:\r\nHost: localhost",
            "Host: localhost\r\nX-A:\r\nX-B: \r\nX-C: d", "Host: localhost  \r\nX-A: 1\t\r\nX-B: 2  ",
        ]
    )
    func blanks(head: String) async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        for _ in 0..<3 {
            await client.send("GET /healthz HTTP/1.1\r\n\(head)\r\n\r\n")
            #expect(await client.answer()?.status == 200)
        }
    }

    @Test(
        "a client that closes its side is gone, whatever it was about to do",
        arguments: [
            "", "GET /healthz HTT", "GET /healthz HTTP/1.1\r\nHost: lo",
            "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ]
    )
    func halfClosed(request: String) async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        await client.send(request)
        if request.hasSuffix("\r\n\r\n") { #expect(await client.answer()?.status == 200) }
        client.closeSide()
        #expect(await client.isClosed())
    }

    @Test("refusals of ours are problems for people and machines")
    func problem() async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        await client.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        let answer = try #require(await client.answer())
        #expect(answer.headers["content-type"] == "application/problem+json")
        #expect(answer.headers["connection"]?.lowercased() == "close")
        #expect(answer.text.contains("\"type\":\"/problems/misdirected-request\""))
        #expect(answer.text.contains("\"status\":421"))
    }

    @Test(
        "a path that is not percent-encoded UTF-8 is refused, the connection goes on",
        arguments: [
            ("/v1/%", 400), ("/v1/%2", 400), ("/v1/%zz", 400), ("/v1/%00", 400), ("/v1/%ff", 400),
            ("/v1/%c0%af", 400), ("/v1%2Fhash", 404), ("/v1//hash", 404), ("/v1/hash/", 404),
            ("/v1/../v1/hash", 404),
            ("/%2e%2e/etc/passwd", 404), ("/assets/..%2f..%2fetc%2fpasswd", 404),
            ("/assets/../../etc/passwd", 404), ("//etc/passwd", 404), ("/v1/regions/%65%75%2frealms", 404),
        ]
    )
    func path(target: String, status: Int) async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        #expect(await client.get(target)?.status == status)
        #expect(await client.get("/v1/hash")?.status == 200)
    }

    @Test("an over-long part of a path is refused by us, an over-long target by the library")
    func longPath() async throws {
        let fixture = try APIFixture()
        #expect(await fixture.get("/v1/" + String(repeating: "a", count: 600))?.status == 400)
        #expect(await fixture.get("/" + String(repeating: "a/", count: 1_500))?.status == 400)
        #expect(await fixture.get("/" + String(repeating: "a", count: 20_000))?.status == 414)
        #expect(await fixture.get("/v1/hash?" + String(repeating: "a=b&", count: 30_000))?.status == 414)
    }

    @Test("a head that is larger than the memory for it is refused")
    func longHead() async throws {
        let fixture = try APIFixture()
        let header = "X-Long: " + String(repeating: "a", count: 20_000)
        let answer = try #require(await fixture.get("/v1/hash", headers: [header]))
        #expect(answer.status == 431 || answer.status == 413)
    }

    @Test("a small body that nobody wants is read and forgotten")
    func smallBody() async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        await client.send("GET /v1/hash HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40000\r\n\r\n")
        await client.send(String(repeating: "x", count: 40_000))
        #expect(await client.answer()?.status == 200)
        #expect(await client.get("/v1/hash")?.status == 200)
    }

    @Test(
        "methods that change something do not exist yet",
        arguments: ["POST", "PUT", "DELETE", "PATCH", "BREW"]
    )
    func methods(method: String) async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        let answer = try #require(await client.get("/v1/hash", method: method))
        #expect(answer.status == 405)
        #expect(answer.headers["allow"] == "GET, HEAD, OPTIONS")
        #expect(await client.get("/nothing", method: method)?.status == 404)
    }

    @Test("a preflight says that every page may read")
    func preflight() async throws {
        let fixture = try APIFixture()
        let answer = try #require(await fixture.get("/v1/hash", method: "OPTIONS"))
        #expect(answer.status == 204)
        #expect(answer.headers["access-control-allow-methods"] == "GET, HEAD, OPTIONS")
        #expect(answer.headers["access-control-allow-origin"] == "*")
    }

    @Test("a target in absolute form counts like a path")
    func absoluteForm() async throws {
        let fixture = try APIFixture()
        #expect(await fixture.get("http://pi.example.org:80/v1/hash")?.status == 200)
    }

    @Test("above the limit clients are told so instead of hanging, and are served when others leave")
    func crowd() async throws {
        let fixture = try APIFixture { $0.maxConnections = 8 }
        var guests = try (0..<8).map { _ in try fixture.client() }
        for guest in guests { #expect(await guest.get("/healthz")?.status == 200) }
        for _ in 0..<20 {
            let late = try fixture.client()
            let answer = try #require(await late.get("/v1/hash"))
            #expect(answer.status == 503)
            #expect(answer.headers["connection"]?.lowercased() == "close")
            #expect(await late.isClosed())
        }
        for guest in guests { #expect(await guest.get("/healthz")?.status == 200) }
        guests.removeAll()
        #expect(await becomesTrue { await fixture.get("/healthz")?.status == 200 })
    }

    @Test("far above the limit connections are closed at once")
    func flood() async throws {
        let fixture = try APIFixture { $0.maxConnections = 8 }
        let silent = try (0..<100).map { _ in try fixture.client() }
        let late = try fixture.client()
        await late.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await late.isClosed())
        withExtendedLifetime(silent) {}
    }
}
