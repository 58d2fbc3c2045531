import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("How many results are kept, of whom")
struct LedgerCountsTests {
    private let noon = ArenaFixture.noon

    private struct Failed: Error {}

    /// An arena with a game, a board, two installations at home and two outside, in a network each.
    private func fixture(mostResults: Int = 1_000) async throws -> (ArenaFixture, ResultLedger) {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        _ = try await arena.board()
        for number in 1...2 { _ = try await arena.register(number) }
        for (number, network) in [(3, "203.0.113.0/24"), (4, "198.51.100.0/24")] {
            _ = try await arena.register(number, origin: .outside(network))
        }
        return (arena, ResultLedger(database: arena.database, mostResults: mostResults))
    }

    /// How many of so many new results are taken.
    @discardableResult
    private func send(
        _ count: Int,
        of install: Int64,
        _ ledger: ResultLedger,
        from first: Int = 0,
        at now: UnixTime? = nil,
        isAtHome: Bool = false
    ) async throws -> Int {
        let submissions = (first..<first + count).map { number in
            let key = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            return Submission(key: key + key, board: "level-1", score: Int64(number))
        }
        let submitted = try await ledger.submit(
            submissions,
            of: install,
            at: now ?? noon,
            isAtHome: isAtHome,
            standings: { _, _ in .notLoaded },
            then: { _ in }
        )
        guard case .outcomes(let outcomes) = submitted else { throw Failed() }
        return outcomes.count { if case .accepted = $0 { true } else { false } }
    }

    /// As a look through all of them has it.
    private func counted(_ arena: ArenaFixture) async throws -> ResultLedger.Kept {
        let ledger = ResultLedger(database: arena.database, mostResults: 1)
        try await ledger.count()
        return try #require(ledger.kept)
    }

    @Test("a gap in the numbers is no result: a ledger with two rows has two")
    func gap() async throws {
        let (arena, ledger) = try await fixture(mostResults: 4)
        try await send(2, of: 1, ledger)
        try await arena.database.write("later numbers") { db throws(SQLiteError) in
            try db.execute("UPDATE results SET seq = 1000 WHERE seq = 2")
        }
        let again = ResultLedger(database: arena.database, mostResults: 4)
        #expect(try await send(3, of: 1, again, from: 10) == 2)
        #expect(again.kept == ResultLedger.Kept(total: 4, outside: 0))
    }

    @Test("what is sent, swept and removed is counted as a look through all of them would have it")
    func followed() async throws {
        let (arena, ledger) = try await fixture()
        for install in Int64(1)...4 { try await send(Int(install) * 2, of: install, ledger) }
        #expect(ledger.kept == ResultLedger.Kept(total: 20, outside: 14))
        let counts = try await counted(arena)
        #expect(ledger.kept == counts)

        _ = try await ledger.fold(most: 100)
        let later = noon.advanced(by: ArenaRules.resultLife + 1)
        #expect(try await ledger.sweep(at: later, most: 5) == 5)
        let swept = try await counted(arena)
        #expect(ledger.kept == swept && swept.total == 15)

        try await arena.players.remove(3)
        ledger.noteRemovals()
        try await ledger.forgetRemoved()
        let removed = try await counted(arena)
        #expect(ledger.kept == removed && removed.outside == 8)
    }

    @Test("who comes home is counted there, with all that was sent before")
    func home() async throws {
        let (arena, ledger) = try await fixture()
        try await send(5, of: 3, ledger)
        #expect(ledger.kept == ResultLedger.Kept(total: 5, outside: 5))
        try await send(1, of: 3, ledger, from: 5, isAtHome: true)
        #expect(ledger.kept == ResultLedger.Kept(total: 6, outside: 0))
        let counts = try await counted(arena)
        #expect(ledger.kept == counts)
        try await send(2, of: 4, ledger, from: 20)
        #expect(ledger.kept == ResultLedger.Kept(total: 8, outside: 2))
        _ = try await arena.register(4)
        ledger.noteReturn(of: 4)
        #expect(ledger.kept == ResultLedger.Kept(total: 8, outside: 0), "without a result")
        #expect(try await counted(arena) == ledger.kept)
    }

    @Test("what was rolled back is not counted, and what was sent beside it is")
    func rolledBack() async throws {
        let (arena, ledger) = try await fixture()
        try await send(2, of: 3, ledger)
        try await arena.database.write("make some fail") { db throws(SQLiteError) in
            try db.execute(
                """
                CREATE TRIGGER fail AFTER INSERT ON results WHEN NEW.install = 4 AND NEW.score = 3
                BEGIN SELECT RAISE(ABORT, 'no'); END
                """
            )
        }
        async let first = send(3, of: 3, ledger, from: 10)
        async let failing = try? send(5, of: 4, ledger)
        async let last = send(3, of: 1, ledger, from: 10)
        let (sent, lost) = (try await [first, last], await failing)
        #expect(sent == [3, 3] && lost == nil)
        let counts = try await counted(arena)
        #expect(ledger.kept == counts && counts == ResultLedger.Kept(total: 8, outside: 5))
    }

    @Test("strangers have what is plenty, then a share each, and home has the rest")
    func parts() async throws {
        let (_, ledger) = try await fixture(mostResults: 100)
        // A quarter is plenty; a share is a fiftieth.
        #expect(try await send(60, of: 3, ledger) == 25)
        #expect(try await send(60, of: 4, ledger) == 2)
        #expect(try await send(60, of: 4, ledger, from: 100) == 0)
        #expect(try await send(80, of: 1, ledger) == 73)
        #expect(try await send(1, of: 2, ledger) == 0)
    }

    @Test("who sent something on another occasion is of long standing after a week")
    func longStanding() async throws {
        let (arena, ledger) = try await fixture(mostResults: 100)
        func use() async throws -> Int64? {
            try await arena.database.read("look") { db throws(SQLiteError) in
                try db.first("SELECT played FROM installs WHERE id = 3") { row throws(SQLiteError) in
                    try row.integer(0)
                }
            }
        }
        #expect(try await use() == InstallUse.never.rawValue)
        try await send(1, of: 3, ledger)
        #expect(try await use() == InstallUse.played.rawValue)
        let evening = noon.advanced(by: InstallUse.occasion)
        try await send(1, of: 3, ledger, from: 1, at: evening)
        #expect(try await use() == InstallUse.returned.rawValue)
    }
}
