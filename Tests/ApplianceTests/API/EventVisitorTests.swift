import Testing

@testable import Appliance
@testable import Serving

@Suite("Who listens to events", .serialized)
struct EventVisitorTests {
    /// A server whose main door stands behind the owner's proxy.
    private static func behindProxy() throws -> APIFixture {
        try APIFixture(maxStreams: 20) { settings in
            let proxy = ClientAddress("127.0.0.1")
            settings.clients = ClientRule(
                trustedProxies: Set([proxy].compactMap { $0 }),
                lacksTrustInOwn: true
            )
        }
    }

    @Test("who comes through the owner's proxy is a stranger by the address that it names")
    func named() async throws {
        let fixture = try EventVisitorTests.behindProxy()
        var readers: [RawClient] = []
        func open(_ address: String) async throws -> Int? {
            let client = try fixture.client()
            readers.append(client)
            return await client.get("/v1/events", headers: ["X-Forwarded-For: \(address)"])?.status
        }
        for _ in 0..<2 { #expect(try await open("203.0.113.7") == 200) }
        #expect(try await open("203.0.113.7") == 503, "one address has a tenth")
        for number in 8...10 { #expect(try await open("203.0.113.\(number)") == 200) }
        #expect(try await open("203.0.113.11") == 503, "a network has a quarter")
        #expect(try await open("198.51.100.1, 203.0.113.7") == 503, "what the client claims does not count")
        #expect(try await open("198.51.100.1") == 200)
        withExtendedLifetime(readers) {}
    }

    @Test(
        "through a proxy, of whatever visitors, a quarter of the streams cannot be taken",
        arguments: [true, false]
    )
    func quarter(isNamed: Bool) async throws {
        let fixture = try EventVisitorTests.behindProxy()
        var readers: [RawClient] = []
        var statuses: [Int?] = []
        for number in 0..<16 {
            let client = try fixture.client()
            readers.append(client)
            let headers = isNamed ? ["X-Forwarded-For: 198.51.\(number).1"] : []
            statuses.append(await client.get("/v1/events", headers: headers)?.status)
        }
        #expect(statuses == Array(repeating: 200, count: 15) + [503])
        withExtendedLifetime(readers) {}
    }

    @Test("a program of this machine is at home as long as nothing lets strangers in")
    func own() async throws {
        let fixture = try APIFixture(maxStreams: 4)
        let readers = try (0..<4).map { _ in try fixture.client() }
        for reader in readers { #expect(await reader.get("/v1/events")?.status == 200) }
        withExtendedLifetime(readers) {}
    }
}
