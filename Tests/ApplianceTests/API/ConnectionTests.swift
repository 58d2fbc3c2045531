import Core
import TestSupport
import Testing

@testable import Appliance
@testable import Serving

@Suite("Connections", .serialized)
struct ConnectionTests {
    private func registry(_ adjust: (inout HTTPSettings) -> Void = { _ in }) -> ConnectionRegistry {
        var settings = HTTPSettings(address: "127.0.0.1", port: 0)
        adjust(&settings)
        return ConnectionRegistry(limits: settings)
    }

    @Test("a connection is overdue exactly after its time")
    func overdue() {
        let record = registry().add(socket: -1, now: 1_000)
        #expect(!record.isOverdue(at: 21_000))
        #expect(record.isOverdue(at: 21_001))
        record.extend(to: 50_000)
        #expect(!record.isOverdue(at: 21_001))
        record.exempt()
        #expect(!record.isOverdue(at: .max))
    }

    @Test("above the limit a connection is refused and has less time")
    func limit() {
        let registry = registry { $0.maxConnections = 1 }
        #expect(!registry.add(socket: -1, now: 0).isRefused)
        let second = registry.add(socket: -2, now: 0)
        #expect(second.isRefused)
        #expect(second.isOverdue(at: 5_001))
        registry.remove(second)
        #expect(registry.count == 1)
    }

    @Test("strangers leave a quarter of the places to people at home")
    func strangers() {
        let registry = registry { $0.maxConnections = 8 }
        let many = (1...8).map { registry.add(socket: -$0, isStranger: true, now: 0) }
        #expect(many.filter(\.isRefused).count == 2)
        registry.remove(many[6])
        registry.remove(many[7])
        #expect((9...10).map { registry.add(socket: -$0, now: 0).isRefused } == [false, false])
        #expect(registry.add(socket: -11, now: 0).isRefused)
        registry.remove(many[0])
        #expect(!registry.add(socket: -12, now: 0).isRefused)
    }

    @Test("the library's own limit is out of reach however its threads are loaded", arguments: [1, 2, 4])
    func libraryLimit(threads: Int) {
        var settings = HTTPSettings(address: "127.0.0.1", port: 0)
        settings.threads = threads
        #expect(settings.libraryLimit / threads > settings.hardLimit)
        #expect(settings.hardLimit > settings.maxConnections)
    }

    @Test(
        "no more connections are served than the process may open files",
        arguments: [
            (256, 1_024, 256), (4_096, 1_024, 352), (4_096, 16_384, 4_096), (8, 64, 8), (352, 1_024, 352),
        ]
    )
    func openFiles(wanted: Int, descriptors: Int, served: Int) {
        var settings = HTTPSettings(address: "127.0.0.1", port: 0)
        settings.maxConnections = wanted
        let words = settings.fit(descriptors: descriptors)
        #expect(settings.maxConnections == served)
        #expect((words != nil) == (wanted != served))
        #expect(words?.contains("LimitNOFILE") ?? true)
    }

    @Test("a client that sends a byte now and then is cut off")
    func slowHead() async throws {
        let fixture = try APIFixture { $0.requestTime = .milliseconds(1) }
        let client = try fixture.client()
        await client.send("GET /v1/hash HTTP/1.1\r\nHost: lo")
        #expect(await client.isClosed())
    }

