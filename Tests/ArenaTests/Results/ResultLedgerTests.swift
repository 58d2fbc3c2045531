import Core
import Testing
import TestSupport
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("The ledger of results")
struct ResultLedgerTests {
    private static let noon = ArenaFixture.noon

    private static func submission(
        _ key: UInt8,
        _ score: Int64,
        _ board: String = "level-1",
        extra: String? = nil
    ) -> Submission {
        let bytes = [UInt8](repeating: key, count: 16)
        return Submission(key: bytes, board: board, score: score, extra: extra)
    }

    /// A ledger that nothing follows.
    private static func submit(
        _ submissions: [Submission],
        _ ledger: ResultLedger,
        of install: Int64,
        at now: UnixTime = noon
    ) async throws -> [ResultLedger.Outcome] {
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

    @Test(
        "the same key answers the same, whatever else came; another content is refused; another one's key is its own"
    )
    func repeats() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        _ = try await arena.board()
        _ = try await arena.board("level-2")
        let (ola, jan) = (try await arena.install(1), try await arena.install(2))
        let ledger = ResultLedger(database: arena.database, mostResults: 100)
        let first = try await Self.submit([Self.submission(1, 50)], ledger, of: ola)
        guard case .accepted(let result) = try #require(first.first) else {
            Issue.record("not accepted: \(first)")
            return
        }
        let later = UnixTime(seconds: Self.noon.seconds + 86_400)
        let again = try await Self.submit([Self.submission(1, 50)], ledger, of: ola, at: later)
        #expect(again == [.repeated(result)])
        let others = [
            Self.submission(1, 51), Self.submission(1, 50, "level-2"), Self.submission(1, 50, extra: "x"),
        ]
        let refused = try await Self.submit(others, ledger, of: ola)
        #expect(refused == [.otherContent, .otherContent, .otherContent])
        let own = try await Self.submit([Self.submission(1, 51)], ledger, of: jan)
        guard case .accepted = try #require(own.first) else {
            Issue.record("not accepted: \(own)")
            return
        }
    }

    @Test("what is wrong with one is no obstacle to the others, and no more are kept than there is room for")
    func together() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        _ = try await arena.board { $0.high = 100 }
        let ola = try await arena.install(1)
        let ledger = ResultLedger(database: arena.database, mostResults: 2)
        let outcomes = try await Self.submit(
            [
                Self.submission(1, 101), Self.submission(2, 1, "chess"), Self.submission(3, 1),
                Self.submission(3, 1), Self.submission(4, 2), Self.submission(5, 3),
            ],
            ledger,
            of: ola
        )
        #expect(outcomes.count == 6)
        #expect(outcomes.first == .refused(.aboveHigh(100)))
        #expect(outcomes.dropFirst().first == .noBoard)
        #expect(outcomes.last == .full)
        guard case .accepted(let result) = outcomes[2] else {
            Issue.record("not accepted: \(outcomes)")
            return
        }
        #expect(outcomes[3] == .repeated(result))
    }

    @Test("a closed game takes nothing new, answers what it took before, and who was removed sends nothing")
    func closed() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        _ = try await arena.board()
        let ola = try await arena.install(1)
        let ledger = ResultLedger(database: arena.database, mostResults: 100)
        let first = try await Self.submit([Self.submission(1, 1)], ledger, of: ola)
        guard case .accepted(let result) = try #require(first.first) else {
            Issue.record("not accepted: \(first)")
            return
        }
        _ = try await arena.games.close("snake", at: Self.noon)
        let outcomes = try await Self.submit(
            [Self.submission(1, 1), Self.submission(1, 2), Self.submission(2, 1)],
            ledger,
            of: ola
        )
        #expect(outcomes == [.repeated(result), .otherContent, .closedGame])
        let removed = try await ledger.submit(
            [Self.submission(1, 1)],
            of: 99,
            at: Self.noon,
            standings: { _, _ in .notLoaded },
            then: { _ in }
        )
        #expect(removed == .noInstall)
    }

    @Test("a repeat is the same by its bytes, not by how it looks")
    func extraBytes() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        _ = try await arena.board()
        let ola = try await arena.install(1)
        let ledger = ResultLedger(database: arena.database, mostResults: 100)
        let composed = Self.submission(1, 1, extra: "\u{E9}")
        let decomposed = Self.submission(1, 1, extra: "e\u{301}")
        #expect(composed.extra == decomposed.extra)
        _ = try await Self.submit([composed], ledger, of: ola)
        let again = try await Self.submit([decomposed], ledger, of: ola)
        #expect(again == [.otherContent])
    }

    @Test("what a clock that was years ahead accepted goes when what came after it is old, and not before")
    func sweepFuture() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        _ = try await arena.board()
        let ola = try await arena.install(1)
        let ledger = ResultLedger(database: arena.database, mostResults: 10_000)
        let ahead = UnixTime(seconds: Self.noon.seconds + 5 * 366 * 86_400)
        for key in UInt8(1)...4 {
            _ = try await Self.submit([Self.submission(key, 1)], ledger, of: ola, at: ahead)
        }
        _ = try await Self.submit([Self.submission(5, 1)], ledger, of: ola)
        let last = UnixTime(seconds: Self.noon.seconds + 86_400)
        _ = try await Self.submit([Self.submission(6, 1)], ledger, of: ola, at: last)
        _ = try await ledger.fold(most: 100)
        let early = try await ledger.sweep(at: last, most: 2)
        #expect(early == 0)
        let later = UnixTime(seconds: Self.noon.seconds + ArenaRules.resultLife + 1)
        var swept: [Int] = []
        for _ in 0..<4 { swept.append(try await ledger.sweep(at: later, most: 2)) }
        #expect(swept == [2, 2, 1, 0], "a step of two, while more than two are ahead")
    }

    @Test(
        "a board's pace holds over its minute: in small steps, together, and for sums",
        arguments: [false, true]
    )
    func pace(isSum: Bool) async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        let board = try #require(
            try await arena.board { rules in
                rules.pace = 10
                rules.counts = isSum ? .sum : .best
            }
        )
        let ola = try await arena.install(1)
        let ledger = ResultLedger(database: arena.database, mostResults: 100)
        let shelf = BoardShelf(database: arena.database, memory: 1 << 20)
        try await shelf.load(board, at: Self.noon)
        let keys = Locked(UInt8(0))
        let send = { @Sendable (scores: [Int64], seconds: Int64) async throws -> [ResultState?] in
            let submissions = scores.map { score in
                Self.submission(
                    keys.withLock { key in
                        key += 1
                        return key
                    },
                    score
                )
            }
            let submitted = try await ledger.submit(
                submissions,
                of: ola,
                at: UnixTime(seconds: Self.noon.seconds + seconds),
                standings: { shelf.standing(of: $1, on: $0) },
                then: { shelf.apply($0) }
            )
            guard case .outcomes(let outcomes) = submitted else { return [] }
            return outcomes.map { outcome in
                if case .accepted(let result) = outcome { result.state } else { nil }
            }
        }
        // Nobody knows what the first one comes from.
        let first = try await send([isSum ? 0 : 100], 0)
        #expect(first == [.counts])
        let steps = try await send(isSum ? [4, 4, 4] : [104, 108, 112], 1)
        #expect(steps == [.counts, .counts, .held], "together")
        let small = try await send(isSum ? [2, 1] : [110, 111], 30)
        #expect(small == [.counts, .held], "in small steps")
        let later = try await send(isSum ? [10] : [120], 91)
        #expect(later == [.counts])
    }

    @Test(
        "a restored file without its mark of what is folded folds each result once, and an end comes",
        .timeLimit(.minutes(Patience.hungMinutes))
    )
    func unmarked() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        _ = try await arena.board { $0.counts = .sum }
        let ola = try await arena.install(1)
        let ledger = ResultLedger(database: arena.database, mostResults: 100)
        _ = try await Self.submit([Self.submission(1, 5), Self.submission(2, 6)], ledger, of: ola)
        try await arena.database.write("lose the mark") { db throws(SQLiteError) in
            try db.execute("DELETE FROM folded")
        }
        let first = try await ledger.fold(most: 10)
        let second = try await ledger.fold(most: 10)
        #expect([first, second] == [2, 0])
    }

    @Test("old results go when they stand in standings, and what they came to stays")
    func sweep() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        let board = try #require(try await arena.board { $0.counts = .sum })
        let ola = try await arena.install(1)
        let ledger = ResultLedger(database: arena.database, mostResults: 100)
        for key in UInt8(1)...5 {
            _ = try await Self.submit([Self.submission(key, Int64(key))], ledger, of: ola)
        }
        let later = UnixTime(seconds: Self.noon.seconds + ArenaRules.resultLife + 1)
        let early = try await ledger.sweep(at: later, most: 100)
        #expect(early == 0, "nothing is folded yet")
        let folded = try await ledger.fold(most: 3)
        #expect(folded == 3)
        let unfolded = try await ledger.unfolded()
        #expect(unfolded == 2)
        let tooYoung = try await ledger.sweep(at: Self.noon, most: 100)
        #expect(tooYoung == 0)
        let swept = try await ledger.sweep(at: later, most: 100)
        #expect(swept == 3)
        let shelf = BoardShelf(database: arena.database, memory: 1 << 20)
        try await shelf.load(board, at: later)
        let places = try #require(shelf.places(of: 1, on: board.id, at: later))
        #expect(places.map(\.row.standing.score) == [15])
    }
}
