import Core
import CoreSupport
import Testing
import WatchpostModel

@Suite("Room for the lists of phones")
struct StorageQuotaTests {
    /// Realms with the longest names that a list takes.
    private func realms(_ count: Int, _ letter: String = "a") -> [String] {
        (0..<count).map { "retail/\(1_000 + $0)" + String(repeating: letter, count: 120) }
    }

    private func alerts(_ count: Int, version: Int64 = 0) throws -> AlertList {
        let alert = try MapAlert(mode: "pubs", map: nil, minutes: 5, once: false, days: .all, hours: nil)
        return AlertList(version: version, quiet: nil, maps: Array(repeating: alert, count: count))
    }

    @Test("strangers' lists end to grow when the room is used up, whoever they say they are")
    func bounded() async throws {
        let appliance = try await DeviceFixture(quota: StorageQuota(bytes: 2 << 20))
        var refused = 0
        for number in 1...60 {
            let person = try await appliance.register(number).person
            guard
                case .full(StorageQuota.share) = try await appliance.store.put(
                    appliance.list(realms(400)),
                    of: person
                )
            else {
                #expect(refused == 0)
                continue
            }
            refused += 1
            let few = try await appliance.store.put(appliance.list(realms(StorageQuota.share)), of: person)
            #expect(few == .stored(appliance.list(realms(StorageQuota.share), version: 1)))
        }
        // 156 kB each: thirteen fill two megabytes.
        #expect((30...55).contains(refused))
    }

    @Test("at home and for administrators there is room, and a list may shrink and change")
    func trusted() async throws {
        let appliance = try await DeviceFixture(quota: StorageQuota(bytes: 0))
        let person = try await appliance.register(1).person
        let stranger = try await appliance.store.put(appliance.list(realms(11)), of: person)
        #expect(stranger == .full(10))
        let home = try await appliance.store.put(appliance.list(realms(400)), of: person, isTrusted: true)
        #expect(home == .stored(appliance.list(realms(400), version: 1)))
        let shorter = try await appliance.store.put(appliance.list(realms(399, "b"), version: 1), of: person)
        #expect(shorter == .stored(appliance.list(realms(399, "b"), version: 2)))
        let longer = try await appliance.store.put(appliance.list(realms(400), version: 2), of: person)
        #expect(longer == .full(10))
    }

    @Test("alerts keep to the same rule")
    func alerts() async throws {
        let appliance = try await DeviceFixture(quota: StorageQuota(bytes: 0))
        let device = try await appliance.register(1).id
        let (few, many) = (try alerts(10, version: 1), try alerts(64, version: 2))
        let tooMany = try await appliance.store.put(try alerts(11), ofDevice: device)
        #expect(tooMany == .full(10))
        let stored = try await appliance.store.put(try alerts(10), ofDevice: device)
        #expect(stored == .stored(few))
        let home = try await appliance.store.put(
            try alerts(64, version: 1),
            ofDevice: device,
            isTrusted: true
        )
        #expect(home == .stored(many))
    }

    @Test("leaving is always possible, and copies a share only", arguments: [false, true])
    func leaving(isTrusted: Bool) async throws {
        let appliance = try await DeviceFixture(quota: StorageQuota(bytes: 0))
        let first = try await appliance.register(1)
        let second = try await appliance.register(2)
        _ = try await appliance.store.put(appliance.list(realms(30)), of: first.person, isTrusted: true)
        let code = [UInt8](repeating: 7, count: 32)
        _ = try await appliance.store.addLinkCode(hash: code, person: first.person, at: appliance.now)
        guard case .joined = try await appliance.store.join(second.id, codeHash: code, at: appliance.now)
        else {
            Issue.record("not joined")
            return
        }
        let left = try await appliance.store.leave(
            second.install,
            person: first.person,
            isTrusted: isTrusted,
            at: appliance.now
        )
        #expect(left)
        let own = try #require(try await appliance.store.identity(of: second.install)).person
        #expect(own != first.person)
        let copied = try await appliance.store.watchList(.eu, of: own).realms
        #expect(copied == realms(isTrusted ? 30 : 10))
        #expect(try await appliance.store.watchList(.eu, of: first.person).realms == realms(30))
    }
}
