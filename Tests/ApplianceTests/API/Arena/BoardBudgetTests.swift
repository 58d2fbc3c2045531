import Core
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Serving
@testable import SystemSupport

@Suite("How often boards are read from outside", .serialized)
struct BoardBudgetTests {
    private static let outside = "Via: 1.1 elsewhere"

    /// Boards and players; the gate's clock stands, so that nothing that was taken grows again.
    ///
    /// `age`: how long the gate trusts what it found.
    private func api(age: Duration) async throws -> APIFixture {
        let state = try await Database.open(.memory, migrations: Feature.all.tables.migrations, now: nil)
        let file = try await Database.open(.memory, migrations: ArenaDatabase.tables.migrations, now: nil)
        let limits = AccessLimits(registrationsPerHour: 20, requestsPerMinute: 120)
        let services = try PersonalFixture.services(
            state.database,
            limits,
            PersonalFixture.Heard(),
            identities: KnownIdentities(IdentityCache(age: age))
        )
        let arena = try ArenaServiceFixture.service(services, state.database)
        try await arena.databaseUse.open(file.database)
        services.gate.add([ArenaInstalls(arena: arena)])
        let api = try APIFixture(
            calls: PlayerRoutes(services: services.calls, arena: arena).routes
                + BoardRoutes(services: services.calls, arena: arena).routes
                + GameAdminRoutes(services: services.calls, arena: arena).routes,
            gate: services.gate
        )
        let owner = ["Authorization: Bearer \(PersonalFixture.ownerKey)"]
        let game = await api.request(
            "PUT",
            "/v1/admin/games/snake",
            body: #"{"version":0,"name":"Snake"}"#,
            headers: owner
        )
        #expect(game?.status == 201)
        return api
    }

    private func register(_ number: Int, _ api: APIFixture) async {
        let credential = PersonalFixture.credential(number)
        let answer = await api.request(
            "PUT",
            "/v1/games/snake/installs/\(credential.prefix(22))",
            body: "{}",
            headers: ["Authorization: Bearer \(credential)"]
        )
        #expect(answer?.status == 201)
    }

    /// How many of these questions are answered before one is refused.
    private func granted(of most: Int, _ client: RawClient, _ headers: [String]) async -> Int {
        for number in 0..<most {
            let answer = await client.request("GET", "/v1/games", body: nil, headers: headers)
            guard answer?.status == 200 else {
                #expect(answer?.status == 429 && answer?.headers["retry-after"] != nil)
                return number
            }
        }
        return most
    }

    @Test(
        "an installation is counted by itself outside, also where what is known of it is old",
        arguments: [0, 900]
    )
    func counted(age: Int) async throws {
        let api = try await api(age: .seconds(age))
        for number in 1...2 { await register(number, api) }
        let client = try api.client()
        let first = ["Authorization: Bearer \(PersonalFixture.credential(1))"]
        let second = ["Authorization: Bearer \(PersonalFixture.credential(2))"]
        let own = await granted(of: 300, client, first + [BoardBudgetTests.outside])
        #expect((100...120).contains(own))
        #expect(await granted(of: 60, client, second + [BoardBudgetTests.outside]) == 60, "nobody else pays")
        #expect(await granted(of: 20, client, [BoardBudgetTests.outside]) == 20, "nor do strangers")
        #expect(await granted(of: 300, client, first) == 300, "at home nobody is counted")
    }
}
