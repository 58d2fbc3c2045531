import Core
import Foundation
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Serving
@testable import SystemSupport

/// A phone that administers, whose credential is that of `PersonalFixture`.
private struct Administrator: IdentitySource {
    static let number = 7
    let kind = Caller.Kind.device

    func identity(of id: String) async throws(Problem) -> StoredIdentity? {
        let credential = PersonalFixture.credential(Administrator.number)
        guard credential.hasPrefix(id) else { return nil }
        let hash = SecretHash.of(Array(credential.utf8.dropFirst(23)))
        let device = DeviceIdentity(id: 7, install: id, secretHash: hash, person: 7, isAdministrator: true)
        return StoredIdentity(caller: .device(device), secretHash: hash)
    }

    func removedSecret(of id: String) async throws(Problem) -> [UInt8]? { nil }
}

/// What the black-box stories of keys do not tell.
@Suite("Keys of games over the API")
struct GameKeyRoutesTests {
    /// An arena with one game, and how to ask it.
    private final class Arena {
        let api: APIFixture
        let service: ArenaService
        let said = Locked<[String]>([])

        init(_ file: Database, secret: Secret = GameKeyRoutesTests.secret) async throws {
            let state = try await Database.open(.memory, migrations: Feature.all.tables.migrations, now: nil)
            let limits = AccessLimits(registrationsPerHour: 20, requestsPerMinute: 1_000)
            let services = try PersonalFixture.services(state.database, limits, PersonalFixture.Heard())
            let said = said
            service = ArenaService(
                try ConfigurationFixture.parse("[arena]\nenabled = true").arena,
                persons: services.store.persons,
                marks: PersonMarks(database: state.database),
                key: { () throws(FileError) in secret },
                log: { line in said.withLock { $0.append(line) } },
                identities: { _ in }
            )
            services.gate.add([Administrator()])
            api = try APIFixture(
                calls: GameAdminRoutes(services: services.calls, arena: service).routes
                    + GameKeyRoutes(services: services.calls, arena: service).routes,
                gate: services.gate
            )
            try await service.databaseUse.open(file)
        }

        func ask(
            _ method: String,
            _ path: String,
            _ body: String? = nil,
            bearer: String = PersonalFixture.ownerKey
        ) async -> RawClient.Answer? {
            let headers = ["Authorization: Bearer \(bearer)"]
            return await api.request(
                method,
                "/v1/admin/games\(path)",
                body: body,
                headers: headers
            )
        }
    }

    private static let secret = Secret(String(repeating: "7", count: 64))

    private static func file() async throws -> Database {
        try await Database.open(.memory, migrations: ArenaDatabase.tables.migrations, now: nil).database
    }

    /// An arena with the game `snake`.
    private static func arena() async throws -> Arena {
        let arena = try await Arena(file())
        #expect(await arena.ask("PUT", "/snake", #"{"version":0,"name":"Snake"}"#)?.status == 201)
        return arena
    }

    @Test(
        "a key is in the answer that makes it, and neither in a refusal nor in a list; the one before has a week"
    )
    func told() async throws {
        let arena = try await Self.arena()
        let next = try #require(await arena.ask("POST", "/snake/keys", #"{"keyVersion":1}"#))
        let key = try #require(next.json["key"] as? String)
        let week = APIFixture.noon.advanced(by: GameKeyVersions.grace)
        #expect(next.json["oldKeyUntil"] as? String == week.rfc3339)
        let again = try #require(await arena.ask("POST", "/snake/keys", #"{"keyVersion":1}"#))
        let games = try #require(await arena.ask("GET", ""))
        #expect(again.status == 409 && !again.text.contains(key) && !games.text.contains(key))
        let game = (games.json["games"] as? [[String: Any]])?.first
        #expect(game?["keyVersion"] as? Int == 2 && game?["signed"] as? Bool == false)
    }

    @Test("a phone that administers gets a new key, and none that was made before; others get none")
    func phones() async throws {
        let arena = try await Self.arena()
        let phone = PersonalFixture.credential(Administrator.number)
        let shown = try #require(await arena.ask("GET", "/snake/keys", bearer: phone))
        #expect(shown.status == 403 && shown.text.contains("watchpost game key"))
        #expect(await arena.ask("POST", "/snake/keys", #"{"keyVersion":1}"#, bearer: phone)?.status == 201)
        for method in ["GET", "POST"] {
            let body = method == "GET" ? nil : #"{"keyVersion":2}"#
            let stranger = PersonalFixture.credential(1)
            #expect(await arena.ask(method, "/snake/keys", body, bearer: stranger)?.status == 401)
        }
    }

    @Test(
        "a version that was never given out is refused, and no key is made",
        arguments: [("0", 409), ("-1", 409), ("9223372036854775807", 409), ("9223372036854775808", 400)]
    )
    func refused(version: String, status: Int) async throws {
        let arena = try await Self.arena()
        #expect(await arena.ask("POST", "/snake/keys", "{\"keyVersion\":\(version)}")?.status == status)
        #expect(await arena.ask("GET", "/snake/keys")?.json["version"] as? Int == 1)
    }

    @Test("whether results have to be signed is said with the game, and taken back by leaving it out")
    func signed() async throws {
        let arena = try await Self.arena()
        let on = await arena.ask("PUT", "/snake", #"{"version":1,"name":"Snake","signed":true}"#)
        #expect(on?.status == 200 && on?.json["signed"] as? Bool == true)
        let off = await arena.ask("PUT", "/snake", #"{"version":2,"name":"Snake"}"#)
        #expect(off?.status == 200 && off?.json["signed"] as? Bool == false)
    }

    @Test(
        "another secret than before is said once, and not which it is; the same one is nothing to tell"
    )
    func lost() async throws {
        let file = try await Self.file()
        let before = try await Arena(file)
        _ = await before.ask("PUT", "/snake", #"{"version":0,"name":"Snake"}"#)
        let same = try await Arena(file)
        #expect(before.said.withLock { $0 } == [] && same.said.withLock { $0 } == [])
        let other = Secret(String(repeating: "8", count: 64))
        let after = try await Arena(file, secret: other)
        let said = after.said.withLock { $0 }
        #expect(said.count == 1 && said.first?.contains("the keys of all games are void") == true)
        #expect(said.first?.contains("8888") == false)
        let later = try await Arena(file, secret: other)
        #expect(later.said.withLock { $0 } == [])
    }
}
