import Core
import SystemSupport
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Serving

@Suite("A phone that comes, asks who it is and leaves")
struct StrangersPhoneTests {
    /// An arena with three boards in memory, and a phone whose player has a result on the first, beside somebody else.
    private struct World {
        let changes = Locked<[IdentityChange]>([])
        let devices: DeviceStore
        let arena: ArenaService
        let file: Database
        let phone: DeviceRecord
        /// The rows of installations: of the phone's player, and of the other one.
        let own: Int64
        let other: Int64

        init() async throws {
            let state = try await Database.open(.memory, migrations: Feature.all.tables.migrations, now: nil)
                .database
            file = try await Database.open(.memory, migrations: ArenaDatabase.tables.migrations, now: nil)
                .database
            let limits = AccessLimits(registrationsPerHour: 20, requestsPerMinute: 120)
            let services = try PersonalFixture.services(state, limits, PersonalFixture.Heard())
            devices = services.store
            let changes = changes
            arena = try ArenaServiceFixture.service(services, state) { change in
                changes.withLock { $0.append(change) }
            }
            try await ArenaServiceFixture.open(arena, file, boards: ["a", "b", "c"])
            phone = try await StrangersPhoneTests.register(devices)
            let player = try await arena.player(ofPerson: phone.person, from: .home) { () throws(Problem) in
                APIFixture.noon
            }
            // It has followed persons until now, and marks of them only those who have installations.
            try await arena.databaseUse.tick(Moment(wall: APIFixture.noon, monotonic: .seconds(1)))
            own = try await ArenaServiceFixture.install(1, file)
            other = try await ArenaServiceFixture.install(2, file)
            let (row, install) = (try #require(player).id, own)
            try await file.write("as if it had joined") { db throws(SQLiteError) in
                try db.execute(
                    "UPDATE installs SET player = ?1 WHERE id = ?2",
                    .integer(row),
                    .integer(install)
                )
            }
            try await submit(2, of: own)
            try await submit(1, of: other)
            for board in ["a", "b", "c"] { _ = try await scores(board) }
        }

        private func submit(_ score: UInt8, of install: Int64) async throws {
            let listed = try #require(try await arena.game("snake"))
            let key = [UInt8](repeating: score, count: 16)
            let submission = Submission(key: key, board: "a", score: Int64(score))
            _ = try await arena.submit([submission], of: install, to: listed, at: APIFixture.noon)
        }

        func scores(_ board: String) async throws -> [Int64] {
            let question = ArenaService.BoardQuestion(game: "snake", board: board, limit: 10)
            return try await arena.page(question, at: APIFixture.noon).body.rows.map(\.score)
        }

        func numbers(_ sql: String) async throws -> [Int64] {
            try await file.read("numbers") { db throws(SQLiteError) in
                try db.rows(sql) { row throws(SQLiteError) in try row.integer(0) }
            }
        }
    }

    private static func register(_ devices: DeviceStore) async throws -> DeviceRecord {
        let registration = DeviceRegistration(
            install: String(repeating: "A", count: 22),
            secretHash: [UInt8](repeating: 1, count: 32),
            profile: DeviceProfile(name: nil, locale: "en-GB", zone: "Europe/Warsaw"),
            address: .keep,
            isLocal: true,
            network: nil,
            at: APIFixture.noon
        )
        let outcome = try await devices.put(registration, isSameSecret: { $0 == $1 })
        guard case .registered(let record) = outcome else {
            throw SQLiteError(code: .error, message: "\(outcome)", path: "")
        }
        return record
    }

    @Test("boards stay in memory without its row, and of all callers only its own are forgotten")
    func leaves() async throws {
        let world = try await World()
        let stores = try world.arena.stores()
        #expect(stores.shelf.size.boards == 3)
        #expect(try await world.scores("a") == [2, 1])
        #expect(try await world.devices.delete(world.phone.id))
        try await world.arena.databaseUse.tick(Moment(wall: APIFixture.noon, monotonic: .seconds(1)))
        #expect(world.changes.withLock { $0 } == [.install(world.own)])
        #expect(stores.shelf.size.boards == 3)
        #expect(try await world.scores("a") == [1])
        #expect(try await world.numbers("SELECT install FROM results") == [world.other])
    }

    @Test("where an administrator removes its player it is the same, and nobody looks for what is over again")
    func removed() async throws {
        let world = try await World()
        let stores = try world.arena.stores()
        try await stores.keepArchives(at: APIFixture.noon)
        let player = try #require(try await stores.players.player(ofPerson: world.phone.person))
        let before = stores.boardTimes.withLock { $0.changes }
        _ = try await world.arena.remove(player.code, by: "the owner", at: APIFixture.noon)
        #expect(world.changes.withLock { $0 } == [.install(world.own)])
        #expect(stores.shelf.size.boards == 3)
        #expect(try await world.scores("a") == [1])
        let times = stores.boardTimes.withLock { $0 }
        #expect(times.changes > before, "first pages are made anew")
        #expect(times.known(at: APIFixture.noon) != nil)
    }

    @Test("whoever asks for the seasons of one board at a border has that one looked at alone")
    func border() async throws {
        let world = try await World()
        try await world.file.write("windows") { db throws(SQLiteError) in
            try db.execute("UPDATE boards SET windows = 'day'")
        }
        let stores = try world.arena.stores()
        stores.changed()
        let tomorrow = APIFixture.noon.advanced(by: 86_400)
        let over = try await world.arena.seasons("snake", "b", at: tomorrow).over
        #expect(over.count == 1)
        let archived = "SELECT board FROM archives WHERE span = 'day' ORDER BY board"
        #expect(try await world.numbers(archived) == [2])
        try await stores.keepArchives(at: tomorrow)
        #expect(try await world.numbers(archived) == [1, 2, 3])
    }
}
