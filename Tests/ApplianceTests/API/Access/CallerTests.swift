import Core
import Testing

@testable import Appliance

@Suite("Callers", .serialized)
struct CallerTests {
    private static func reads(_ appliance: PersonalFixture) -> Int {
        appliance.heard.value.reads["find device"] ?? 0
    }

    @Test("a phone that is known costs no row, and the numbers say so")
    func cached() async throws {
        let appliance = try await PersonalFixture()
        await appliance.register(1)
        let before = CallerTests.reads(appliance)
        for _ in 0..<20 {
            #expect(await appliance.ask("GET", PersonalFixture.path(1, "/alerts"), device: 1)?.status == 200)
        }
        #expect(CallerTests.reads(appliance) == before)
        let metrics = appliance.api.metrics.rendered()
        #expect(metrics.contains("watchpost_identity_cache_requests_total{result=\"hit\"} 20\n"))
        #expect(metrics.contains("watchpost_identity_cache_requests_total{result=\"miss\"} 0\n"))
        #expect(metrics.contains("watchpost_identity_cache_entries 1\n"))
    }

    @Test("a wrong secret of a known phone is asked of the store, and refused")
    func wrongSecret() async throws {
        let appliance = try await PersonalFixture()
        await appliance.register(1)
        let header = ["Authorization: Bearer \(PersonalFixture.credential(1, secret: "t"))"]
        for _ in 0..<2 {
            let answer = await appliance.ask("GET", PersonalFixture.path(1), headers: header)
            #expect(answer?.status == 401)
            #expect(answer?.json["code"] as? String == "unknown-device")
        }
        #expect(await appliance.ask("GET", PersonalFixture.path(1), device: 1)?.status == 200)
    }

    @Test("what is deleted is a stranger with its next request")
    func deleted() async throws {
        let appliance = try await PersonalFixture()
        await appliance.register(1)
        await appliance.register(2)
        for number in 1...2 { _ = await appliance.ask("GET", PersonalFixture.path(number), device: number) }
        #expect(await appliance.ask("DELETE", PersonalFixture.path(1), device: 1)?.status == 204)
        // The notices' handler asks for no row of the device: only the cache can let it in.
        #expect(await appliance.ask("GET", PersonalFixture.path(1, "/notices"), device: 1)?.status == 401)
        #expect(await appliance.ask("GET", PersonalFixture.path(1), device: 1)?.status == 401)
        let before = CallerTests.reads(appliance)
        #expect(await appliance.ask("GET", PersonalFixture.path(2), device: 2)?.status == 200)
        #expect(CallerTests.reads(appliance) == before, "the other one is still known")
    }

    @Test("a phone that an administrator removed is told so, and one that is unpaired administers nothing")
    func revoked() async throws {
        let appliance = try await PersonalFixture()
        for number in 1...2 {
            await appliance.register(number)
            #expect(await appliance.pair(number)?.status == 200)
            #expect(await appliance.ask("GET", "/v1/admin/settings", device: number)?.status == 200)
        }
        let admin = "/v1/admin/devices/\(PersonalFixture.credential(2).prefix(22))"
        #expect(await appliance.ask("DELETE", "\(admin)/administrator", device: 1)?.status == 204)
        #expect(await appliance.ask("GET", "/v1/admin/settings", device: 2)?.status == 403)
        #expect(await appliance.ask("DELETE", admin, device: 1)?.status == 204)
        let answer = await appliance.ask("GET", PersonalFixture.path(2), device: 2)
        #expect(answer?.status == 401)
        #expect(answer?.json["code"] as? String == "device-removed")
        #expect(await appliance.ask("GET", "/v1/admin/settings", device: 1)?.status == 200)
    }

    @Test(
        "who joins reads and writes the other person's list with its next request, and its own after leaving"
    )
    func joins() async throws {
        let appliance = try await PersonalFixture()
        for number in 1...2 {
            await appliance.register(number)
            _ = await appliance.ask("GET", PersonalFixture.path(number, "/watchlist/eu"), device: number)
        }
        let list = #"{"version":0,"realms":["retail/kazzak"]}"#
        let path = { PersonalFixture.path($0, "/watchlist/eu") }
        #expect(await appliance.ask("PUT", path(1), list, device: 1)?.status == 200)
        let code =
            await appliance.ask("POST", PersonalFixture.path(1, "/link"), device: 1)?.json["code"] ?? ""
        let join = await appliance.ask(
            "POST",
            PersonalFixture.path(2, "/join"),
            "{\"code\":\"\(code)\"}",
            device: 2
        )
        #expect(join?.status == 200)
        #expect(
            await appliance.ask("GET", path(2), device: 2)?.json["realms"] as? [String] == ["retail/kazzak"]
        )
        #expect(await appliance.ask("DELETE", PersonalFixture.path(2, "/link"), device: 2)?.status == 200)
        let own = #"{"version":1,"realms":["retail/up-realm"]}"#
        #expect(await appliance.ask("PUT", path(2), own, device: 2)?.status == 200)
        #expect(
            await appliance.ask("GET", path(1), device: 1)?.json["realms"] as? [String] == ["retail/kazzak"]
        )
    }

    /// A store of at most so many phones, which notes what it says of identities.
    private func store(of most: Int, _ changes: Locked<[IdentityChange]>) async throws -> DeviceStore {
        let opened = try await Database.open(.memory, migrations: Feature.all.tables.migrations, now: nil)
        return DeviceStore(
            database: opened.database,
            mostDevices: most,
            participants: Feature.all.participants(Feature.all.topics),
            identities: { change in changes.withLock { $0.append(change) } }
        )
    }

    @Test("a join makes nobody unknown but the phones that join")
    func joined() async throws {
        let changes = Locked<[IdentityChange]>([])
        let store = try await store(of: 10, changes)
        var phones: [DeviceRecord] = []
        for number in 1...2 {
            let registration = try #require(DeviceCredentialSample.registration(number))
            guard case .registered(let record) = try await store.put(registration, isSameSecret: { $0 == $1 })
            else { continue }
            phones.append(record)
        }
        let (maker, joining) = (try #require(phones.first), try #require(phones.last))
        let code = [UInt8](repeating: 5, count: 32)
        _ = try await store.addLinkCode(hash: code, person: maker.person, at: APIFixture.noon)
        guard case .joined = try await store.join(joining.id, codeHash: code, at: APIFixture.noon) else {
            Issue.record("not joined")
            return
        }
        #expect(changes.withLock { $0 } == [.person(joining.person)])
    }

    @Test("a phone that has to make room for a newcomer is forgotten")
    func evicted() async throws {
        let changes = Locked<[IdentityChange]>([])
        let store = try await store(of: 1, changes)
        var first = try #require(DeviceCredentialSample.registration(1))
        first.isLocal = true
        guard case .registered(let record) = try await store.put(first, isSameSecret: { $0 == $1 }) else {
            Issue.record("not registered")
            return
        }
        var second = try #require(DeviceCredentialSample.registration(2))
        second.isLocal = true
        second.at = first.at.advanced(by: 31 * 86_400)
        guard case .registered = try await store.put(second, isSameSecret: { $0 == $1 }) else {
            Issue.record("no place was found")
            return
        }
        #expect(changes.withLock { $0 } == [.device(record.id), .person(record.person)])
    }
}
