import Core
import Dispatch
import SystemSupport
import TestSupport
import Testing

@testable import Appliance
@testable import Serving

@Suite("Boards that are not in memory")
struct ColdBoardTests {
    @Test(
        "who waits for one is told 503 after ten seconds, nobody else waits, and it is shown once the file answers",
        .timeLimit(.minutes(Patience.hungMinutes))
    )
    func cold() async throws {
        let state = try await Database.open(.memory, migrations: Feature.all.tables.migrations, now: nil)
        let file = try await Database.open(.memory, migrations: ArenaDatabase.tables.migrations, now: nil)
            .database
        let limits = AccessLimits(registrationsPerHour: 20, requestsPerMinute: 120)
        let services = try PersonalFixture.services(state.database, limits, PersonalFixture.Heard())
        let arena = try ArenaServiceFixture.service(services, state.database)
        try await ArenaServiceFixture.open(arena, file, boards: ["other", "cold"])
        let routes = BoardRoutes(services: services, arena: arena).routes
        let api = try APIFixture(calls: routes, gate: services.gate)
        // Everything but the board itself is known.
        #expect(await becomesTrue { await api.get("/v1/games/snake/boards/other")?.status == 200 })
        // allowed: it holds the database's own thread, as a slow disk does
        let (busy, isBusy) = (DispatchSemaphore(value: 0), Locked(false))
        let held = Task {
            try await file.write("busy") { _ throws(SQLiteError) in
                isBusy.withLock { $0 = true }
                busy.wait()
            }
        }
        defer { busy.signal() }
        #expect(await becomesTrue { isBusy.withLock { $0 } })
        let start = ContinuousClock.now
        let (first, other) = (try api.client(), try api.client())
        async let front = first.get("/v1/games/snake/boards/cold")
        async let part = other.get("/v1/games/snake/boards/cold?window=day&limit=7")
        #expect(await api.get("/v1/hash")?.status == 200)
        for answer in [await front, await part] {
            #expect(answer?.status == 503, "\(answer?.text ?? "")")
        }
        #expect(ContinuousClock.now - start >= .seconds(9))
        busy.signal()
        try await held.value
        // Ten seconds are not always enough for it where the machine has much else to do.
        #expect(await becomesTrue { await api.get("/v1/games/snake/boards/cold")?.status == 200 })
    }
}
