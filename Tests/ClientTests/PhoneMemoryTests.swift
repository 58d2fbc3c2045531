import Foundation
import Testing
import WatchpostClient
import WatchpostModel

/// A process that lives for days, is carried from network to network, and is told to forget.
@Suite("What an app that stays in memory shows, and forgets")
struct PhoneMemoryTests {
    typealias Address = PhoneIdentityTests.Address

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func phone(
        _ address: Address,
        _ clock: LockedBox<Date> = LockedBox(Date(timeIntervalSince1970: 1_000_000))
    ) -> (phone: Phone, transport: ScriptedTransport) {
        let transport = ScriptedTransport { address.answer($0) }
        let phone = Phone(transport: transport, address: "http://box", folder: folder.url) { clock.value }
        return (phone, transport)
    }

    /// What may lie between two requests of one process, while another box takes the place of the first.
    enum Between: CaseIterable, Sendable {
        case registration, minute, clockSetBack, lostRequest, connectionChanged, refusal
    }

    @Test("it shows no credential to another box at the same address", arguments: Between.allCases)
    func bearers(between: Between) async throws {
        let (address, clock) = (Address(), LockedBox(Date(timeIntervalSince1970: 1_000_000)))
        let (phone, transport) = phone(address, clock)
        try await phone.register()
        _ = try await phone.watchList(of: .eu)
        let atA = try #require(address.state.known["a"]?.first)
        switch between {
        case .minute: clock.change { $0.addTimeInterval(60) }
        case .clockSetBack: clock.change { $0.addTimeInterval(-1) }
        case .lostRequest:
            address.set { $0.isCut = true }
            _ = try? await phone.watchList(of: .eu)
            address.set { $0.isCut = false }
        case .connectionChanged: await phone.connectionChanged()
        case .refusal:
            address.set { $0.says = ScriptedTransport.problem(401, "device-removed") }
            _ = try? await phone.watchList(of: .eu)
            address.set { $0.says = nil }
        case .registration: break
        }
        let count = await transport.requests.count
        address.set { $0.appliance = "b" }
        if between == .registration {
            try await phone.register()
        } else {
            #expect(try await phone.watchList(of: .eu).value.realms == ["at/b"])
        }
        let shown = await transport.requests.dropFirst(count).compactMap(\.bearer)
        #expect(!shown.isEmpty && !shown.contains(atA))
    }

    @Test("within a minute it asks once who is there")
    func once() async throws {
        let (address, clock) = (Address(), LockedBox(Date(timeIntervalSince1970: 1_000_000)))
        let (phone, transport) = phone(address, clock)
        for _ in 0..<3 {
            _ = try await phone.watchList(of: .eu)
            clock.change { $0.addTimeInterval(29.9) }
        }
        let within = await transport.asked.filter { $0 == "GET /v1/about" }
        #expect(within.count == 1)
        _ = try await phone.watchList(of: .eu)
        let later = await transport.asked.filter { $0 == "GET /v1/about" }
        #expect(later.count == 2)
    }

