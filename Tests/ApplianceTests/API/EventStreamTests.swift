import Core
import SystemSupport
import TestSupport
import Testing

@testable import Appliance
@testable import Serving

@Suite("Event streams over the wire", .serialized)
struct EventStreamTests {
    private func event(_ sequence: Int64, _ json: String = "{}") -> StoredEvent {
        StoredEvent(sequence: sequence, at: APIFixture.noon, name: "realm", json: json)
    }

    @Test("events arrive at once at every reader")
    func live() async throws {
        let fixture = try APIFixture()
        let readers = try (0..<5).map { _ in try fixture.client() }
        for reader in readers {
            let answer = try #require(await reader.get("/v1/events"))
            #expect(answer.headers["content-type"] == "text/event-stream")
            #expect(answer.headers["cache-control"] == "no-store")
            #expect(answer.headers["x-accel-buffering"] == "no")
            #expect(answer.headers["transfer-encoding"] == "chunked")
            #expect(await reader.read(until: "retry: 5000\n\n") != nil)
        }
        for sequence in 1...20 as ClosedRange<Int64> {
            fixture.events.append(event(sequence, "{\"n\":\(sequence)}"))
            let text = "id: \(sequence)\nevent: realm\ndata: {\"n\":\(sequence)}\n\n"
            for reader in readers { #expect(await reader.read(until: text) != nil) }
        }
    }

    @Test(
        "a reader that comes back gets what it missed, or is told to start again",
        arguments: [
            ("/v1/events?after=11", [], "id: 12\n"), ("/v1/events", ["Last-Event-ID: 12"], "id: 13\n"),
            ("/v1/events?after=1", ["Last-Event-ID: 12"], "id: 13\n"),
            ("/v1/events?after=1", [], "event: reset\n"),
            ("/v1/events", ["Last-Event-ID: 99"], "event: reset\n"),
            ("/v1/events", ["Last-Event-ID: x"], "event: reset\n"),
        ]
    )
    func replay(target: String, headers: [String], first: String) async throws {
        let fixture = try APIFixture(newestEvent: 10)
        for sequence in 11...13 as ClosedRange<Int64> { fixture.events.append(event(sequence)) }
        let reader = try fixture.client()
        #expect(await reader.get(target, headers: headers)?.status == 200)
        #expect(await reader.read(until: "retry: 5000\n\n") != nil)
        let text = try #require(await reader.read(until: "\n\n"))
        #expect(text.contains(first))
        #expect(!first.contains("reset") || text.contains("id: 13\nevent: reset\ndata: {}\n\n"))
    }

    @Test("above the limit a stream is refused, the connection goes on")
    func limit() async throws {
        let fixture = try APIFixture(maxStreams: 2)
        let readers = try (0..<2).map { _ in try fixture.client() }
        for reader in readers { #expect(await reader.get("/v1/events")?.status == 200) }
        let late = try fixture.client()
        #expect(await late.get("/v1/events")?.status == 503)
        #expect(await late.get("/v1/events", method: "HEAD")?.status == 200)
        #expect(await late.get("/v1/hash")?.status == 200)
        withExtendedLifetime(readers) {}
    }

    @Test("through the tunnel a quarter of the streams cannot be taken")
    func strangers() async throws {
        let fixture = try APIFixture(maxStreams: 4) { $0.tunnel = ("127.0.0.1", 0) }
        let strangers = try (0..<3).map { _ in try RawClient(port: fixture.ports[1]) }
        for stranger in strangers { #expect(await stranger.get("/v1/events")?.status == 200) }
        let late = try RawClient(port: fixture.ports[1])
        #expect(await late.get("/v1/events")?.status == 503)
        #expect(await late.get("/v1/hash")?.status == 200)
        let readers = try (0..<2).map { _ in try fixture.client() }
        #expect(await readers[0].get("/v1/events")?.status == 200)
        #expect(await readers[1].get("/v1/events")?.status == 503)
        withExtendedLifetime((strangers, readers)) {}
    }

    @Test("one visitor, and one network, cannot take the streams of all others; home is not concerned")
    func visitors() async throws {
        let fixture = try APIFixture(maxStreams: 20) { $0.tunnel = ("127.0.0.1", 0) }
        var readers: [RawClient] = []
        func open(_ address: String?) async throws -> Int? {
            let client = try RawClient(port: fixture.ports[address == nil ? 0 : 1])
            readers.append(client)
            let headers = address.map { ["X-Forwarded-For: \($0)"] } ?? []
            return await client.get("/v1/events", headers: headers)?.status
        }
        for _ in 0..<2 { #expect(try await open("2001:db8:1:1::7") == 200) }
        #expect(try await open("2001:db8:1:1::8") == 503, "one customer has a /64")
        for number in 2...4 { #expect(try await open("2001:db8:1:\(number)::7") == 200) }
        #expect(try await open("2001:db8:1:5::7") == 503, "a network has a quarter")
        #expect(try await open("2001:db8:2:1::7") == 200)
        #expect(try await open("203.0.113.7") == 200)
        for _ in 0..<6 { #expect(try await open(nil) == 200) }
        withExtendedLifetime(readers) {}
    }

    @Test("who leaves gives its place back at once: a newcomer waits for no comment")
    func placesOfThoseWhoLeft() async throws {
        let fixture = try APIFixture(maxStreams: 20) { $0.tunnel = ("127.0.0.1", 0) }
        let headers = ["X-Forwarded-For: 203.0.113.7"]
        var readers = try (0..<2).map { _ in try RawClient(port: fixture.ports[1]) }
        for reader in readers { #expect(await reader.get("/v1/events", headers: headers)?.status == 200) }
        let late = try RawClient(port: fixture.ports[1])
        #expect(await late.get("/v1/events", headers: headers)?.status == 503, "one address has a tenth")
        readers.removeAll()
        #expect(await becomesTrue { await late.get("/v1/events", headers: headers)?.status == 200 })
        fixture.events.append(event(1))
        #expect(await late.read(until: "id: 1\n") != nil)
    }

    @Test("streams whose readers left end by themselves, however many they are", arguments: [1, 20])
    func endOfThoseWhoLeft(count: Int) async throws {
        let fixture = try APIFixture()
        let stays = try fixture.client()
        #expect(await stays.get("/v1/events")?.status == 200)
        var readers = try (0..<count).map { _ in try fixture.client() }
        for reader in readers { #expect(await reader.get("/v1/events")?.status == 200) }
        readers.removeAll()
        #expect(await becomesTrue { fixture.events.count == 1 })
        fixture.events.append(event(1))
        #expect(await stays.read(until: "id: 1\n") != nil)
    }

    @Test("comments reach sleeping readers, and no reader that left stays")
    func heartbeat() async throws {
        let fixture = try APIFixture()
        let reader = try fixture.client()
        #expect(await reader.get("/v1/events")?.status == 200)
        // Who still has text to read gets no comment.
        #expect(await reader.read(until: "retry: 5000\n\n") != nil)
        var gone: RawClient? = try fixture.client()
        #expect(await gone?.get("/v1/events")?.status == 200)
        #expect(await gone?.read(until: "retry: 5000\n\n") != nil)
        #expect(fixture.events.count == 2)
        gone = nil
        fixture.events.heartbeat()
        #expect(await reader.read(until: ":\n\n") != nil)
        #expect(await becomesTrue { fixture.events.count == 1 })
    }

    @Test("a reader that does not read is cut off and does not hold up the others")
    func slowReader() async throws {
        let fixture = try APIFixture()
        let slow = try fixture.client()
        #expect(await slow.get("/v1/events")?.status == 200)
        let json = "{\"a\":\"" + String(repeating: "x", count: 60_000) + "\"}"
        var sequence: Int64 = 0
        #expect(
            await becomesTrue {
                sequence += 1
                for _ in 0..<20 {
                    fixture.events.append(event(sequence, json))
                    sequence += 1
                }
                return fixture.events.count == 0
            }
        )
        #expect(fixture.metrics.rendered().contains("watchpost_event_streams_dropped_total 1\n"))
        #expect(await fixture.get("/healthz")?.status == 200)
    }

    @Test("stopping ends sleeping streams properly and waits for none of their readers, again and again")
    func shutdown() async throws {
        for _ in 0..<TestEffort.rounds(2) {
            let fixture = try APIFixture()
            let readers = try (0..<20).map { _ in try fixture.client() }
            for reader in readers { #expect(await reader.get("/v1/events")?.status == 200) }
            fixture.events.append(event(1))
            let server = fixture.server
            #expect(await BlockingCall.returns { server.stop() })
            for reader in readers {
                #expect(await reader.read(until: "id: 1\n") != nil)
                #expect(await reader.read(until: "\r\n0\r\n\r\n") != nil, "the body has its proper end")
                #expect(await reader.isClosed())
            }
        }
    }

    @Test("stopping does not wait for a reader that does not read")
    func shutdownWithSlowReader() async throws {
        let fixture = try APIFixture { $0.farewellTime = .milliseconds(50) }
        let slow = try fixture.client()
        #expect(await slow.get("/v1/events")?.status == 200)
        let hub = fixture.events
        let json = "{\"a\":\"" + String(repeating: "x", count: 200_000) + "\"}"
        // Until the system keeps no more of it for its reader. Where it is only slow, the stop has less to do.
        var (sequence, isTaken) = (Int64(0), true)
        while isTaken {
            sequence += 1
            hub.append(event(sequence, json))
            isTaken = false
            for _ in 0..<20 where !isTaken {
                try await Task.sleep(for: Patience.pause)
                isTaken = hub.state.withLock { $0.readers.values.contains { $0.stream.isAsleep } }
            }
        }
        let server = fixture.server
        #expect(await BlockingCall.returns { server.stop() })
        withExtendedLifetime(slow) {}
    }

    @Test("events, comments, comers and goers at once leave nothing behind")
    func turmoil() async throws {
        let fixture = try APIFixture()
        let hub = fixture.events
        for round in 0..<Int64(TestEffort.rounds(20)) {
            let reader = try fixture.client()
            #expect(await reader.get("/v1/events?after=0")?.status == 200)
            hub.append(event(round + 1))
            hub.heartbeat()
            #expect(await reader.read(until: "id: \(round + 1)\n") != nil)
        }
        #expect(
            await becomesTrue {
                hub.heartbeat()
                return hub.count == 0
            }
        )
    }
}
