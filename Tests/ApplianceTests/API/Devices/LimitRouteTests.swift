import Foundation
import Testing

@testable import Appliance
@testable import Serving

private typealias TestAppliance = PersonalFixture

@Suite("Limits over the wire", .serialized)
struct LimitRouteTests {
    @Test("new devices of one address are rationed, known ones are not")
    func registrations() async throws {
        let appliance = try await TestAppliance(registrationsPerHour: 3)
        for number in 1...3 { #expect(await appliance.register(number)?.status == 201) }
        let refused = try #require(await appliance.register(4))
        #expect(refused.status == 429)
        #expect(refused.headers["retry-after"] == "1200")
        #expect(await appliance.register(2)?.status == 200)
        let elsewhere = await appliance.ask(
            "PUT",
            TestAppliance.path(4),
            TestAppliance.registration,
            device: 4,
            headers: ["X-Forwarded-For: 203.0.113.7"],
            throughTunnel: true
        )
        #expect(elsewhere?.status == 201)
        let forged = await appliance.ask(
            "PUT",
            TestAppliance.path(5),
            TestAppliance.registration,
            device: 5,
            headers: ["X-Forwarded-For: 203.0.113.8, 127.0.0.1"],
            throughTunnel: true
        )
        #expect(forged?.status == 429, "what the client claims before the proxy's own element does not count")
    }

    @Test("who has many addresses registers as many phones as five of them, and home registers on")
    func network() async throws {
        let appliance = try await TestAppliance(registrationsPerHour: 3)
        func register(_ number: Int, from address: String) async -> Int? {
            await appliance.registerOutside(number, from: address)?.status
        }
        var statuses: [Int?] = []
        for number in 1...17 {
            statuses.append(await register(number, from: "2001:db8:7:\(String(number, radix: 16))::1"))
        }
        #expect(statuses == Array(repeating: 201, count: 15) + [429, 429])
        #expect(await register(18, from: "2001:db8:8::1") == 201, "another network is not concerned")
        statuses = []
        for number in 21...35 { statuses.append(await register(number, from: "198.51.100.\(number)")) }
        // Nobody counts what two networks take together while places are plenty.
        #expect(statuses == Array(repeating: 201, count: 15))
        #expect(await appliance.register(40)?.status == 201)
        let stored = try await appliance.services.store.identity(
            of: String(TestAppliance.credential(1).prefix(22))
        )
        let record = try await appliance.services.store.device(try #require(stored).id)
        #expect(record?.network == "2001:db8:7::/48")
    }

    /// Stores phones without asking anybody; of a thousand places 900 are for phones from outside.
    private func fill(_ appliance: TestAppliance, _ numbers: ClosedRange<Int>, network: String? = nil)
        async throws
    {
        for number in numbers {
            var registration = try #require(DeviceCredentialSample.registration(number))
            (registration.isLocal, registration.network) = (network == nil, network)
            _ = try await appliance.services.store.put(registration, isSameSecret: { $0 == $1 })
        }
    }

    @Test(
        "from half full on who has twenty networks registers as many phones as two of them, and home registers on"
    )
    func outside() async throws {
        let appliance = try await TestAppliance(registrationsPerHour: 2)
        func register(_ numbers: ClosedRange<Int>) async -> [Int] {
            var statuses: [Int] = []
            for number in numbers {
                let reply = await appliance.registerOutside(
                    number,
                    from: "2001:db8:\(number % 20):\(number)::1"
                )
                statuses.append(reply?.status ?? 0)
            }
            return statuses
        }
        try await fill(appliance, 1_000...1_419)
        #expect(await register(1...30) == Array(repeating: 201, count: 30))
        #expect(await register(41...64) == Array(repeating: 201, count: 20) + Array(repeating: 429, count: 4))
        #expect(
            await appliance.registerOutside(1, from: "2001:db8:77::1")?.status == 200,
            "one that is known"
        )
        #expect(await appliance.register(90)?.status == 201)
        #expect(await appliance.register(91)?.status == 201)
    }

    @Test("networks that have all their places spend nothing of what all others outside may register")
    func replacing() async throws {
        let appliance = try await TestAppliance(registrationsPerHour: 2)
        try await fill(appliance, 1_000...1_449)
        try await fill(appliance, 2_000...2_044, network: "2001:db8:7::/48")
        try await fill(appliance, 3_000...3_044, network: "2001:db8:8::/48")
        var statuses: [Int?] = []
        for number in 1...10 {
            for network in 7...8 {
                let address = "2001:db8:\(network):\(number)::1"
                statuses.append(await appliance.registerOutside(number * 2 + network, from: address)?.status)
            }
        }
        #expect(statuses == Array(repeating: 503, count: 20))
        #expect(await appliance.registerOutside(50, from: "2001:db8:9::1")?.status == 201)
    }

    @Test("a phone that comes back half a day later is noted once; the owner removes the others at once")
    func unused() async throws {
        let appliance = try await TestAppliance()
        for number in 1...5 { await appliance.registerOutside(number, from: "198.51.100.\(number)") }
        await appliance.register(6)
        // One request more on the same occasion, and a push address, are no use.
        appliance.heard.note { $0.later = 12 * 3_600 - 1 }
        let address = #"{"locale":"en-GB","timeZone":"Europe/Warsaw","push":{"kind":"webpush"}}"#
        let path4 = TestAppliance.path(4)
        #expect(await appliance.ask("PUT", path4, address, device: 4, throughTunnel: true)?.status == 200)
        for number in 1...5 {
            #expect(await appliance.ask("GET", TestAppliance.path(number), device: number)?.status == 200)
        }
        #expect(appliance.heard.value.reads["note first use"] == nil)
        appliance.heard.note { $0.later += 1 }
        for _ in 0..<3 { _ = await appliance.ask("GET", TestAppliance.path(1, "/alerts"), device: 1) }
        // Known by the store only.
        appliance.services.gate.identities.forget(.everybody)
        #expect(await appliance.ask("GET", TestAppliance.path(2), device: 2)?.status == 200)
        #expect(await appliance.registerOutside(3, from: "198.51.100.3")?.status == 200)
        #expect(await appliance.ask("GET", TestAppliance.path(3), device: 3)?.status == 200)
        #expect(appliance.heard.value.reads["note first use"] == 2)
        let key = ["Authorization: Bearer \(TestAppliance.ownerKey)"]
        let path = "/v1/admin/unused-devices"
        #expect(await appliance.ask("DELETE", path, device: 1)?.status == 403)
        #expect(await appliance.ask("DELETE", path + "?hours=x", headers: key)?.status == 400)
        let young = try #require(await appliance.ask("DELETE", path + "?hours=13", headers: key))
        let stay = #""used":3,"young":2},"left":0,"removed":0}"#
        #expect(
            String(decoding: young.body, as: UTF8.self) == #"{"kept":{"administrators":0,"home":1,"# + stay
        )
        let gone = try #require(await appliance.ask("DELETE", path, headers: key))
        let left = #""used":3,"young":0},"left":0,"removed":2}"#
        #expect(
            String(decoding: gone.body, as: UTF8.self) == #"{"kept":{"administrators":0,"home":1,"# + left
        )
        #expect(await appliance.ask("GET", TestAppliance.path(4), device: 4)?.status == 401)
        #expect(await appliance.register(4)?.status == 201, "it may come again")
        for number in [1, 2, 3, 6] {
            #expect(await appliance.ask("GET", TestAppliance.path(number), device: number)?.status == 200)
        }
    }

    @Test("a device that asks without end is slowed down, reads for everybody are not counted")
    func requests() async throws {
        let appliance = try await TestAppliance(requestsPerMinute: 10)
        await appliance.register(1)
        var statuses: [Int] = []
        for _ in 0..<12 {
            statuses.append(await appliance.ask("GET", TestAppliance.path(1), device: 1)?.status ?? 0)
        }
        #expect(statuses.prefix(9).allSatisfy { $0 == 200 })
        #expect(statuses.suffix(3) == [429, 429, 429])
        #expect(await appliance.ask("GET", "/v1/hash")?.status == 200)
        let key = ["Authorization: Bearer \(TestAppliance.ownerKey)"]
        #expect(
            await appliance.ask("GET", "/v1/admin/devices", headers: key)?.status == 200,
            "the owner is not counted"
        )
    }

    @Test("a full appliance says so, at home after the last tenth of the places")
    func full() async throws {
        let appliance = try await TestAppliance()
        for number in 1...1_000 {
            if number == 901 {
                let path = TestAppliance.path(2_000)
                let stranger = await appliance.ask(
                    "PUT",
                    path,
                    TestAppliance.registration,
                    device: 2_000,
                    throughTunnel: true
                )
                #expect(stranger?.status == 503)
            }
            var registration = try #require(DeviceCredentialSample.registration(number))
            registration.isLocal = number > 900
            _ = try await appliance.services.store.put(registration, isSameSecret: { $0 == $1 })
        }
        let refused = try #require(await appliance.register(2_000))
        #expect(refused.status == 503)
        #expect(refused.headers["retry-after"] == "3600")
    }

    @Test("the owner's key is made once, private, and read back")
    func ownerKey() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let made = try OwnerKey.open(in: folder)
        let text = try String(contentsOfFile: OwnerKey.path(in: folder), encoding: .utf8)
        let word = text.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(made.accepts(word))
        #expect(!made.accepts(word + "x"))
        #expect(try OwnerKey.open(in: folder).accepts(word))
        let mode = try FileManager.default.attributesOfItem(atPath: OwnerKey.path(in: folder))[
            .posixPermissions
        ]
        #expect(mode as? Int == 0o600)
        #expect(OwnerKey("owner.short") == nil)
    }
}
