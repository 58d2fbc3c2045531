import Core
import SystemSupport
import Testing

@testable import Appliance
@testable import Arena
@testable import Serving

@Suite("The arena before the clock is set")
struct ArenaClockTests {
    @Test("nobody registers and nothing is added: 503, and nothing is stored")
    func unset() async throws {
        let state = try await Database.open(.memory, migrations: Feature.all.tables.migrations, now: nil)
        let file = try await Database.open(.memory, migrations: ArenaDatabase.tables.migrations, now: nil)
        let limits = AccessLimits(registrationsPerHour: 20, requestsPerMinute: 120)
        var services = try PersonalFixture.services(state.database, limits, PersonalFixture.Heard())
        services.now = { Moment(wall: nil, monotonic: .seconds(1)) }
        let settings = try ConfigurationFixture.parse("[arena]\nenabled = true").arena
        let arena = ArenaService(
            settings,
            persons: services.store.persons,
            marks: PersonMarks(database: state.database),
            key: { () throws(FileError) in Secret(String(repeating: "7", count: 64)) },
            log: { _ in },
            identities: { _ in }
        )
        try await arena.databaseUse.open(file.database)
        services.gate.add([ArenaInstalls(arena: arena)])
        let routes = PlayerRoutes(services: services.calls, arena: arena).routes
        let api = try APIFixture(
            calls: routes + GameAdminRoutes(services: services.calls, arena: arena).routes
                + GameKeyRoutes(services: services.calls, arena: arena).routes,
            gate: services.gate
        )
        let credential = PersonalFixture.credential(1)
        let install = String(credential.prefix(22))
        let asked = [
            ("PUT", "/v1/games/snake/installs/\(install)", "{}", credential),
            ("PUT", "/v1/admin/games/snake", #"{"version":0,"name":"Snake"}"#, PersonalFixture.ownerKey),
            ("POST", "/v1/admin/games/snake/close", "{}", PersonalFixture.ownerKey),
            ("POST", "/v1/admin/games/snake/keys", #"{"keyVersion":1}"#, PersonalFixture.ownerKey),
        ]
        for (method, path, body, bearer) in asked {
            let headers = ["Authorization: Bearer \(bearer)"]
            let answer = await api.request(method, path, body: body, headers: headers)
            #expect(answer?.status == 503, "\(path)")
            #expect(answer?.text.contains("clock is not set") == true)
        }
        let games = try await arena.use { stores throws(SQLiteError) in try await stores.games.games() }
        let known = try await arena.use { stores throws(SQLiteError) in
            try await stores.installs.install(install)
        }
        #expect(games.isEmpty && known == nil)
    }

    @Test("no result is taken, no board is shown and no season begins: 503, and nothing is stored")
    func results() async throws {
        let state = try await Database.open(.memory, migrations: Feature.all.tables.migrations, now: nil)
        let file = try await Database.open(.memory, migrations: ArenaDatabase.tables.migrations, now: nil)
            .database
        let limits = AccessLimits(registrationsPerHour: 20, requestsPerMinute: 120)
        var services = try PersonalFixture.services(state.database, limits, PersonalFixture.Heard())
        services.now = { Moment(wall: nil, monotonic: .seconds(1)) }
        let arena = try ArenaServiceFixture.service(services, state.database)
        try await ArenaServiceFixture.open(arena, file, boards: ["level-1"])
        _ = try await ArenaServiceFixture.install(1, file)
        services.gate.add([ArenaInstalls(arena: arena)])
        let api = try APIFixture(
            calls: ResultRoutes(services: services.calls, arena: arena).routes
                + BoardRoutes(services: services.calls, arena: arena).routes
                + SeasonRoutes(services: services.calls, arena: arena).routes,
            gate: services.gate
        )
        let (key, board) = ("0197e0a2-7c1f-7e42-9d5b-3f1c2a6b8e90", "/v1/games/snake/boards/level-1")
        let (player, owner) = (PersonalFixture.credential(1), PersonalFixture.ownerKey)
        let batch = "{\"results\":[{\"key\":\"\(key)\",\"board\":\"level-1\",\"score\":5}]}"
        let asked: [(String, String, String?, String)] = [
            ("POST", "\(board)/results", #"{"score":5}"#, player),
            ("POST", "/v1/games/snake/results", batch, player), ("GET", board, nil, player),
            ("GET", "\(board)?window=day&limit=7", nil, player), ("GET", "\(board)/me", nil, player),
            ("GET", "\(board)/seasons", nil, player), ("GET", "/v1/me/games", nil, player),
            ("POST", "/v1/admin\(board.dropFirst(3))/seasons", #"{"season":0}"#, owner),
        ]
        for (method, path, body, bearer) in asked {
            let headers = ["Authorization: Bearer \(bearer)", "Idempotency-Key: \(key)"]
            let answer = await api.request(method, path, body: body, headers: headers)
            #expect(answer?.status == 503, "\(method) \(path): \(answer?.text ?? "")")
            #expect(answer?.text.contains("clock is not set") == true)
        }
        let stored = try await file.read("count") { db throws(SQLiteError) in
            try db.first("SELECT (SELECT count(*) FROM results) + (SELECT max(season) FROM boards)") {
                row throws(SQLiteError) in try row.integer(0)
            }
        }
        #expect(stored == 0)
    }
}
