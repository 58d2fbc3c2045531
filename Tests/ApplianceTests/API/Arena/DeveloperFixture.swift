import Core
import Foundation
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Serving
@testable import SystemSupport

/// An arena with its developers behind two doors; passwords are hashed by a stand-in that notes what it was asked.
final class DeveloperFixture {
    /// What the stand-ins heard.
    struct Heard: Sendable {
        /// Hashes that passwords were checked against; nil: nobody's.
        var checked: [String?] = []
        var made = 0
        /// Codes on the display.
        var codes: [String] = []
        var isHidden = false
        var lines: [String] = []
    }

    let api: APIFixture
    let arena: ArenaService
    let office: DeveloperOffice
    let file: Database
    /// For the clock.
    let personal = PersonalFixture.Heard()
    private let state = Locked(Heard())
    var heard: Heard { state.withLock { $0 } }

    static let password = "correct horse"

    /// `limits`: those of the appliance, else nearly none.
    init(_ policy: RegistrationPolicy = .open, limits: Bool = false) async throws {
        let (state, personal) = (self.state, self.personal)
        let opened = try await Database.open(.memory, migrations: Feature.all.tables.migrations, now: nil)
        file = try await Database.open(.memory, migrations: ArenaDatabase.tables.migrations, now: nil)
            .database
        let table = AccessLimits(
            registrationsPerHour: 1_000,
            requestsPerMinute: 100_000,
            features: limits ? DeveloperOffice.limits : [.session: [.request: .aMinute(100_000)]]
        )
        let services = try PersonalFixture.services(opened.database, table, personal)
        let identities = services.gate.identities
        let arena = ArenaService(
            try ConfigurationFixture.parse("[arena]\nenabled = true\ndevelopers = \"\(policy.rawValue)\"")
                .arena,
            persons: services.store.persons,
            marks: PersonMarks(database: opened.database),
            key: { () throws(FileError) in Secret(String(repeating: "7", count: 64)) },
            log: { _ in },
            identities: { identities.forget($0) }
        )
        self.arena = arena
        office = DeveloperOffice(
            services: services.calls,
            arena: arena,
            passwords: PasswordDesk(DeveloperFixture.hashing(state)),
            reset: ResetDesk(
                outlet: CodeOutlet(
                    show: { code, _ in
                        state.withLock { $0.codes.append(code) }
                        return .display
                    },
                    hide: { state.withLock { $0.isHidden = true } }
                ),
                now: { .seconds(1 + personal.value.later) }
            ),
            log: { line in state.withLock { $0.lines.append(line) } }
        )
        // Not the services themselves: the gate would keep itself for ever.
        let now = services.now
        services.gate.add([DeveloperSessions(arena: arena, now: { now().wall })])
        let routes = office.routes + arena.governing(services.calls)
        api = try APIFixture(calls: routes, gate: services.gate) { settings in
            settings.tunnel = ("127.0.0.1", 0)
        }
        try await arena.databaseUse.open(file)
    }

    private static func hashing(_ state: Locked<Heard>) -> PasswordDesk.Hashing {
        PasswordDesk.Hashing(
            make: { password in
                state.withLock { $0.made += 1 }
                return hash(password.exposed)
            },
            check: { password, known in
                state.withLock { $0.checked.append(known) }
                return known == hash(password.exposed)
            }
        )
    }

    static func hash(_ password: String) -> String {
        "$y$" + SHA256Digest.hexadecimal(of: Array(password.utf8))
    }

    /// Time goes on, in seconds.
    func wait(_ seconds: Int64) {
        personal.note { $0.later += seconds }
    }

    /// One request on a connection of its own; `outside`: an address from which it comes through the tunnel.
    func ask(
        _ method: String,
        _ path: String,
        _ body: [String: Any]? = nil,
        bearer: String? = nil,
        outside: String? = nil
    ) async -> RawClient.Answer? {
        let text = body.map { body in
            let data = try? JSONSerialization.data(withJSONObject: body, options: .sortedKeys)
            return String(decoding: data ?? Data(), as: UTF8.self)
        }
        var headers = bearer.map { ["Authorization: Bearer \($0)"] } ?? []
        if let outside { headers.append("X-Forwarded-For: \(outside)") }
        return await RawClient.ask(api.ports[outside == nil ? 0 : 1], method, "/v1\(path)", text, headers)
    }

    func register(
        _ name: String = "ola",
        _ more: [String: Any] = [:],
        outside: String? = nil
    ) async -> RawClient.Answer? {
        let body: [String: Any] = [
            "email": "\(name)@example.org", "password": DeveloperFixture.password, "firstName": "Ola",
            "lastName": "Nowak",
        ]
        return await ask("POST", "/developers", body.merging(more) { $1 }, outside: outside)
    }

    /// Registers somebody and gives the credential.
    func registered(_ name: String = "ola") async throws -> String {
        let answer = await register(name)
        return try #require(answer?.json["credential"] as? String)
    }

    func signIn(
        _ email: String = "ola@example.org",
        _ password: String = DeveloperFixture.password,
        outside: String? = nil
    ) async -> RawClient.Answer? {
        await ask(
            "POST",
            "/developers/session",
            ["email": email, "password": password, "name": "laptop"],
            outside: outside
        )
    }

    func me(_ bearer: String) async -> Int? {
        await ask("GET", "/developers/me", bearer: bearer)?.status
    }

    func recover(
        _ email: String,
        _ code: String,
        _ password: String = "another horse",
        outside: String? = nil
    ) async -> RawClient.Answer? {
        await ask(
            "PUT",
            "/developers/recovery",
            ["email": email, "code": code, "newPassword": password],
            outside: outside
        )
    }
}

extension RawClient.Answer {
    /// The word for programs of a refusal.
    var problemCode: String? { json["code"] as? String }
}
