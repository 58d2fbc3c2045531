import Core
import SystemSupport

@testable import Appliance
@testable import Arena
@testable import Serving

/// The arena's service for tests that open its file themselves.
enum ArenaServiceFixture {
    /// `state`: the database whose persons they are.
    static func service(
        _ services: DeviceServices,
        _ state: Database,
        identities: @escaping ArenaService.Forgetting = { _ in }
    ) throws -> ArenaService {
        let settings = try ConfigurationFixture.parse("[arena]\nenabled = true").arena
        return ArenaService(
            settings,
            persons: services.store.persons,
            marks: PersonMarks(database: state),
            key: { () throws(FileError) in Secret(String(repeating: "7", count: 64)) },
            log: { _ in },
            identities: identities
        )
    }

    /// One that is open, over a file in memory, with a game and its boards.
    static func arena(boards: [String], _ file: Database? = nil) async throws -> ArenaService {
        let state = try await Database.open(.memory, migrations: Feature.all.tables.migrations, now: nil)
        let limits = AccessLimits(registrationsPerHour: 20, requestsPerMinute: 120)
        let services = try PersonalFixture.services(state.database, limits, PersonalFixture.Heard())
        let arena = try service(services, state.database)
        if let file {
            try await open(arena, file, boards: boards)
        } else {
            let made = try await Database.open(.memory, migrations: ArenaDatabase.tables.migrations, now: nil)
            try await open(arena, made.database, boards: boards)
        }
        return arena
    }

    /// Opens it over a file, with a game and its boards.
    static func open(_ arena: ArenaService, _ file: Database, boards: [String]) async throws {
        try await arena.databaseUse.open(file)
        let games = GameStore(database: file)
        let facts = try GameFacts(slug: "snake", name: "Snake", description: "", zone: "Europe/Warsaw")
        _ = try await games.put(facts, version: 0, at: APIFixture.noon)
        for slug in boards {
            _ = try await games.put(BoardRules(slug: slug, name: slug), of: "snake", version: 0)
        }
    }

    /// Registers installation `number`, whose credential is that of `PersonalFixture`; its row.
    static func install(_ number: Int, _ file: Database) async throws -> Int64 {
        let credential = PersonalFixture.credential(number)
        var generator = SystemRandomNumberGenerator()
        let registration = InstallStore.Registration(
            install: String(credential.prefix(22)),
            secretHash: SecretHash.of(Array(credential.utf8.dropFirst(23))),
            game: "snake",
            name: nil,
            code: PlayerCode(using: &generator),
            at: APIFixture.noon
        )
        let outcome = try await InstallStore(database: file, mostPlayers: 10).register(registration) {
            $0 == $1
        }
        guard case .registered(let install, _) = outcome else {
            throw SQLiteError(code: .error, message: "not registered", path: "")
        }
        return install.id
    }
}
