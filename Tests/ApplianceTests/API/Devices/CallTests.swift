import Core
import Foundation
import Synchronization
import TestSupport
import Testing
import WatchpostModel

@testable import Appliance
@testable import SystemSupport
@testable import Serving

@Suite("Calls", .serialized)
struct CallTests {
    /// A handler that answers when the test says so.
    private final class Latch: Sendable {
        private let waiting = Locked<[CheckedContinuation<Void, Never>]>([])
        private let isOpen = Atomic(false)

        var count: Int { waiting.withLock { $0.count } }

        func wait() async {
            await withCheckedContinuation { continuation in
                waiting.withLock { waiting in
                    guard !isOpen.load(ordering: .relaxed) else { return continuation.resume() }
                    waiting.append(continuation)
                }
            }
        }

        func open() {
            waiting.withLock { waiting in
                isOpen.store(true, ordering: .relaxed)
                for continuation in waiting { continuation.resume() }
                waiting = []
            }
        }
    }

    private static func route(_ latch: Latch, _ time: Duration = .seconds(300)) -> [Route] {
        [
            Route(.put, "/slow", .anybody, CallBounds(largestBody: 100, time: time)) {
                request async throws(Problem) in
                await latch.wait()
                return Reply(["bytes": request.body.count])
            },
            Route(.post, "/slow", .anybody, .bare) { request async throws(Problem) in
                Reply(["bytes": request.body.count])
            },
            Route(.put, "/long", .anybody, .body(100_000)) { request async throws(Problem) in
                Reply(["bytes": request.body.count])
            },
            Route("/read") { request throws(Problem) in throw Problem(.notFound, "nothing") },
        ]
    }

    @Test(
        "an answer that comes later wakes the connection, which goes on",
        arguments: [1, CallPool.home.places(of: HTTPSettings(address: "", port: 0).maxCalls)]
    )
    func later(count: Int) async throws {
        let latch = Latch()
        let fixture = try APIFixture(calls: CallTests.route(latch))
        let clients = try (0..<count).map { _ in try fixture.client() }
        for client in clients {
            await client.send("PUT /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc")
        }
        #expect(await becomesTrue { latch.count == count })
        #expect(await fixture.get("/v1/hash")?.status == 200, "reads do not wait")
        latch.open()
        for client in clients {
            #expect(await client.answer()?.text == #"{"bytes":3}"#)
            #expect(await client.get("/v1/hash")?.status == 200)
            #expect(await client.request("PUT", "/slow", body: "abcd")?.text == #"{"bytes":4}"#)
        }
    }

