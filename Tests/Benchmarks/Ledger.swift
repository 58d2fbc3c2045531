import Core
import Glibc
import WatchpostModel

/// The ledger of results in a file of its own, in numbers: what the appliance does with a result, without HTTP.
///
/// Compiled by ledger.py against the release build. `Ledger FILE rate WRITERS RESULTS` has so many writers, each of which
/// sends one result after the other, and prints results a second and microseconds of CPU for one. `Ledger FILE bytes GROUP
/// TIMES` sends so many groups, each in one transaction, and prints the bytes written for a result, the last checkpoint
/// included.
@main
struct Ledger {
    private static let installations = 1_000

    private let database: Database
    private let ledger: ResultLedger
    private let shelf: BoardShelf
    private let board: GameBoard
    private let installs: [InstallStore.Install]

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let numbers = arguments.dropFirst(2).compactMap { Int($0) }
        guard arguments.count == 4, numbers.count == 2 else {
            return print("usage: Ledger FILE rate WRITERS RESULTS | Ledger FILE bytes GROUP TIMES")
        }
        let arena = try await Ledger(path: arguments[0])
        if arguments[1] == "rate" {
            try await arena.rate(writers: numbers[0], results: numbers[1])
        } else {
            try await arena.bytes(group: numbers[0], times: numbers[1])
        }
    }

    /// What stands instead of a value that a store would not give.
    private struct Missing: Error {}

    private init(path: String) async throws {
        var file = DatabaseFile(path: path, durability: .full, damage: .report)
        file.pageSize = ArenaDatabase.pageSize
        database = try await Database.open(file, migrations: ArenaDatabase.tables.migrations, now: nil)
            .database
        let games = GameStore(database: database)
        if try await games.game("bench") == nil {
            let facts = try GameFacts(slug: "bench", name: "bench", description: "", zone: "Europe/Warsaw")
            _ = try await games.put(facts, version: 0, at: Ledger.now)
            var rules = BoardRules(slug: "b", name: "b")
            rules.windows = [.day, .week]
            _ = try await games.put(rules, of: "bench", version: 0)
        }
        guard let board = try await games.game("bench")?.boards.first else { throw Missing() }
        let store = InstallStore(database: database, mostPlayers: 2 * Ledger.installations)
        installs = try await Ledger.register(store)
        (self.board, ledger) = (board, ResultLedger(database: database, mostResults: 10_000_000))
        shelf = BoardShelf(database: database, memory: 64 << 20)
        try await shelf.load(board, at: Ledger.now)
    }

    private static func register(_ store: InstallStore) async throws -> [InstallStore.Install] {
        try await withThrowingTaskGroup(of: InstallStore.Install.self) { group in
            for number in 0..<installations { group.addTask { try await register(number, store) } }
            var installs: [InstallStore.Install] = []
            while let install = try await group.next() { installs.append(install) }
            return installs
        }
    }

    private static func register(_ number: Int, _ store: InstallStore) async throws -> InstallStore.Install {
        var generator = SystemRandomNumberGenerator()
        let registration = InstallStore.Registration(
            install: String("0000000000000000000000\(number)".suffix(22)),
            secretHash: [UInt8](repeating: 1, count: 32),
            game: "bench",
            name: nil,
            code: PlayerCode(using: &generator),
            at: now
        )
        switch try await store.register(registration, isSameSecret: { $0 == $1 }) {
        case .registered(let install, _), .known(let install, _): return install
        default: throw Missing()
        }
    }

    private static var now: UnixTime { UnixTime(seconds: Int64(time(nil))) }
}

/// What is measured.
extension Ledger {
    private func rate(writers: Int, results: Int) async throws {
        let each = results / writers
        let (cpu, begin) = (clock(), Ledger.seconds())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<writers { group.addTask { try await write(each, writer) } }
            try await group.waitForAll()
        }
        let took = Ledger.seconds() - begin
        let spent = Double(clock() - cpu) / Double(CLOCKS_PER_SEC)
        let count = Double(each * writers)
        await database.close()
        print(count / took, spent / count * 1e6)
    }

    private func write(_ count: Int, _ writer: Int) async throws {
        var chance = SystemRandomNumberGenerator()
        for _ in 0..<count { try await send(1, of: installs[writer % installs.count], &chance) }
    }

    private func bytes(group: Int, times: Int) async throws {
        var chance = SystemRandomNumberGenerator()
        let before = Ledger.written()
        for _ in 0..<times {
            try await send(group, of: installs[Int.random(in: 0..<installs.count, using: &chance)], &chance)
        }
        await database.close()
        print(Double(Ledger.written() - before) / Double(group * times))
    }

    /// As `ArenaService.submit` does it; then the player's places are read, as for the answer.
    private func send(
        _ count: Int,
        of install: InstallStore.Install,
        _ chance: inout SystemRandomNumberGenerator
    ) async throws {
        let now = Ledger.now
        let submissions = (0..<count).map { _ in
            Submission(
                key: Ledger.key(&chance),
                board: board.rules.slug,
                score: Int64.random(in: 0..<1_000_000, using: &chance)
            )
        }
        let shelf = shelf
        let submitted = try await ledger.submit(
            submissions,
            of: install.id,
            at: now,
            standings: { board, player in shelf.standing(of: player, on: board) },
            then: { results in shelf.apply(results) }
        )
        guard case .outcomes(let outcomes) = submitted, outcomes.allSatisfy(Ledger.isAccepted) else {
            throw Missing()
        }
        guard shelf.places(of: install.player, on: board.id, at: now) != nil else { throw Missing() }
    }

    private static func isAccepted(_ outcome: ResultLedger.Outcome) -> Bool {
        if case .accepted = outcome { true } else { false }
    }

    /// A UUID of version 7, as SDKs make them.
    private static func key(_ chance: inout SystemRandomNumberGenerator) -> [UInt8] {
        let milliseconds = UInt64(wall(CLOCK_REALTIME) * 1_000)
        var bytes = (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * UInt64($0))) }
        let random = chance.next()
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: random >> (8 * UInt64($0))) }
        bytes += [UInt8.random(in: 0...255, using: &chance), UInt8.random(in: 0...255, using: &chance)]
        bytes[6] = 0x70 | bytes[6] & 0x0f
        bytes[8] = 0x80 | bytes[8] & 0x3f
        return bytes
    }

    private static func seconds() -> Double { wall(CLOCK_MONOTONIC) }

    private static func wall(_ kind: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(kind, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Bytes that this process had written to the disk so far; proc(5), io.
    private static func written() -> Int {
        guard let file = fopen("/proc/self/io", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        while fgets(&line, 128, file) != nil {
            let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                .split { $0 == " " || $0 == "\n" }
            if words.first == "write_bytes:" { return words.last.flatMap { Int($0) } ?? 0 }
        }
        return 0
    }
}
