import Core
import Testing

@testable import Appliance
@testable import Serving
@testable import SystemSupport

/// A game in memory whose installations make themselves known; its keys are numbers in a field of the request.
private final class SampleGame: IdentitySource {
    let kind = Caller.Kind.install
    private let players = Locked<[String: StoredIdentity]>([:])
    /// How many registrations reached it.
    let tried = Locked(0)

    func identity(of id: String) async throws(Problem) -> StoredIdentity? {
        players.withLock { $0[id] }
    }

    func removedSecret(of id: String) async throws(Problem) -> [UInt8]? { nil }

    func put(_ request: CallRequest, _ gate: Gate) async throws(Problem) -> Reply {
        tried.withLock { $0 += 1 }
        let credential = try request.credential()
        guard let key = Int64(request.field("game-key") ?? ""), (7...8).contains(key) else {
            throw Problem(.unauthorized, "no game has this key")
        }
        let version = gate.identities.version
        let hash = SecretHash.of(credential.secret)
        let known = try await identity(of: credential.install)
        if let known {
            guard SecretHash.areEqual(known.secretHash, hash) else {
                throw Problem(.unauthorized, "another secret")
            }
        } else {
            try gate.count(.registration, of: [.key(key)])
        }
        let caller = known?.caller ?? store(credential.install, hash, key)
        gate.keep(caller, of: request, since: version)
        return Reply(["was": request.caller.kind.rawValue], status: known == nil ? 201 : 200)
    }

    private func store(_ install: String, _ hash: [UInt8], _ key: Int64) -> Caller {
        players.withLock { players in
            let row = Int64(players.count + 1)
            let caller = Caller.install(InstallIdentity(id: row, install: install, player: row, key: key))
            players[install] = StoredIdentity(caller: caller, secretHash: hash)
            return caller
        }
    }
}

/// Phones as `DeviceRoutes` registers them, as far as limits go.
private final class SamplePhones: Sendable {
    private let rows = Locked<Int64>(0)

    func put(_ request: CallRequest, _ gate: Gate) throws(Problem) -> Reply {
        let install = try request.credential().install
        let version = gate.identities.version
        if request.caller == .stranger { try gate.count(.registration, request) }
        let row = rows.withLock { row in
            row += 1
            return row
        }
        let identity = DeviceIdentity(
            id: row,
            install: install,
            secretHash: [],
            person: row,
            isAdministrator: false
        )
        gate.keep(.device(identity), of: request, since: version)
        return Reply(["was": request.caller.kind.rawValue], status: 201)
    }
}

@Suite("Installations that register", .serialized)
struct InstallRegistrationTests {
    private let game = SampleGame()
    private let gate: Gate
    private let fixture: APIFixture

    init() throws {
        let gate = Gate(
            sources: [game],
            limits: AccessLimits(
                registrationsPerHour: 20,
                requestsPerMinute: 120,
                features: [.key: [.registration: .anHour(300)]]
            ),
            now: { .seconds(1) }
        )
        let (game, phones) = (self.game, SamplePhones())
        let code: CallHandler = { request async throws(Problem) in
            try gate.count(.codes, request)
            return .noContent
        }
        self.gate = gate
        fixture = try APIFixture(
            calls: [
                Route(.put, "/installs/{id}", .newInstall, .bare, fields: ["game-key"]) {
                    request async throws(Problem) in try await game.put(request, gate)
                },
                Route(.put, "/phones/{id}", .newDevice, .bare) { request async throws(Problem) in
                    try phones.put(request, gate)
                },
                Route(.post, "/codes", Access([.install, .device]), .bare, handler: code),
                Route(.post, "/codes/home", .home, .bare, handler: code),
            ],
            gate: gate
        ) { $0.tunnel = ("127.0.0.1", 0) }
    }

    /// A request at home, or from an address outside.
    private func ask(
        _ method: String,
        _ path: String,
        _ number: Int,
        secret: Character = "s",
        key: String = "7",
        from address: String? = nil
    ) async -> RawClient.Answer? {
        var headers = ["Game-Key: \(key)"]
        headers.append("Authorization: Bearer \(PersonalFixture.credential(number, secret: secret))")
        if let address { headers.append("X-Forwarded-For: \(address)") }
        return await RawClient.ask(fixture.ports[address == nil ? 0 : 1], method, path, nil, headers)
    }

