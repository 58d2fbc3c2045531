import CCurl
import Core
import FoundationEssentials
import Testing
import TestSupport

@testable import Appliance
@testable import Transfers

@Suite(
    "One transfer",
    .enabled(if: PythonProgram.isInstalled, "make unit says where Python is"),
    .timeLimit(.minutes(Patience.hungMinutes))
)
struct TransferRequestTests {
    private let server: TransferServer

    init() async throws {
        server = try await TransferServer()
    }

    private func echo(_ end: TransferEnd) throws -> TransferServer.Echo {
        try JSONDecoder().decode(TransferServer.Echo.self, from: end.body)
    }

    /// Handles of libcurl are used again.
    @Test("nothing of a request is left for the next on the same handle")
    func leftNothing() async throws {
        let loop = TransferServer.loop(connections: 1)
        var first = server.request("/echo", bodyLimit: 1 << 20)
        (first.method, first.credentials) = ("PUT", "ann:secret")
        (first.fields, first.body) = (["X-First: 1", "Accept:"], Array("{}".utf8))
        first.sockets = .passing { _ in true }
        let told = try echo(await loop.send(first))
        #expect(told.method == "PUT")
        #expect(told.body == "{}")
        #expect(told.fields["x-first"] == "1")
        #expect(told.fields["accept"] == nil)
        #expect(told.fields["authorization"] == "Basic YW5uOnNlY3JldA==")
        let second = try echo(await loop.send(server.request("/echo")))
        #expect(second.method == "GET")
        #expect(second.body == "")
        #expect(second.fields["x-first"] == nil)
        #expect(second.fields["accept"] == "*/*")
        #expect(second.fields["authorization"] == nil)
        var third = server.request("/echo")
        third.body = []
        let empty = try echo(await loop.send(third))
        #expect(empty.method == "POST")
        #expect(empty.fields["content-length"] == "0")
        #expect(try await server.state().connections == 2)
        loop.close()
    }

    static let unusable: [(String, String, String)] = [
        ("A: b\r\nC: d", "/echo", "header A contains a control character"),
        ("A: b\u{7F}", "/echo", "header A contains a control character"),
        ("A: b", "/ec\u{0}ho", "a value contains NUL"),
    ]

    @Test("what cannot be written is refused with its reason", arguments: TransferRequestTests.unusable)
    func refused(field: String, url: String, words: String) async throws {
        let loop = TransferServer.loop()
        var request = server.request(url)
        request.fields = [field]
        #expect(await loop.send(request).cause == .unusable(words))
        request = server.request("/echo")
        request.fields = (0..<21).map { "A-\($0): b" }
        #expect(await loop.send(request).cause == .unusable("more than 20 header fields"))
        #expect(try await server.state().asked["/echo"] == nil)
        loop.close()
    }

    @Test("an address that does not pass is not connected to")
    func sockets() async throws {
        let loop = TransferServer.loop()
        let asked = Locked(0)
        var request = server.request("/echo")
        request.sockets = .passing { _ in
            asked.withLock { $0 += 1 }
            return false
        }
        let end = await loop.send(request)
        #expect(end.wasRefusedAddress)
        #expect(!end.wasSent)
        #expect(end.status == 0)
        #expect(asked.withLock { $0 } == 1)
        #expect(try await server.state().connections == 1)
        loop.close()
    }

    @Test("one that may open no socket takes a connection that stands, or ends")
    func existing() async throws {
        let loop = TransferServer.loop()
        var request = server.request("/echo")
        request.sockets = .existing
        let without = await loop.send(request)
        #expect(without.wasRefusedSocket)
        #expect(!without.wasSent)
        #expect(await loop.send(server.request("/echo")).status == 200)
        #expect(await loop.send(request).status == 200)
        request.sockets = .any
        request.wantsNewConnection = true
        #expect(await loop.send(request).status == 200)
        // One of the observer, the first, and the one that was asked for.
        #expect(try await server.state().connections == 3)
        loop.close()
    }

    @Test("other protocols than the policy's are not spoken")
    func protocols() async throws {
        let loop = TransferServer.loop()
        for url in ["file:///etc/passwd", "https://127.0.0.1/", "ftp://127.0.0.1/"] {
            let request = TransferRequest(url: url, timeout: .seconds(300), bodyLimit: 1_000)
            #expect(await loop.send(request).cause == .failed(CURLE_UNSUPPORTED_PROTOCOL))
        }
        loop.close()
    }
}

