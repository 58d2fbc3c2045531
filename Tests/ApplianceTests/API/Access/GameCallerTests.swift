import Core
import Foundation
import Testing

@testable import Appliance
@testable import Serving
@testable import SystemSupport

/// Installations or sessions that a test made up: whoever's secret is that of `PersonalFixture.credential`.
private struct SampleSource: IdentitySource {
    let kind: Caller.Kind
    let most: Int
    let asked = Locked(0)

    func identity(of id: String) async throws(Problem) -> StoredIdentity? {
        asked.withLock { $0 += 1 }
        guard let number = Int(id.drop { $0 == "A" }), number <= most else { return nil }
        let row = Int64(number)
        let secret = Array(PersonalFixture.credential(number).utf8.dropFirst(23))
        let caller: Caller =
            kind == .developer
            ? .developer(SessionIdentity(id: row, developer: row))
            : .install(InstallIdentity(id: row, install: id, player: row, key: 7))
        return StoredIdentity(caller: caller, secretHash: SecretHash.of(secret))
    }

    func removedSecret(of id: String) async throws(Problem) -> [UInt8]? { nil }
}

@Suite("Games and developers as callers", .serialized)
struct GameCallerTests {
    private let installs = SampleSource(kind: .install, most: 500)
    private let fixture: APIFixture

    init() throws {
        let gate = Gate(
            sources: [installs, SampleSource(kind: .developer, most: 1)],
            limits: AccessLimits(registrationsPerHour: 20, requestsPerMinute: 120),
            now: { .seconds(1) }
        )
        let say: CallHandler = { request async throws(Problem) in
            Reply(["kind": request.caller.kind.rawValue])
        }
        fixture = try APIFixture(
            calls: [
                Route(.get, "/play/{id}", Access([.install], isOwnPath: true), .bare, handler: say),
                Route(.get, "/both", Access([.install, .device]), .bare, handler: say),
                Route(.get, "/author", Access([.developer, .owner]), .bare, handler: say),
            ],
            gate: gate
        )
    }

    private func ask(_ path: String, _ credential: String?) async -> RawClient.Answer? {
        let headers = credential.map { ["Authorization: Bearer \($0)"] } ?? []
        return await RawClient.ask(fixture.port, "GET", path, nil, headers)
    }

    private static func path(_ number: Int) -> String {
        "/play/\(PersonalFixture.credential(number).prefix(22))"
    }

    @Test("an installation is let in where routes want one, by its own path, and asked of its store once")
    func installs() async throws {
        for _ in 0..<5 {
            let answer = await ask(GameCallerTests.path(3), PersonalFixture.credential(3))
            #expect(answer?.text == #"{"kind":"install"}"#)
        }
        #expect(await ask("/both", PersonalFixture.credential(3))?.text == #"{"kind":"install"}"#)
        #expect(installs.asked.withLock { $0 } == 1)
        #expect(await ask(GameCallerTests.path(4), PersonalFixture.credential(3))?.status == 403)
        #expect(await ask(GameCallerTests.path(3), PersonalFixture.credential(3, secret: "t"))?.status == 401)
        #expect(await ask(GameCallerTests.path(501), PersonalFixture.credential(501))?.status == 401)
        #expect(await ask(GameCallerTests.path(3), nil)?.status == 401)
        #expect(await ask("/author", PersonalFixture.credential(3))?.status == 401)
    }

    @Test("a developer's session opens what is a developer's, and nothing else")
    func sessions() async throws {
        let session = "session.\(PersonalFixture.credential(1))"
        #expect(await ask("/author", session)?.text == #"{"kind":"developer"}"#)
        #expect(await ask("/both", session)?.status == 401)
        #expect(await ask("/author", "session.\(PersonalFixture.credential(2))")?.status == 401)
        #expect(await ask("/author", PersonalFixture.credential(1))?.status == 401)
    }

    @Test("a class of three hundred may play behind one address, each of them as often as one may")
    func classroom() async throws {
        for number in 1...300 {
            let answer = await ask(GameCallerTests.path(number), PersonalFixture.credential(number))
            #expect(answer?.status == 200, "player \(number)")
        }
        var granted = 1
        while await ask(GameCallerTests.path(1), PersonalFixture.credential(1))?.status == 200 {
            granted += 1
        }
        #expect(granted == 120)
        #expect(await ask(GameCallerTests.path(2), PersonalFixture.credential(2))?.status == 200)
    }

    @Test("whoever only guesses is counted by address, and costs no row after that")
    func guesses() async throws {
        for number in 1_000..<1_130 {
            _ = await ask(GameCallerTests.path(number), PersonalFixture.credential(number))
        }
        #expect(installs.asked.withLock { $0 } == 120)
    }

    @Test("a game that asks too often altogether is slowed down by its key")
    func key() {
        var limits = AccessLimits(registrationsPerHour: 20, requestsPerMinute: 120)
        var granted = 0
        while limits.take(.request, of: .key(7), at: .zero) == nil { granted += 1 }
        #expect(granted == 6_000)
        #expect(limits.take(.request, of: .key(8), at: .zero) == nil)
    }

    @Test("what is given back was not counted")
    func givesBack() {
        var limits = AccessLimits([.install: [.request: .aMinute(2)]])
        for _ in 0..<10 {
            #expect(limits.take(.request, of: .install(1), at: .zero) == nil)
            limits.giveBack(.request, of: .install(1))
        }
        #expect(limits.take(.request, of: .install(1), at: .zero) == nil)
        #expect(limits.take(.request, of: .install(1), at: .zero) == nil)
        #expect(limits.take(.request, of: .install(1), at: .zero) == .seconds(30))
        #expect(limits.take(.codes, of: .install(1), at: .zero) == nil, "what the table lacks is not counted")
    }
}