    private func register(
        _ number: Int,
        secret: Character = "s",
        key: String = "7",
        from address: String? = nil
    ) async -> RawClient.Answer? {
        let path = "/installs/\(PersonalFixture.credential(number).prefix(22))"
        return await ask("PUT", path, number, secret: secret, key: key, from: address)
    }

    private func phone(_ number: Int, from address: String? = nil) async -> Int? {
        let path = "/phones/\(PersonalFixture.credential(number).prefix(22))"
        return await ask("PUT", path, number, from: address)?.status
    }

    @Test(
        "a class of three hundred registers behind one address, and the next one waits for the key",
        arguments: [nil, "203.0.113.7"]
    )
    func classroom(address: String?) async throws {
        for number in 1...300 {
            #expect(await register(number, from: address)?.status == 201, "player \(number)")
        }
        let refused = try #require(await register(301, from: address))
        #expect(refused.status == 429)
        #expect(refused.headers["retry-after"] == "12")
        #expect(await register(301, key: "8", from: address)?.status == 201, "another game")
        for number in 1...300 {
            #expect(await register(number, from: address)?.text == #"{"was":"install"}"#)
        }
        // As after a restart: they are in the store only.
        gate.identities.forget(.everybody)
        for number in 1...300 {
            #expect(await register(number, from: address)?.text == #"{"was":"stranger"}"#)
        }
    }

    @Test("a wrong secret and a wrong key are counted by address, whoever registers there meanwhile")
    func guesses() async throws {
        for number in 1...120 {
            #expect(await register(number)?.status == 201, "player \(number)")
            let guess =
                number.isMultiple(of: 2)
                ? await register(1, secret: "t") : await register(1_000 + number, key: "9")
            #expect(guess?.status == 401, "guess \(number)")
        }
        let tried = game.tried.withLock { $0 }
        #expect(await register(1, secret: "t")?.status == 429)
        #expect(await register(1_000, key: "9")?.status == 429)
        #expect(game.tried.withLock { $0 } == tried, "the game is not asked any more")
        #expect(await register(1)?.status == 200, "who is known goes on")
        #expect(await register(1, secret: "t", from: "203.0.113.7")?.status == 401, "another address")
    }

    @Test("one that registers again without end is slowed down by itself")
    func again() async throws {
        #expect(await register(1)?.status == 201)
        var granted = 0
        while await register(1)?.status == 200 { granted += 1 }
        #expect(granted == 120)
        #expect(await register(2)?.status == 201)
    }

    @Test("games take nothing off the limits of phones, at home or outside", arguments: [nil, "203.0.113.7"])
    func phones(address: String?) async throws {
        for number in 1...150 { #expect(await register(number, from: address)?.status == 201) }
        for number in 201...220 { #expect(await phone(number, from: address) == 201) }
        #expect(await phone(221, from: address) == 429, "the twenty-first in an hour")
        for number in 151...200 { #expect(await register(number, from: address)?.status == 201) }
        #expect(await phone(222, from: address) == 429)
        // A known phone is counted by address: with the 22 from before, 98 are left of a minute.
        var granted = 0
        while await phone(201 + granted % 20, from: address) == 201 { granted += 1 }
        #expect(granted == 98)
    }

    @Test("what else they do is counted by installation, that of phones by address")
    func codes() async throws {
        for number in 1...20 {
            #expect(await register(number)?.status == 201)
            #expect(await ask("POST", "/codes", number)?.status == 204, "player \(number)")
        }
        for _ in 2...6 { #expect(await ask("POST", "/codes", 1)?.status == 204) }
        #expect(await ask("POST", "/codes", 1)?.status == 429)
        for number in 201...206 {
            #expect(await phone(number) == 201)
            #expect(await ask("POST", "/codes", number)?.status == 204)
        }
        #expect(await phone(207) == 201)
        #expect(await ask("POST", "/codes", 207)?.status == 429)
        #expect(await ask("POST", "/codes/home", 301)?.status == 429, "strangers have that address as well")
        #expect(await ask("POST", "/codes", 2)?.status == 204)
    }

    @Test("a game that says nothing else may have six hundred newcomers at once, then two a second")
    func usual() {
        var limits = AccessLimits(registrationsPerHour: 20, requestsPerMinute: 120)
        var granted = 0
        while limits.take(.registration, of: .key(7), at: .zero) == nil { granted += 1 }
        #expect(granted == 600)
        #expect(limits.take(.registration, of: .key(7), at: .zero) == .milliseconds(500))
        #expect(limits.take(.registration, of: .key(8), at: .zero) == nil)
    }
}