    @Test("stopping answers every call that waits, and the process lives")
    func stops() async throws {
        let latch = Latch()
        let fixture = try APIFixture(calls: CallTests.route(latch))
        let clients = try (0..<20).map { _ in try fixture.client() }
        for client in clients {
            await client.send("PUT /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
        }
        #expect(await becomesTrue { latch.count == 20 })
        let server = fixture.server
        #expect(await BlockingCall.returns { server.stop() })
        for client in clients {
            let status = await client.answer()?.status
            #expect(status == 503 || status == nil)
        }
        latch.open()
    }

    @Test("a handler that takes too long is answered for")
    func late() async throws {
        let latch = Latch()
        let fixture = try APIFixture(calls: CallTests.route(latch, .milliseconds(10)))
        let answer = try #require(await fixture.request("PUT", "/slow", body: "{}"))
        #expect(answer.status == 503)
        #expect(answer.headers["retry-after"] == "5")
        latch.open()
    }

    @Test("a client that leaves while it waits harms nobody")
    func leaves() async throws {
        let latch = Latch()
        let fixture = try APIFixture(calls: CallTests.route(latch))
        do {
            let client = try fixture.client()
            await client.send("PUT /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
            #expect(await becomesTrue { latch.count == 1 })
        }
        latch.open()
        #expect(await fixture.request("PUT", "/slow", body: "{}")?.status == 200)
    }

    @Test("more calls than the queue holds are sent away")
    func crowded() async throws {
        let latch = Latch()
        let fixture = try APIFixture(calls: CallTests.route(latch)) { $0.maxCalls = 16 }
        let places = CallPool.home.places(of: 16)
        #expect(places == 3)
        let clients = try (0..<places).map { _ in try fixture.client() }
        for client in clients {
            await client.send("PUT /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
        }
        #expect(await becomesTrue { latch.count == places })
        #expect(await fixture.request("PUT", "/slow", body: "{}")?.status == 503)
        latch.open()
        for client in clients { #expect(await client.answer()?.status == 200) }
    }

    @Test("a body is bounded by its route, a route without one reads past it")
    func bounds() async throws {
        let latch = Latch()
        latch.open()
        let fixture = try APIFixture(calls: CallTests.route(latch))
        let most = String(repeating: "x", count: 100)
        #expect(await fixture.request("PUT", "/slow", body: most)?.text == #"{"bytes":100}"#)
        let client = try fixture.client()
        let refused = try #require(await client.request("PUT", "/slow", body: most + "x"))
        #expect(refused.status == 413)
        #expect(refused.headers["connection"]?.lowercased() == "close")
        let ignored = try fixture.client()
        #expect(await ignored.request("POST", "/slow", body: most + most)?.text == #"{"bytes":0}"#)
        #expect(await ignored.get("/v1/hash")?.status == 200)
    }

    @Test("a route that takes more than is read of other bodies gets it")
    func longBody() async throws {
        let fixture = try APIFixture(calls: CallTests.route(Latch()))
        let most = String(repeating: "x", count: 100_000)
        #expect(
            await fixture.request("PUT", "/long", body: most)?.text == #"{"bytes":100000}"#
        )
        #expect(await fixture.request("PUT", "/long", body: most + "x")?.status == 413)
        #expect(await fixture.request("PUT", "/nowhere", body: most)?.status == 413)
        #expect(await fixture.request("GET", "/v1/hash", body: most)?.status == 413)
        let ignored = try fixture.client()
        #expect(await ignored.request("GET", "/v1/hash", body: String(most.prefix(60_000)))?.status == 200)
        #expect(await ignored.get("/v1/hash")?.status == 200, "it was read past")
    }

    @Test("a megabyte is refused by its length alone")
    func megabyte() async throws {
        let fixture = try APIFixture(calls: CallTests.route(Latch()))
        let client = try fixture.client()
        await client.send("PUT /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1048576\r\n\r\n")
        #expect(await client.answer()?.status == 413)
    }

    @Test("a body in pieces, byte by byte, is one body")
    func pieces() async throws {
        let latch = Latch()
        latch.open()
        let fixture = try APIFixture(calls: CallTests.route(latch))
        let client = try fixture.client()
        await client.send("PUT /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n")
        for byte in ["a", "b", "c", "d", "e"] {
            await client.send(byte)
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(await client.answer()?.text == #"{"bytes":5}"#)
    }

    @Test(
        "a path knows its methods",
        arguments: [
            ("/slow", "GET", 405, "PUT, POST, OPTIONS"), ("/slow", "DELETE", 405, "PUT, POST, OPTIONS"),
            ("/slow", "OPTIONS", 204, "PUT, POST, OPTIONS"), ("/read", "PUT", 405, "GET, HEAD, OPTIONS"),
            ("/read", "OPTIONS", 204, "GET, HEAD, OPTIONS"), ("/v1/hash", "POST", 405, "GET, HEAD, OPTIONS"),
        ]
    )
    func methods(path: String, method: String, status: Int, allow: String) async throws {
        let fixture = try APIFixture(calls: CallTests.route(Latch()))
        let answer = try #require(await fixture.get(path, method: method))
        #expect(answer.status == status)
        #expect(answer.headers["allow"] == allow)
        guard method == "OPTIONS" else { return }
        #expect(answer.headers["access-control-allow-methods"] == allow)
        #expect(answer.headers["access-control-allow-headers"]?.contains("Authorization") == true)
    }
}
