import Core
import SystemSupport
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Serving

@Suite("The arena when the box stops")
struct ArenaStopTests {
    /// Cancels a look with its job of this number; counts those that begin.
    private final class Stop: Sendable {
        private struct State {
            var jobs = 0
            var last: Int?
            var look: Task<Void, any Error>?
        }

        private let state = Locked(State())

        var observer: Database.Observer { Database.Observer(onBegin: { [self] _ in begin() }) }

        private func begin() {
            let stopped = state.withLock { state -> Task<Void, any Error>? in
                guard let look = state.look else { return nil }
                state.jobs += 1
                return state.jobs == state.last ? look : nil
            }
            stopped?.cancel()
        }

        /// A look of the arena, as it is made every few seconds; how many jobs there were, and whether it was told to stop.
        func look(_ arena: ArenaService, at now: UnixTime, until last: Int?) async -> (
            jobs: Int, isStopped: Bool
        ) {
            let (gate, opener) = AsyncStream<Void>.makeStream()
            let tick = arena.databaseUse.tick
            let look: Task<Void, any Error> = Task {
                for await _ in gate { break }
                try await tick(Moment(wall: now, monotonic: .seconds(1)))
            }
            state.withLock { $0 = State(last: last, look: look) }
            opener.yield()
            let result = await look.result
            let jobs = state.withLock { state in
                defer { state = State() }
                return state.jobs
            }
            guard case .failure(let error) = result else { return (jobs, false) }
            return (jobs, (error as? SQLiteError)?.isInterruption == true)
        }
    }

    private struct World {
        let stop = Stop()
        let file: Database
        let arena: ArenaService

        /// A game that was played for three days, with a windowed board.
        init() async throws {
            file = try await Database.open(
                .memory,
                migrations: ArenaDatabase.tables.migrations,
                now: nil,
                observer: stop.observer
            ).database
            arena = try await ArenaServiceFixture.arena(boards: [], file)
            var rules = BoardRules(slug: "b", name: "b")
            rules.windows = [.day]
            _ = try await GameStore(database: file).put(rules, of: "snake", version: 0)
            let install = try await ArenaServiceFixture.install(1, file)
            let ledger = ResultLedger(database: file, mostResults: 1_000)
            for number in 0..<6 {
                _ = try await ledger.submit(
                    [Submission(key: [UInt8](repeating: UInt8(number), count: 16), board: "b", score: 1)],
                    of: install,
                    at: APIFixture.noon.advanced(by: Int64(number) * 43_200),
                    standings: { _, _ in .notLoaded },
                    then: { _ in }
                )
            }
        }

        func numbers(_ query: String) async throws -> [Int64] {
            try await file.read("numbers") { db throws(SQLiteError) in
                try db.rows(query) { row throws(SQLiteError) in try row.integer(0) }
            }
        }
    }

    @Test(
        "a look that is told to stop does no further job, wherever it is, and says nothing against the file"
    )
    func look() async throws {
        let now = APIFixture.noon.advanced(by: 5 * 86_400)
        let whole = try await World()
        let jobs = await whole.stop.look(whole.arena, at: now, until: nil).jobs
        #expect(jobs > 5)
        for last in 1...jobs {
            let world = try await World()
            let (begun, isStopped) = await world.stop.look(world.arena, at: now, until: last)
            #expect(begun == last)
            #expect(isStopped || last == jobs)
            #expect(world.arena.state.withLock { !$0.isDoubtful })
        }
    }

    @Test("nothing is put together at the end: what is not, the next start reads")
    func end() async throws {
        let world = try await World()
        let (file, use) = (world.file, world.arena.databaseUse)
        let now = Moment(wall: APIFixture.noon, monotonic: .seconds(1))
        #expect(try await world.numbers("SELECT count(*) FROM results") == [6])
        try await use.end(now)
        #expect(try await world.numbers("SELECT seq FROM folded") == [0])
        #expect(try await world.numbers("SELECT count(*) FROM standings") == [0])
        #expect(throws: Problem.self) { try world.arena.stores() }
        try await use.open(file)
        let stores = try world.arena.stores()
        let board = try #require(try await stores.games.game("snake")?.boards.first)
        try await stores.shelf.load(board, at: APIFixture.noon)
        let player = try #require(try await world.numbers("SELECT player FROM installs").first)
        #expect(stores.shelf.standing(of: player, on: board.id) != .notLoaded)
        #expect(stores.shelf.standing(of: player, on: board.id) != .nothing)
    }

    @Test("a call that was told to stop between two steps leaves no doubt about the disk")
    func interruption() async throws {
        let world = try await World()
        let error = SQLiteError(code: .interrupt, message: "stopped", path: "arena.db")
        await #expect(throws: Problem.self) {
            try await world.arena.use { _ throws(SQLiteError) -> Int in throw error }
        }
        #expect(world.arena.state.withLock { !$0.isDoubtful })
        await #expect(throws: Problem.self) {
            try await world.arena.use { _ throws(SQLiteError) -> Int in
                throw SQLiteError(code: .full, message: "full", path: "arena.db")
            }
        }
        #expect(world.arena.state.withLock { $0.isDoubtful })
    }
}
