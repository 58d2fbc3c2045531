import Core
import Dispatch
import SystemSupport
import TestSupport
import Testing

@testable import Appliance
@testable import Arena
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
        let times = Locked<Set<Duration>>([])
        let routes = BoardRoutes(services: services.calls, arena: arena).routes.map { route in
            route.givingUp(after: .seconds(1)) { time in times.withLock { _ = $0.insert(time) } }
        }
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
        let (first, other) = (try api.client(), try api.client())
        async let front = first.get("/v1/games/snake/boards/cold")
        async let part = other.get("/v1/games/snake/boards/cold?window=day&limit=7")
        #expect(await api.get("/v1/hash")?.status == 200)
        for answer in [await front, await part] {
            #expect(answer?.status == 503, "\(answer?.text ?? "")")
        }
        #expect(times.withLock { $0 } == [.seconds(10)])
        busy.signal()
        try await held.value
        // A second is not always enough for it where the machine has much else to do.
        #expect(await becomesTrue { await api.get("/v1/games/snake/boards/cold")?.status == 200 })
    }
}

extension Route {
    /// A read whose work has this time instead of its own, which is told.
    fileprivate func givingUp(after time: Duration, told: @escaping @Sendable (Duration) -> Void) -> Route {
        guard case .read(let handler) = action else { return self }
        return Route(pattern, fields: fields) { request throws(Problem) in
            let answer = try handler(request)
            guard case .work(var bounds, let work) = answer else { return answer }
            told(bounds.time)
            bounds.time = time
            return .work(bounds, work)
        }
    }
}
