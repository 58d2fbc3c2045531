import Core
import Testing
import WatchpostModel

@testable import Arena

@Suite("Keeping results short")
struct ResultKeepingTests {
    private static let noon = UnixTime(seconds: 1_795_348_800)

    private static func ledger() async throws -> (ResultLedger, Int64) {
        let migrations = ArenaDatabase.tables.migrations
        let database = try await Database.open(.memory, migrations: migrations, now: nil).database
        let games = GameStore(database: database)
        let facts = try GameFacts(slug: "snake", name: "Snake", description: "", zone: "UTC")
        _ = try await games.put(facts, version: 0, at: noon)
        _ = try await games.put(BoardRules(slug: "b", name: "b"), of: "snake", version: 0)
        let registration = InstallStore.Registration(
            install: "AAAAAAAAAAAAAAAAAAAAAA",
            secretHash: [UInt8](repeating: 1, count: 32),
            game: "snake",
            name: nil,
            code: ArenaService.newCode(),
            at: noon
        )
        let installs = InstallStore(database: database, mostPlayers: 100)
        guard
            case .registered(let install, _) = try await installs.register(
                registration,
                isSameSecret: { $0 == $1 }
            )
        else { return (ResultLedger(database: database, mostResults: 100), -1) }
        return (ResultLedger(database: database, mostResults: 100), install.id)
    }

    @Test(
        "many results are put together at once, whatever the clock says, and one fewer are not",
        arguments: [true, false]
    )
    func many(isSet: Bool) async throws {
        let (ledger, install) = try await Self.ledger()
        let keeping = ResultKeeping(ledger: ledger, metrics: ArenaMetrics(), mostUnfolded: 3)
        let now = isSet ? Self.noon : nil
        for (number, left) in [(UInt8(1), 1), (2, 2), (3, 0), (4, 1)] {
            let key = [UInt8](repeating: number, count: 16)
            _ = try await ledger.submit(
                [Submission(key: key, board: "b", score: Int64(number))],
                of: install,
                at: Self.noon,
                standings: { _, _ in .notLoaded },
                then: { _ in }
            )
            let folded = try await keeping.tick(at: now, foldedAt: now)
            let waiting = try await ledger.unfolded()
            #expect(folded == now && waiting == left, "after result \(number)")
        }
        #expect(ResultKeeping(ledger: ledger, metrics: ArenaMetrics()).mostUnfolded == 10_000)
    }

    @Test(
        "few results are put together once a day, and not before; a clock that was put back counts as a day"
    )
    func daily() async throws {
        let (ledger, install) = try await Self.ledger()
        let keeping = ResultKeeping(ledger: ledger, metrics: ArenaMetrics())
        let submission = Submission(key: [UInt8](repeating: 1, count: 16), board: "b", score: 1)
        _ = try await ledger.submit(
            [submission],
            of: install,
            at: Self.noon,
            standings: { _, _ in .notLoaded },
            then: { _ in }
        )
        var folded: UnixTime?
        for seconds: Int64 in [0, 5, 86_399] {
            folded = try await keeping.tick(
                at: UnixTime(seconds: Self.noon.seconds + seconds),
                foldedAt: folded
            )
            #expect(folded == Self.noon)
            let waiting = try await ledger.unfolded()
            #expect(waiting == 1)
        }
        let unset = try await keeping.tick(at: nil, foldedAt: folded)
        #expect(unset == Self.noon)
        let next = UnixTime(seconds: Self.noon.seconds + 86_400)
        let daily = try await keeping.tick(at: next, foldedAt: folded)
        #expect(daily == next)
        let left = try await ledger.unfolded()
        #expect(left == 0)
        let back = try await keeping.tick(at: Self.noon, foldedAt: next)
        #expect(back == Self.noon)
    }
}