    @Test("an event stream is not cut off")
    func stream() async throws {
        let never = Route(.get, "/v1/never", .anybody, .bare) { _ async throws(Problem) in
            try? await Task.sleep(for: .seconds(300))  // Cancelled: the server stops.
            return Reply.noContent
        }
        let fixture = try APIFixture(calls: [never]) { $0.answerTime = .seconds(1) }
        // Whoever is not answered within that second is cut off before there is a stream, and asks again.
        var opened: RawClient?
        for _ in 0..<Patience.seconds where opened == nil {
            let client = try fixture.client()
            if await client.get("/v1/events")?.status == 200 { opened = client }
        }
        let stream = try #require(opened)
        let late = try fixture.client()
        await late.send("GET /v1/never HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await late.isClosed(), "by now the stream's time would be up as well")
        fixture.events.append(StoredEvent(sequence: 1, at: APIFixture.noon, name: "realm", json: "{}"))
        #expect(await stream.read(until: "id: 1\n") != nil)
    }

    @Test(
        "hosts that are ours",
        arguments: [
            ("localhost", true), ("LOCALHOST:8080", true), ("127.0.0.1", true), ("192.168.1.7:8080", true),
            ("[::1]", true), ("[fe80::1]:8080", true), ("watchpost.local", true),
            ("WatchPost.Local:80", true),
            ("pi.example.org", true), ("", false), (":80", false), ("evil.example", false),
            ("localhost:x", false),
            ("localhost.evil.example", false), ("pi.example.org.evil.example", false), ("1.2.3.4.5", false),
            ("[::1", false), ("[::1]x", false), ("[localhost]", false), ("999.1.1.1", false),
            ("127.0.0.1.evil.example", false), ("evil.example:80", false), ("watchpost.local.x", false),
            ("xwatchpost.local", false), ("[::1]:8080", true), ("localhost.:8080", true),
            // As its own network calls it.
            ("watchpost", true), ("watchpost.lan", true), ("WATCHPOST.home.arpa:8080", true),
            ("watchpost.internal", true), ("watchpost.localdomain", true), ("watchpost.fritz.box", false),
            ("watchpost.lan.evil.example", false), ("xwatchpost.lan", false), ("box.localhost:8080", true),
            (".localhost", false), ("xlocalhost", false), ("a/b.localhost", false),
            // After a clash of names.
            ("watchpost-2.local", true), ("WatchPost-17.LOCAL.:8080", true), ("watchpost-999.local", true),
            ("watchpost-0.local", false), ("watchpost-02.local", false), ("watchpost-1000.local", false),
            ("watchpost-.local", false), ("watchpost-x.local", false), ("xwatchpost-2.local", false),
            ("watchpost-2.local.evil", false), ("watchpost-2.lan", false), ("watchpost-2", false),
            ("watchpost-2-3.local", false),
            // With the dot of the root.
            ("localhost.", true), ("watchpost.local.", true), ("pi.example.org.:443", true),
            ("192.168.1.7.", true), (".", false), ("..", false), ("watchpost.local..", false),
            ("evil.example.", false), ("dotted.example", true), ("dotted.example.", true),
            // With an interface.
            ("[fe80::1%25eth0]:8080", true), ("[FE80::1%eth0]", true), ("[febf::1%25wlan0]", true),
            ("[fe80::1%25a/b]", false), ("[fe80::1%]", false), ("[::1%25eth0]", false),
            ("[fec0::1%25eth0]", false), ("[2001:db8::1%25eth0]", false), ("[fe80::x%25eth0]", false),
            ("[fe80%25eth0]", false), ("[%25eth0]", false),
            ("user@localhost", false), ("127.0.0.1\u{0}", false),
        ]
    )
    func hosts(host: String, isOurs: Bool) {
        let policy = HostPolicy(machine: "watchpost.home.arpa", names: ["Pi.Example.org", "dotted.example."])
        #expect(Array(host.utf8).withUnsafeBufferPointer(policy.accepts) == isOurs)
    }

    @Test("a machine without a name has the names that all have")
    func nameless() {
        let policy = HostPolicy(machine: "")
        for (host, isOurs) in [
            ("localhost", true), (".local", false), ("-2.local", false), (".lan", false), ("", false),
        ] {
            #expect(Array(host.utf8).withUnsafeBufferPointer(policy.accepts) == isOurs, "\(host)")
        }
    }

    @Test(
        "an address that cannot be used is explained",
        arguments: ["300.1.1.1", "name.example", "192.0.2.1"]
    )
    func address(text: String) {
        #expect(throws: HTTPServerError.self) { try ListeningSocket(address: text, port: 0) }
    }

    @Test("a taken port is named")
    func takenPort() throws {
        let fixture = try APIFixture()
        do throws(HTTPServerError) {
            _ = try ListeningSocket(address: "127.0.0.1", port: fixture.port)
            Issue.record("the port was taken twice")
        } catch {
            #expect(error.description.contains("127.0.0.1:\(fixture.port)"))
            #expect(error.description.contains("another port"))
        }
    }
}
