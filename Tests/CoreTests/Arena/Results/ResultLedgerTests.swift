import Core
import Testing
import WatchpostModel

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
            standings: { _, _ in nil },
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

    @Test("a closed game takes nothing, and who was removed sends nothing")
    func closed() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        _ = try await arena.board()
        let ola = try await arena.install(1)
        let ledger = ResultLedger(database: arena.database, mostResults: 100)
        _ = try await arena.games.close("snake", at: Self.noon)
        for (install, expected) in [(ola, ResultLedger.Submitted.closedGame), (99, .noInstall)] {
            let submitted = try await ledger.submit(
                [Self.submission(1, 1)],
                of: install,
                at: Self.noon,
                standings: { _, _ in nil },
                then: { _ in }
            )
            #expect(submitted == expected)
        }
    }

    @Test(
        "a restored file without its mark of what is folded folds each result once, and an end comes",
        .timeLimit(.minutes(10))
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
        let game = try #require(try await arena.games.game("snake")).game
        try await shelf.load(board, of: game, at: later)
        let places = try #require(shelf.places(of: 1, on: board.id, at: later))
        #expect(places.map(\.row.standing.score) == [15])
    }
}

@Suite("What a board takes")
struct SubmissionPolicyTests {
    private static let noon = ArenaFixture.noon

    private static func judge(
        _ score: Int64,
        achieved: Int64? = nil,
        extra: Int = 0,
        earlier: SubmissionPolicy.Earlier? = nil,
        _ change: (inout BoardRules) -> Void
    ) throws(SubmissionPolicy.Refusal) -> ResultState {
        var rules = BoardRules(slug: "b", name: "b")
        change(&rules)
        let submission = Submission(
            key: [],
            board: "b",
            score: score,
            achieved: achieved.map { UnixTime(seconds: noon.seconds + $0) },
            extra: String(repeating: "x", count: extra)
        )
        return try SubmissionPolicy(rules).judge(submission, earlier: earlier, at: noon)
    }

    private static func refusal(_ work: () throws(SubmissionPolicy.Refusal) -> ResultState)
        -> SubmissionPolicy.Refusal?
    {
        do throws(SubmissionPolicy.Refusal) {
            _ = try work()
            return nil
        } catch {
            return error
        }
    }

    @Test("bounds, sums, extras and claims are refused, each at its edge")
    func refusals() {
        #expect(
            Self.refusal { () throws(SubmissionPolicy.Refusal) in
                try Self.judge(9) { $0.low = 10 }
            } == .belowLow(10)
        )
        #expect(
            Self.refusal { () throws(SubmissionPolicy.Refusal) in
                try Self.judge(10) { $0.low = 10 }
            } == nil
        )
        #expect(
            Self.refusal { () throws(SubmissionPolicy.Refusal) in
                try Self.judge(.min) { $0.counts = .sum }
            } == .tooLarge
        )
        #expect(
            Self.refusal { () throws(SubmissionPolicy.Refusal) in
                try Self.judge(.min) { _ in }
            } == nil
        )
        #expect(
            Self.refusal { () throws(SubmissionPolicy.Refusal) in
                try Self.judge(1, extra: 257) { _ in }
            } == .extraTooLong
        )
        #expect(
            Self.refusal { () throws(SubmissionPolicy.Refusal) in
                try Self.judge(1, achieved: -30 * 86_400 - 1) { _ in }
            } == .claimTooOld
        )
        #expect(
            Self.refusal { () throws(SubmissionPolicy.Refusal) in
                try Self.judge(1, achieved: -30 * 86_400, extra: 256) { _ in }
            } == nil
        )
        #expect(
            Self.refusal { () throws(SubmissionPolicy.Refusal) in
                try Self.judge(1, achieved: 301) { _ in }
            } == .claimAhead
        )
    }

    @Test("what is too good waits: beyond the board's bound, or better than the pace allows")
    func held() throws {
        let before = UnixTime(seconds: Self.noon.seconds - 120)
        let earlier = SubmissionPolicy.Earlier(ResultStanding(score: 100, sequence: 1), at: before)
        let beyond = try Self.judge(101) { $0.holdAbove = 100 }
        #expect(beyond == .held)
        let less = try Self.judge(9) { rules in
            (rules.isAscending, rules.holdAbove) = (true, 10)
        }
        #expect(less == .held)
        let within = try Self.judge(120, earlier: earlier) { $0.pace = 10 }
        #expect(within == .counts)
        let fast = try Self.judge(121, earlier: earlier) { $0.pace = 10 }
        #expect(fast == .held)
        let worse = try Self.judge(.min, earlier: earlier) { $0.pace = 10 }
        #expect(worse == .counts)
        let far = try Self.judge(.max, earlier: .init(ResultStanding(score: .min, sequence: 1), at: before)) {
            $0.pace = .max
        }
        #expect(far == .counts, "an overflowing room is room for all")
    }
}
