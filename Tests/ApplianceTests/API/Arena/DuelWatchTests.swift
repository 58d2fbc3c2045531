import Core
import Display
import SystemSupport
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Core
@testable import Serving

@Suite("Duels by the box's own clock")
struct DuelWatchTests {
    private static let noon = UnixTime(seconds: 1_795_348_800)
    private static let hour: Int64 = 3_600

    /// An arena with three friends; the first is a person with a paired phone, and a box whose clocks a test moves.
    private final class Home {
        let arena: ArenaService
        let file: Database
        let watch: DuelWatch
        /// Seconds since noon; nil: the clock is not set.
        let time = Locked<Int64?>(0)
        let monotonic = Locked<Int64>(1_000)
        let shown = Locked<[[PanelDuel]]>([])
        let reads = Locked<[String: Int]>([:])
        private(set) var codes: [String] = []
        private var keys: UInt8 = 0

        init() async throws {
            let reads = reads
            let observer = Database.Observer(onBegin: { name in reads.withLock { $0[name, default: 0] += 1 } }
            )
            let migrations = Feature.all.tables.migrations
            let state = try await Database.open(.memory, migrations: migrations, now: nil, observer: observer)
            file = try await Database.open(
                .memory,
                migrations: ArenaDatabase.tables.migrations,
                now: nil,
                observer: observer
            ).database
            let limits = AccessLimits(registrationsPerHour: 20, requestsPerMinute: 120)
            let services = try PersonalFixture.services(state.database, limits, PersonalFixture.Heard())
            let persons = services.store.persons
            arena = ArenaService(
                try ConfigurationFixture.parse("[arena]\nenabled = true").arena,
                persons: persons,
                marks: PersonMarks(database: state.database),
                key: { () throws(FileError) in Secret(String(repeating: "7", count: 64)) },
                log: { _ in },
                identities: { _ in }
            )
            let (time, monotonic, shown) = (time, monotonic, shown)
            let clock = SystemClock(now: {
                Moment(
                    wall: time.withLock { $0 }.map { DuelWatchTests.noon.advanced(by: $0) },
                    monotonic: .seconds(monotonic.withLock { $0 })
                )
            })
            watch = DuelWatch(
                arena: arena,
                persons: persons,
                clock: clock,
                liveness: LivenessRegistry(clock: clock),
                show: { duels in shown.withLock { $0.append(duels) } }
            )
            try await state.database.write("person") { db throws(SQLiteError) in
                try db.execute("INSERT INTO persons (id, administrator, created_at) VALUES (7, 1, 0)")
            }
            try await arena.databaseUse.open(file)
            try await begin()
        }

        private func begin() async throws {
            let games = GameStore(database: file)
            let facts = try GameFacts(slug: "snake", name: "Snake", description: "", zone: "UTC")
            _ = try await games.put(facts, version: 0, at: DuelWatchTests.noon)
            _ = try await games.put(BoardRules(slug: "b", name: "b"), of: "snake", version: 0)
            let installs = InstallStore(database: file, mostPlayers: 100)
            for letter in ["A", "B", "C"] {
                let registration = InstallStore.Registration(
                    install: String(repeating: letter, count: 22),
                    secretHash: [UInt8](repeating: 1, count: 32),
                    game: "snake",
                    name: try PlayerName("Player\(letter)"),
                    code: ArenaService.newCode(),
                    at: DuelWatchTests.noon
                )
                let outcome = try await installs.register(registration) { $0 == $1 }
                guard case .registered(_, let player) = outcome else { continue }
                codes.append(player.code)
            }
            try await file.write("friends") { db throws(SQLiteError) in
                try db.execute("UPDATE players SET person = 7 WHERE id = 1")
                for (low, high) in [(1, 2), (1, 3), (2, 3)] as [(Int64, Int64)] {
                    try db.execute(
                        "INSERT INTO friends (low, high, inviter, type, at) VALUES (?1, ?2, ?1, 2, 0)",
                        .integer(low),
                        .integer(high)
                    )
                }
            }
        }

        /// A duel of two players that runs; its code.
        func run(_ creator: Int64, _ opponent: Int64, seconds: Int64 = DuelWatchTests.hour) async throws
            -> String
        {
            keys += 1
            let wish = DuelStore.Wish(
                creator: creator,
                opponent: codes[Int(opponent) - 1],
                game: "snake",
                board: "b",
                goal: nil,
                seconds: seconds,
                key: [UInt8](repeating: keys, count: 16)
            )
            guard case .made(let view) = try await arena.create(wish, at: DuelWatchTests.noon) else {
                return ""
            }
            _ = try await arena.act(.accept, on: view.record.code, by: opponent, at: DuelWatchTests.noon)
            return view.record.code
        }