@Suite(
    "The HTTP client",
    .enabled(if: PythonProgram.isInstalled, "make unit says where Python is"),
    .timeLimit(.minutes(Patience.hungMinutes))
)
struct HTTPClientTests {
    private let server: TransferServer
    private let client = HTTPClient(progress: {})

    init() async throws {
        server = try await TransferServer()
    }

    @Test("gives status, the last of repeated header fields, and the body")
    func reply() async throws {
        let reply = try await client.send(
            HTTPRequest(url: "\(server.address)/body/3", timeout: Patience.time)
        )
        #expect(reply.status == 200)
        #expect(reply.headers["x-twice"] == "second")
        #expect(reply.headers["content-length"] == "3")
        #expect(reply.body == Data([0, 0, 0]))
        client.stop()
    }

    @Test("follows no redirect, and knows its methods", arguments: [HTTPRequest.Method.get, .post, .put])
    func methods(method: HTTPRequest.Method) async throws {
        let url = server.address
        let moved = try await client.send(
            HTTPRequest(method: method, url: "\(url)/redirect", body: "x", timeout: Patience.time)
        )
        #expect(moved.status == 302)
        let reply = try await client.send(
            HTTPRequest(method: method, url: "\(url)/echo", body: "x", timeout: Patience.time)
        )
        let echo = try JSONDecoder().decode(TransferServer.Echo.self, from: reply.body)
        #expect(echo.method == method.rawValue)
        #expect(echo.body == (method == .get ? "" : "x"))
        #expect(echo.fields["user-agent"]?.hasPrefix("watchpost/") == true)
        client.stop()
    }

    @Test("an answer over plain HTTP is told to nobody who asks whether there is a network")
    func plain() async throws {
        let answers = Locked(0)
        let client = HTTPClient(progress: {}, answered: { answers.withLock { $0 += 1 } })
        _ = try await client.send(HTTPRequest(url: "\(server.address)/body/3", timeout: Patience.time))
        #expect(answers.withLock { $0 } == 0)
        client.stop()
    }

    @Test("says why there is no answer")
    func faults() async throws {
        let url = server.address
        await #expect(throws: HTTPFault.tooLarge(10)) {
            _ = try await client.send(
                HTTPRequest(url: "\(url)/body/11", timeout: Patience.time, maximumBody: 10)
            )
        }
        await #expect(throws: HTTPFault.timeout(.milliseconds(200))) {
            _ = try await client.send(HTTPRequest(url: "\(url)/hang", timeout: .milliseconds(200)))
        }
        let nobody = Task {
            try await client.send(HTTPRequest(url: "http://127.0.0.1:1/", timeout: Patience.time))
        }
        guard case .failure(HTTPFault.connection(let reason)) = await nobody.result else {
            Issue.record("nobody listens there")
            return
        }
        #expect(reason.contains("connect to server"))
        await #expect(throws: HTTPFault.unusable("header X contains a control character")) {
            _ = try await client.send(HTTPRequest(url: url, headers: [("X", "a\r\nY: b")]))
        }
        await #expect(throws: HTTPFault.unusable("Unsupported protocol")) {
            _ = try await client.send(HTTPRequest(url: "file:///etc/hostname"))
        }
        // By a path of its own: the one above may have been over before it was sent.
        let hanging = Task { try await client.send(HTTPRequest(url: "\(url)/hang/", timeout: .seconds(300))) }
        #expect(try await server.becomes { $0.asked["/hang/"] == 1 })
        client.stop()
        await #expect(throws: HTTPFault.cancelled) { _ = try await hanging.value }
    }
}

@Suite("A request of the HTTP client")
struct HTTPRequestTests {
    @Test(
        "an answer proves who gave it where the address asks for TLS",
        arguments: [
            ("https://example.org/", true), ("HTTPS://example.org/", true), ("http://example.org/", false),
            ("http://https://", false), ("https:", false), ("", false),
        ] as [(String, Bool)]
    )
    func verified(url: String, isVerified: Bool) {
        #expect(HTTPRequest(url: url).isVerified == isVerified)
    }
}
