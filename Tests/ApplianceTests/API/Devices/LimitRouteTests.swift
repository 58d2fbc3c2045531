import Foundation
import Testing

@testable import Appliance
@testable import Serving

private typealias TestAppliance = PersonalFixture

@Suite("Limits over the wire", .serialized)
struct LimitRouteTests {
    @Test("new devices of one address are rationed, known ones are not")
    func registrations() async throws {
        let house = try await TestAppliance(registrationsPerHour: 3)
        for number in 1...3 { #expect(await house.register(number)?.status == 201) }
        let refused = try #require(await house.register(4))
        #expect(refused.status == 429)
        #expect(refused.headers["retry-after"] == "1200")
        #expect(await house.register(2)?.status == 200)
        let elsewhere = await house.ask(
            "PUT",
            TestAppliance.path(4),
            TestAppliance.registration,
            device: 4,
            headers: ["X-Forwarded-For: 203.0.113.7"],
            throughTunnel: true
        )
        #expect(elsewhere?.status == 201)
        let forged = await house.ask(
            "PUT",
            TestAppliance.path(5),
            TestAppliance.registration,
            device: 5,
            headers: ["X-Forwarded-For: 203.0.113.8, 127.0.0.1"],
            throughTunnel: true
        )
        #expect(forged?.status == 429, "what the client claims before the proxy's own element does not count")
    }

    @Test("a device that asks without end is slowed down, reads for everybody are not counted")
    func requests() async throws {
        let house = try await TestAppliance(requestsPerMinute: 10)
        await house.register(1)
        var statuses: [Int] = []
        for _ in 0..<12 {
            statuses.append(await house.ask("GET", TestAppliance.path(1), device: 1)?.status ?? 0)
        }
        #expect(statuses.prefix(9).allSatisfy { $0 == 200 })
        #expect(statuses.suffix(3) == [429, 429, 429])
        #expect(await house.ask("GET", "/v1/hash")?.status == 200)
        let key = ["Authorization: Bearer \(TestAppliance.ownerKey)"]
        #expect(
            await house.ask("GET", "/v1/admin/devices", headers: key)?.status == 200,
            "the owner is not counted"
        )
    }

    @Test("a full appliance says so, at home after the last tenth of the places")
    func full() async throws {
        let house = try await TestAppliance()
        for number in 1...1_000 {
            if number == 901 {
                let path = TestAppliance.path(2_000)
                let stranger = await house.ask(
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
            _ = try await house.services.store.put(registration, isSameSecret: { $0 == $1 })
        }
        let refused = try #require(await house.register(2_000))
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
