import Core
import Foundation
import SystemSupport
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Serving

@Suite("The relay of news, and who is told that a friend passed")
struct ArenaNewsRelayTests {
    /// An open arena beside a state, with two friends who want to hear of everything, and a board on which both play.
    private struct World {
        let arena: ArenaService
        let file: Database
        let state: Database
        let relay: NewsRelay
        let clock: Locked<Moment>
        let log: String
        let rings: Locked<Int>
        let players: [Int64]
        let installs: [Int64]
        let listed: GameStore.Listed

        init() async throws {
            let state = try await Database.open(.memory, migrations: Feature.all.tables.migrations, now: nil)
                .database
            let file = try await Database.open(.memory, migrations: ArenaDatabase.tables.migrations, now: nil)
                .database
            let arena = ArenaService(
                try ConfigurationFixture.parse("[arena]\nenabled = true").arena,
                persons: DeviceStore(database: state, participants: []).persons,
                marks: PersonMarks(database: state),
                key: { () throws(FileError) in Secret(String(repeating: "7", count: 64)) },
                log: { _ in },
                identities: { _ in }
            )
            let clock = Locked(Moment(wall: APIFixture.noon, monotonic: .seconds(100)))
            let system = SystemClock(now: { clock.withLock { $0 } })
            let log = FileManager.default.temporaryDirectory.appending(path: "relay-\(UUID().uuidString)")
                .path
            let rings = Locked(0)
            relay = NewsRelay(
                arena: arena,
                outbox: NewsOutbox(database: state),
                clock: system,
                liveness: LivenessRegistry(clock: system),
                log: try #require(Log.file(log, clock: system)),
                tell: { rings.withLock { $0 += 1 } }
            )
            try await arena.databaseUse.open(file)
            (self.arena, self.file, self.state, self.clock) = (arena, file, state, clock)
            (self.log, self.rings) = (log, rings)
            let stores = try arena.stores()
            let facts = try GameFacts(slug: "snake", name: "Snake", description: "", zone: "UTC")
            _ = try await stores.games.put(facts, version: 0, at: APIFixture.noon)
            _ = try await stores.games.put(BoardRules(slug: "b", name: "Level"), of: "snake", version: 0)
            listed = try #require(try await stores.games.game("snake"))
            (players, installs) = try await World.play(file)
        }

        /// Two persons with an installation each, who are friends.
        private static func play(_ file: Database) async throws -> ([Int64], [Int64]) {
            try await file.write("players") { db throws(SQLiteError) in
                for (number, name) in [(Int64(1), "Ola"), (2, "Jan")] {
                    try db.execute(
                        """
                        INSERT INTO players (id, code, person, name, folded, version, created_at, updated_at, notices)
                        VALUES (?1, ?2, ?1, ?2, ?2, 1, 0, 0, 127)
                        """,
                        .integer(number),
                        .text(name)
                    )
                    try db.execute(
                        """
                        INSERT INTO installs (id, install, secret, player, game, registered_at)
                        VALUES (?1, ?2, zeroblob(32), ?1, 1, 0)
                        """,
                        .integer(number),
                        .text("000000000000000000000\(number)")
                    )
                }
                try db.execute("INSERT INTO friends (low, high, inviter, type, at) VALUES (1, 2, 1, 2, 0)")
                return ([1, 2], [1, 2])
            }
        }

        func put(_ count: Int) async throws {
            try await file.write("news") { db throws(SQLiteError) in
                for number in 0..<count {
                    try db.execute(
                        """
                        INSERT INTO news (person, kind, subject, word, payload, at, expires_at)
                        VALUES (1, 'decided', ?1, 'won', '{"player":"Jan","page":"duels"}', 0, 9999999999)
                        """,
                        .text("d:\(number)")
                    )
                }
            }
        }

        func waiting() async throws -> [String] {
            try await file.read("waiting") { db throws(SQLiteError) in
                try db.rows(
                    "SELECT kind || ' ' || subject || ' ' || word || ' ' || person FROM news ORDER BY id"
                ) {
                    row throws(SQLiteError) in try row.text(0)
                }
            }
        }

        /// Each score once: it is the result's key as well.
        func score(_ score: Int64, of player: Int) async throws {
            let key = [UInt8](repeating: UInt8(truncatingIfNeeded: score), count: 16)
            let submission = Submission(key: key, board: "b", score: score)
            _ = try await arena.submit([submission], of: installs[player], to: listed, at: APIFixture.noon)
        }
    }

    @Test(
        "all that waits is moved in steps; while the state refuses it is tried with longer pauses, and told once"
    )
    func refusing() async throws {
        let world = try await World()
        try await world.put(450)
        try await world.state.write("refuse") { db throws(SQLiteError) in
            try db.execute("ALTER TABLE devices RENAME TO devices_away")
        }
        for pause in [2, 4, 8] {
            #expect(await world.relay.round() == .seconds(pause))
            #expect(await world.relay.round() == .seconds(pause), "not before the pause is over")
            world.clock.withLock { $0.monotonic += .seconds(pause) }
        }
        #expect(try await world.waiting().count == 100, "of one person no more wait")
        try await world.state.write("take") { db throws(SQLiteError) in
            try db.execute("ALTER TABLE devices_away RENAME TO devices")
        }
        #expect(await world.relay.round() == .seconds(60))
        #expect(try await world.waiting() == [])
        let said = try String(contentsOfFile: world.log, encoding: .utf8).split(separator: "\n")
        #expect(said.count == 2, "\(said)")
        #expect(said.first?.contains("news of the arena wait") == true)
        try FileManager.default.removeItem(atPath: world.log)
    }

    @Test("a clock that is not set, and an arena that is closed, keep it waiting in silence")
    func waiting() async throws {
        let world = try await World()
        try await world.put(1)
        world.clock.withLock { $0.wall = nil }
        #expect(await world.relay.round() == .seconds(2))
        world.clock.withLock { $0 = Moment(wall: APIFixture.noon, monotonic: .seconds(200)) }
        #expect(await world.relay.round() == .seconds(60))
        #expect(try await world.waiting() == [])
        try await world.arena.databaseUse.end(world.clock.withLock { $0 })
        #expect(await world.relay.round() == .seconds(60))
        #expect(try String(contentsOfFile: world.log, encoding: .utf8) == "")
        try FileManager.default.removeItem(atPath: world.log)
    }

    @Test(
        "a friend who asked for it is told that another passed, once a day, and not any more once it is better again"
    )
    func passing() async throws {
        let world = try await World()
        let system = SystemClock(now: { [clock = world.clock] in clock.withLock { $0 } })
        let watch = PassingWatch(arena: world.arena, clock: system, liveness: LivenessRegistry(clock: system))
        try await world.score(50, of: 0)
        await watch.look()
        #expect(
            try await world.waiting() == ["passed b:snake/b  1"],
            "of the time before a start nothing is known"
        )
        try await world.score(60, of: 1)
        await watch.look()
        #expect(try await world.waiting().suffix(2) == ["passed b:snake/b  2", "passed b:snake/b by:Jan 1"])
        try await world.score(70, of: 0)
        await watch.look()
        #expect(try await world.waiting().suffix(2) == ["passed b:snake/b  1", "passed b:snake/b by:Ola 2"])
        try await world.score(80, of: 1)
        await watch.look()
        #expect(try await world.waiting().suffix(1) == ["passed b:snake/b  2"], "Ola was told today")
        try await world.score(75, of: 1)
        await watch.look()
        #expect(try await world.waiting().count == 6, "a worse result is no news")
        try FileManager.default.removeItem(atPath: world.log)
    }
}