        func look(after seconds: Int64?) async {
            time.withLock { $0 = seconds }
            monotonic.withLock { $0 += 2 }
            await watch.look()
        }

        func isOver(_ code: String) async throws -> Bool {
            try await file.read("state") { db throws(SQLiteError) in
                try DuelTable.duel(code, db)?.duel.state == .over
            }
        }

        /// How often a piece of work of one of the files was begun.
        func count(_ name: String) -> Int { reads.withLock { $0[name] ?? 0 } }
    }

    @Test("at the end of each, once, and never while the clock is not set")
    func decides() async throws {
        let home = try await Home()
        let first = try await home.run(1, 2)
        let second = try await home.run(2, 3, seconds: 2 * Self.hour)
        await home.look(after: 0)
        await home.look(after: Self.hour - 1)
        #expect(try await !home.isOver(first))
        await home.look(after: nil)
        #expect(try await !home.isOver(first))
        let before = home.count("decide duels")
        for _ in 0..<5 { await home.look(after: Self.hour - 1) }
        #expect(home.count("decide duels") == before, "nobody is asked while nothing is due")
        await home.look(after: Self.hour)
        #expect(try await home.isOver(first))
        #expect(try await !home.isOver(second))
        // A clock that is set far ahead, and back.
        await home.look(after: 50 * Self.hour)
        #expect(try await home.isOver(second))
        let third = try await home.run(1, 3)
        await home.look(after: 0)
        #expect(try await !home.isOver(third))
    }

    @Test("what a new file has due is decided at once: after a start")
    func restart() async throws {
        let home = try await Home()
        let code = try await home.run(1, 2)
        home.arena.duelBell.ring { $0 = DuelClock() }
        await home.look(after: 2 * Self.hour)
        #expect(try await home.isOver(code))
    }

    @Test("more than a step at a time, in one look")
    func many() async throws {
        let home = try await Home()
        try await home.file.write("duels") { db throws(SQLiteError) in
            for number in 0..<1_203 {
                try db.execute(
                    """
                    INSERT INTO duels (code, board, creator, opponent, seconds, state, created_at, answer_by, key, version)
                    VALUES (?1, 1, 1, 2, 3600, 0, 0, ?2, ?3, 1)
                    """,
                    .text("d\(number)"),
                    .integer(Self.noon.seconds),
                    .blob([UInt8(number % 256)] + [UInt8](repeating: UInt8(number / 256), count: 15))
                )
            }
        }
        home.arena.duelBell.ring { $0.forget() }
        await home.look(after: 1)
        let left = try await home.file.read("left") { db throws(SQLiteError) in
            try db.first("SELECT count(*) FROM duels WHERE state < 2") { row throws(SQLiteError) in
                try row.integer(0)
            }
        }
        #expect(left == 0 && home.count("decide duels") == 3)
    }

    @Test("the panel is told of duels at home when one of them changes, and asks for none in between")
    func panel() async throws {
        let home = try await Home()
        await home.look(after: 0)
        #expect(home.shown.withLock { $0 }.isEmpty)
        let code = try await home.run(2, 1)
        await home.look(after: 1)
        let first = try #require(home.shown.withLock { $0 }.last?.first)
        #expect(first.code == code && first.mine.name == "PlayerA" && first.theirs.name == "PlayerB")
        #expect(first.mine.best == nil && first.endsAt == Self.noon.advanced(by: Self.hour))
        let before = home.count("list duels of persons")
        _ = try await home.run(2, 3)
        for second in Int64(2)..<20 { await home.look(after: second) }
        #expect(home.count("list duels of persons") == before, "another one's changed")
        _ = try await home.arena.act(.giveUp, on: code, by: 2, at: Self.noon)
        await home.look(after: 20)
        #expect(home.shown.withLock { $0 }.last == [])
        #expect(home.shown.withLock { $0 }.count == 2)
    }

    @Test("a reader sees a duel decided that is due, before anybody looked")
    func lazily() async throws {
        let home = try await Home()
        let code = try await home.run(1, 2)
        let late = Self.noon.advanced(by: Self.hour)
        let view = try #require(try await home.arena.duel(code, of: 2, at: late))
        #expect(view.duel.state == .over && view.duel.overAt == late)
        #expect(try await home.arena.duel(code, of: 3, at: late) == nil)
        let page = try #require(
            try await home.arena.duels(.archive, of: 1, after: nil, most: 5, at: late)
        )
        #expect(page.duels.map(\.record.code) == [code])
    }
}