    /// All that lies in the folder, as text.
    private func stored() throws -> String {
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.url,
            includingPropertiesForKeys: nil
        )
        return try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }.joined()
    }

    @Test("without a connection it forgets here, in files and in memory")
    func forgetHere() async throws {
        let address = Address()
        let (phone, _) = phone(address)
        _ = try await phone.watchList(of: .eu)
        let before = try await phone.id
        #expect(try stored().contains(before) && stored().contains("at/a"))
        address.set { $0.isCut = true }
        await #expect(throws: WatchpostError.unreachable("cut")) { try await phone.forget() }
        #expect(try stored().contains(before))
        try await phone.forgetHere()
        #expect(try !stored().contains(before) && !stored().contains("at/a"))
        await #expect(throws: WatchpostError.unreachable("cut")) { try await phone.watchList(of: .eu) }
        address.set { $0.isCut = false }
        #expect(try await phone.id != before)
        // Again, and with nothing to forget.
        try await phone.forgetHere()
        try await phone.forgetHere()
    }

    @Test("what it is at other appliances stays")
    func others() async throws {
        let address = Address()
        let (phone, _) = phone(address)
        _ = try await phone.watchList(of: .eu)
        let atA = try await phone.id
        address.set { $0.appliance = "b" }
        await phone.connectionChanged()
        _ = try await phone.watchList(of: .eu)
        try await phone.forgetHere()
        #expect(try stored().contains(atA) && stored().contains("at/a") && !stored().contains("at/b"))
    }

    @Test(
        "an answer that was under way brings nothing back, nor does it register again",
        arguments: [true, false]
    )
    func underWay(isForgotten: Bool) async throws {
        let address = Address()
        let (phone, _) = phone(address)
        try await phone.register()
        let (folder, appliance) = (folder.url, String(repeating: "a", count: 32))
        let slow = ScriptedTransport { request in
            if request.path.hasSuffix("/watchlist/eu") {
                // While this is under way, the person signs out.
                let store = PhoneStore(folder: folder)
                if let credential = try? store.knownCredential(for: appliance) {
                    try? store.forget(credential, at: appliance)
                }
                if isForgotten { return .success(ScriptedTransport.problem(401, "unknown-device")) }
            }
            return address.answer(request)
        }
        let other = Phone(transport: slow, address: "http://box", folder: folder)
        _ = try? await other.watchList(of: .eu)
        let registrations = await slow.asked.filter { $0.hasPrefix("PUT") }
        #expect(registrations.isEmpty)
        #expect(try !stored().contains("at/a"))
    }

    /// What was answered last when the person signs out.
    enum Held: CaseIterable, Sendable {
        case list, conflict, loss, wrongSecret
    }

    @Test(
        "a change that is held while the person signs out ends, and registers and stores nobody",
        arguments: Held.allCases
    )
    func heldChange(held: Held) async throws {
        let address = Address()
        let phone = phone(address).phone
        try await phone.register()
        let (before, known) = (try await phone.id, address.state.known)
        let inner = ScriptedTransport { request in
            let isChange = request.method == "PUT" && request.path.hasSuffix("/watchlist/eu")
            switch held {
            case .conflict where isChange:
                let members = "\"type\":\"t\",\"title\":\"t\",\"status\":409,\"detail\":\"d\""
                let current = PhoneTests.list(2, "\"at/other\"")
                let conflict = "{\(members),\"current\":\(current)}"
                return .success(ScriptedTransport.json(conflict, status: 409))
            case .loss where isChange: return .failure(.unreachable("cut"))
            case .wrongSecret where isChange: return .success(ScriptedTransport.problem(401, "wrong-secret"))
            default: return address.answer(request)
            }
        }
        let transport = InterruptedTransport(inner, at: held == .list ? "GET" : "PUT")
        let app = Phone(transport: transport, address: "http://box", folder: folder.url)
        await transport.interrupt { try? await app.forgetHere() }
        await #expect(throws: WatchpostError.forgotten) {
            try await app.changeWatchList(of: .eu) { $0.realms.append("retail/kazzak") }
        }
        let afterwards = await inner.asked.drop {
            !$0.hasSuffix("/watchlist/eu") || !$0.hasPrefix(held == .list ? "GET" : "PUT")
        }
        #expect(afterwards.dropFirst().allSatisfy { $0 == "GET /v1/about" })
        #expect(address.state.known == known)
        #expect(
            try !stored().contains(before) && !stored().contains("retail/kazzak") && !stored().contains("at/")
        )
    }

    @Test("liked and avoided maps are read, changed, and shown as last seen without what comes next")
    func likes() async throws {
        let address = Address()
        let stored = LockedBox("{\"version\":3,\"liked\":[\"OL\"],\"avoided\":[],\"next\":[]}")
        let transport = ScriptedTransport { request in
            guard request.path.hasSuffix("/maps") else { return address.answer(request) }
            if address.state.isCut { return .failure(.unreachable("cut")) }
            guard request.method == "PUT" else { return .success(ScriptedTransport.json(stored.value)) }
            let sent = String(decoding: request.body ?? Data(), as: UTF8.self)
            guard sent.contains("\"version\":4") else {
                stored.change { $0 = "{\"version\":4,\"liked\":[\"OL\"],\"avoided\":[\"ED\"]}" }
                let members = "\"type\":\"t\",\"title\":\"t\",\"status\":409,\"detail\":\"d\""
                let conflict = "{\(members),\"current\":\(stored.value)}"
                return .success(ScriptedTransport.json(conflict, status: 409))
            }
            stored.change {
                $0 = "{\"version\":5,\"liked\":[\"OL\",\"SP\"],\"avoided\":[\"ED\"],\"next\":[]}"
            }
            return .success(ScriptedTransport.json(stored.value))
        }
        let phone = Phone(transport: transport, address: "http://box", folder: folder.url)
        #expect(try await phone.mapLikes().value.liked == ["OL"])
        let changed = try await phone.changeMapLikes { $0.liked.append("SP") }
        #expect(changed.version == 5 && changed.next == [])
        let last = try #require(await transport.requests.last?.body)
        let sent = try JSONDecoder().decode(MapLikesChangeBody.self, from: last)
        #expect(sent == MapLikesChangeBody(version: 4, liked: ["OL", "SP"], avoided: ["ED"]))
        address.set { $0.isCut = true }
        let seen = try await phone.mapLikes()
        #expect(seen.value.avoided == ["ED"] && seen.value.next == nil)
        #expect(seen.mark == .unreachable("cut"))
    }
}
