import Core
import CoreSupport
import Testing
import WatchpostModel

private let code = [UInt8](repeating: 5, count: 32)

@Suite("Linking devices")
struct DeviceLinkTests {
    @Test("linked devices share one person, whose lists are joined")
    func joins() async throws {
        let appliance = try await DeviceFixture()
        let store = appliance.store
        let ann = try await appliance.register(1)
        let tablet = try await appliance.register(2)
        _ = try await store.put(appliance.list(["retail/kazzak"]), of: ann.person)
        _ = try await store.put(appliance.list(["retail/draenor"], kinds: .queue), of: tablet.person)
        _ = try await store.put(
            WatchList(region: .us, version: 0, realms: ["retail/illidan"], kinds: .standard),
            of: tablet.person
        )
        let expiry = try await store.addLinkCode(hash: code, person: ann.person, at: appliance.now)
        #expect(expiry == appliance.now.advanced(by: 600))
        guard case .joined(let joined) = try await store.join(tablet.id, codeHash: code, at: appliance.now)
        else {
            Issue.record("not joined")
            return
        }
        #expect(joined.person == ann.person)
        #expect(joined.linkedDevices == 2)
        #expect(joined.regions == [.us, .eu])
        let union = appliance.list(
            ["retail/draenor", "retail/kazzak"],
            version: 2,
            kinds: [.status, .queue]
        )
        #expect(try await store.watchList(.eu, of: ann.person) == union)
        #expect(try await store.watchList(.us, of: ann.person).version == 1)
        let old = try await store.put(appliance.list(["retail/kazzak"], version: 1), of: ann.person)
        #expect(old == .conflict(union))
    }

    @Test("a lost answer is asked for again, and nobody else uses the code")
    func oneTime() async throws {
        let appliance = try await DeviceFixture()
        let ann = try await appliance.register(1)
        let tablet = try await appliance.register(2)
        let stranger = try await appliance.register(3)
        _ = try await appliance.store.addLinkCode(hash: code, person: ann.person, at: appliance.now)
        let first = try await appliance.store.join(tablet.id, codeHash: code, at: appliance.now)
        #expect(try await appliance.store.join(tablet.id, codeHash: code, at: appliance.now) == first)
        #expect(try await appliance.store.join(stranger.id, codeHash: code, at: appliance.now) == .noCode)
    }

    @Test("a code ends after ten minutes, and when its maker asks for another")
    func expires() async throws {
        let appliance = try await DeviceFixture()
        let ann = try await appliance.register(1)
        let tablet = try await appliance.register(2)
        let store = appliance.store
        let expiry = try await store.addLinkCode(hash: code, person: ann.person, at: appliance.now)
        #expect(try await store.join(tablet.id, codeHash: code, at: expiry) == .noCode)
        let other = [UInt8](repeating: 6, count: 32)
        _ = try await store.addLinkCode(hash: other, person: ann.person, at: appliance.now)
        #expect(try await store.join(tablet.id, codeHash: code, at: appliance.now) == .noCode)
    }

    @Test("a code ends when a device of its person is deleted")
    func revoked() async throws {
        let appliance = try await DeviceFixture()
        let store = appliance.store
        let ann = try await appliance.register(1)
        let stolen = try await appliance.register(2)
        _ = try await store.addLinkCode(hash: code, person: ann.person, at: appliance.now)
        _ = try await store.join(stolen.id, codeHash: code, at: appliance.now)
        let way = [UInt8](repeating: 6, count: 32)
        _ = try await store.addLinkCode(hash: way, person: ann.person, at: appliance.now)
        #expect(try await store.delete(stolen.id))
        let thief = try await appliance.register(3)
        #expect(try await store.join(thief.id, codeHash: way, at: appliance.now) == .noCode)
        #expect(try await store.device(ann.id)?.linkedDevices == 1)
    }

    @Test("an administrator does not join others, others join an administrator")
    func administrators() async throws {
        let appliance = try await DeviceFixture()
        let ann = try await appliance.register(1)
        let bob = try await appliance.register(2)
        let store = appliance.store
        try await store.persons.setAdministrator(true, person: bob.person)
        _ = try await store.addLinkCode(hash: code, person: ann.person, at: appliance.now)
        #expect(try await store.join(bob.id, codeHash: code, at: appliance.now) == .administratorJoins)
        #expect(try await store.device(ann.id)?.isAdministrator == false)
        let other = [UInt8](repeating: 6, count: 32)
        _ = try await store.addLinkCode(hash: other, person: bob.person, at: appliance.now)
        guard case .joined(let joined) = try await store.join(ann.id, codeHash: other, at: appliance.now)
        else {
            Issue.record("not joined")
            return
        }
        #expect(joined.isAdministrator)
    }

    @Test("two lists that are too long together are left as they are")
    func tooLong() async throws {
        let appliance = try await DeviceFixture()
        let ann = try await appliance.register(1)
        let tablet = try await appliance.register(2)
        let long = (0..<400).map { "retail/a\($0)" }.sorted()
        _ = try await appliance.store.put(appliance.list(long), of: ann.person)
        _ = try await appliance.store.put(appliance.list(["retail/kazzak"]), of: tablet.person)
        _ = try await appliance.store.addLinkCode(hash: code, person: ann.person, at: appliance.now)
        #expect(
            try await appliance.store.join(tablet.id, codeHash: code, at: appliance.now)
                == .obstacle(.tooManyRealms)
        )
        #expect(try await appliance.store.watchList(.eu, of: ann.person).realms == long)
        #expect(try await appliance.store.watchList(.eu, of: tablet.person).realms == ["retail/kazzak"])
    }

    @Test("of two persons who were joined one is left")
    func oneIsLeft() async throws {
        let appliance = try await DeviceFixture()
        let ann = try await appliance.register(1)
        let tablet = try await appliance.register(2)
        _ = try await appliance.store.addLinkCode(hash: code, person: ann.person, at: appliance.now)
        _ = try await appliance.store.join(tablet.id, codeHash: code, at: appliance.now)
        #expect(try await appliance.store.delete(ann.id))
        #expect(try await appliance.store.device(tablet.id)?.linkedDevices == 1)
        #expect(try await appliance.store.device(tablet.id)?.person == ann.person)
    }
}
