import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("How long results are kept when there are many")
struct ResultSweepTests {
    private static let day: Int64 = 86_400
    private static let keys = UInt8(1)...10

    private static func after(_ seconds: Int64) -> UnixTime { ArenaFixture.noon.advanced(by: seconds) }

    /// What became of ten results, one for each key and all at noon, when they are sent at an instant.
    private static func send(_ ledger: ResultLedger, of install: Int64, at now: UnixTime) async throws
        -> [ResultLedger.Outcome]
    {
        let submissions = keys.map { key in
            Submission(
                key: [UInt8](repeating: key, count: 16),
                board: "level-1",
                score: Int64(key),
                extra: nil
            )
        }
        let submitted = try await ledger.submit(
            submissions,
            of: install,
            at: now,
            standings: { _, _ in .notLoaded },
            then: { _ in }
        )
        guard case .outcomes(let outcomes) = submitted else { return [] }
        return outcomes
    }

    private static func filled(mostResults: Int) async throws -> (ResultLedger, install: Int64) {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        _ = try await arena.board()
        let install = try await arena.install(1)
        let ledger = ResultLedger(database: arena.database, mostResults: mostResults)
        let accepted = try await send(ledger, of: install, at: ArenaFixture.noon)
        try #require(accepted.allSatisfy { if case .accepted = $0 { true } else { false } })
        let folded = try await ledger.fold(most: 100)
        try #require(folded == keys.count)
        return (ledger, install)
    }

    private static func isRepeated(_ outcome: ResultLedger.Outcome) -> Bool {
        if case .repeated = outcome { true } else { false }
    }

    @Test("a ledger that is nearly full keeps every key for 32 days, and none of them a second longer")
    func nearlyFull() async throws {
        let (ledger, install) = try await Self.filled(mostResults: 10)
        for kept in [31 * Self.day, ArenaRules.keyLife] {
            let swept = try await ledger.sweep(at: Self.after(kept), most: 100)
            #expect(swept == 0)
            let again = try await Self.send(ledger, of: install, at: Self.after(kept))
            #expect(again.count == Self.keys.count && again.allSatisfy(Self.isRepeated))
        }
        let gone = Self.after(ArenaRules.keyLife + 1)
        let swept = try await ledger.sweep(at: gone, most: 100)
        #expect(swept == Self.keys.count)
        let anew = try await Self.send(ledger, of: install, at: gone)
        #expect(anew.count == Self.keys.count && !anew.contains(where: Self.isRepeated))
    }

    @Test("a full ledger takes nothing new, still answers its keys, and has room again when they are old")
    func full() async throws {
        let (ledger, install) = try await Self.filled(mostResults: 10)
        let eleventh = Submission(
            key: [UInt8](repeating: 99, count: 16),
            board: "level-1",
            score: 99,
            extra: nil
        )
        for (time, expected) in [(ArenaRules.keyLife, true), (ArenaRules.keyLife + 1, false)] {
            _ = try await ledger.sweep(at: Self.after(time), most: 100)
            let submitted = try await ledger.submit(
                [eleventh],
                of: install,
                at: Self.after(time),
                standings: { _, _ in .notLoaded },
                then: { _ in }
            )
            #expect((submitted == .outcomes([.full])) == expected, "after \(time) s")
        }
    }

    @Test("where there is room, results stay 92 days one by one", arguments: [12, 1_000])
    func roomy(mostResults: Int) async throws {
        let (ledger, _) = try await Self.filled(mostResults: mostResults)
        for kept in [ArenaRules.keyLife + 1, 91 * Self.day, ArenaRules.resultLife] {
            let swept = try await ledger.sweep(at: Self.after(kept), most: 100)
            #expect(swept == 0, "after \(kept) s")
        }
        let swept = try await ledger.sweep(at: Self.after(ArenaRules.resultLife + 1), most: 100)
        #expect(swept == Self.keys.count)
    }
}
