import Core
import TestSupport
import Testing

@testable import Appliance
@testable import SystemSupport
@testable import Serving

/// Work that goes on when the test says so, and what became of it.
private final class Workshop: Sendable {
    struct State {
        var begun = 0
        var isOpen = false
        var cancelled = 0
    }

    let state = Locked(State())

    func work() async {
        state.withLock { $0.begun += 1 }
        while !state.withLock({ $0.isOpen }) {
            do {
                try await Task.sleep(for: .milliseconds(1))
            } catch {
                state.withLock { $0.cancelled += 1 }
                return
            }
        }
    }

    /// `/board` shows a kept body for `?front=1`, and works for everything else.
    func route(_ time: Duration) -> Route {
        Route("/board") { request throws(Problem) in
            guard request.query["front"] == nil else {
                return .json(.one(of: "board", 1), key: "/board?front=1") { ["row": 1] }
            }
            let page = request.query["page"] ?? "1"
            return .work(CallBounds(largestBody: 0, time: time)) { [self] asked async throws(Problem) in
                await work()
                guard page != "9" else { throw Problem(.gone, "there are eight pages") }
                return Reply(["page": page, "caller": asked.caller.kind.rawValue]).tagged("no-cache")
            }
        }
    }
}

@Suite("Reads that go on as calls", .serialized)
struct WorkTests {
    private let shop = Workshop()

    private func fixture(_ time: Duration = .seconds(300)) throws -> APIFixture {
        try APIFixture(calls: [shop.route(time)]) { $0.maxCalls = 16 }
    }

    @Test("an answer that is not at hand comes when its work is done; kept ones do not wait for it")
    func later() async throws {
        let fixture = try fixture()
        let clients = try (1...CallPool.home.places(of: 16)).map { _ in try fixture.client() }
        for (page, client) in clients.enumerated() {
            await client.send("GET /board?page=\(page) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        }
        #expect(await becomesTrue { shop.state.withLock { $0.begun } == clients.count })
        #expect(await fixture.get("/board?front=1")?.text == #"{"row":1}"#)
        #expect(await fixture.get("/v1/hash")?.status == 200)
        #expect(await fixture.get("/board?page=7")?.status == 503, "the pool is full")
        shop.state.withLock { $0.isOpen = true }
        for (page, client) in clients.enumerated() {
            #expect(await client.answer()?.text == #"{"caller":"stranger","page":"\#(page)"}"#)
            #expect(await client.get("/board?page=5")?.text == #"{"caller":"stranger","page":"5"}"#)
        }
    }

    @Test("HEAD, tags and refusals are those of any read")
    func forms() async throws {
        shop.state.withLock { $0.isOpen = true }
        let fixture = try fixture()
        let client = try fixture.client()
        let tag = try #require(await client.get("/board")?.headers["etag"])
        #expect(
            await client.request("GET", "/board", body: nil, headers: ["If-None-Match: \(tag)"])?.status
                == 304
        )
        #expect(await client.request("HEAD", "/board", body: nil)?.headers["etag"] == tag)
        #expect(await client.get("/board?page=9")?.status == 410)
        #expect(await client.get("/board", method: "PUT")?.headers["allow"] == "GET, HEAD, OPTIONS")
    }

    @Test("who waits too long is told 503, and the work ends")
    func late() async throws {
        let fixture = try fixture(.milliseconds(10))
        #expect(await fixture.get("/board")?.status == 503)
        #expect(await becomesTrue { shop.state.withLock { $0.cancelled } == 1 })
    }

    @Test("stopping answers reads that wait")
    func stops() async throws {
        let fixture = try fixture()
        let client = try fixture.client()
        await client.send("GET /board HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await becomesTrue { shop.state.withLock { $0.begun } == 1 })
        let server = fixture.server
        #expect(await BlockingCall.returns { server.stop() })
        let status = await client.answer()?.status
        #expect(status == 503 || status == nil)
        #expect(await becomesTrue { shop.state.withLock { $0.cancelled } == 1 })
    }
}
