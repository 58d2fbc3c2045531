import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Results that are judged, and what is looked at before the write")
struct ResultJudgingTests {
    private let noon = ArenaFixture.noon

    private func wish(_ sequence: Int64, counts: Bool, _ ledger: ResultLedger) -> ResultJudging {
        ResultJudging(
            sequence: sequence,
            game: OpenedGame("snake"),
            state: counts ? .counts : .hidden,
            actor: "the owner",
            now: noon,
            edits: ledger.edits
        )
    }

    /// All standings, of all time and of seasons, with what is noted of recent results.
    private func standings(_ db: borrowing Connection) throws(SQLiteError) -> [String] {
        try db.rows(
            """
            SELECT board, install, season, score, seq, last, count, base_count, ifnull(hex(recent), '-')
            FROM standings
            ORDER BY 1, 2, 3
            """
        ) { row throws(SQLiteError) in
            var words: [String] = []
            for column in 0..<8 { words.append(String(try row.integer(column))) }
            words.append(try row.text(8))
            return words.joined(separator: " ")
        }
    }

    @Test("the write reads of all results the one that is judged, and those that were folded since")
    func once() async throws {
        let fixture = try await SeasonFixture(players: 2)
        let (ola, jan) = (fixture.players[0], fixture.players[1])
        for score in 1...60 as ClosedRange<Int64> {
            try await fixture.submit(score, of: score.isMultiple(of: 3) ? ola : jan, at: noon)
        }
        _ = try await fixture.ledger.fold(most: 1_000)
        let judging = wish(60, counts: false, fixture.ledger)
        let ahead = try await judging.ahead(fixture.arena.database)
        // Whatever is read now is wrong, and so shows itself.
        try await fixture.arena.database.write("forge") { db throws(SQLiteError) in
            try db.execute("UPDATE results SET score = 5000 + seq WHERE seq <> 60")
        }
        try await fixture.submit(58, of: ola, at: noon)
        _ = try await fixture.ledger.fold(most: 1_000)
        let place = StandingPlace(board: fixture.board.id, season: 0, install: ola)
        let sum = try await fixture.arena.database.write("judge") { db throws(SQLiteError) -> StandingSum? in
            let judged = try judging.write(ahead, isLast: false, db)
            #expect(judged?.hasChanged == true)
            return try StandingRows.sum(at: place, db)
        }
        #expect(sum == StandingSum(standing: ResultStanding(score: 58, sequence: 61), count: 20))
        let own = try await fixture.ledger.own(ola, on: [fixture.board])[fixture.board.id]
        #expect(own?.newest.first?.sequence == 61 && own?.newest.dropFirst().first?.state == .hidden)
    }

    @Test("a duel is decided by what was counted before the write")
    func duel() async throws {
        let fixture = try await DuelFixture(players: 2)
        let code = try await fixture.begin(1, 2, at: noon)
        for score in [5, 9, 7] as [Int64] { try await fixture.submit(score, of: 1, at: noon) }
        for (counts, words) in [(false, "running 7:-"), (true, "running 9:-")] {
            let judging = wish(2, counts: counts, fixture.ledger)
            let ahead = try await judging.ahead(fixture.arena.database)
            try await fixture.arena.database.write("judge") { db throws(SQLiteError) in
                try db.execute("UPDATE results SET score = score + 100 WHERE seq <> 2")
                _ = try judging.write(ahead, isLast: false, db)
                try db.execute("UPDATE results SET score = score - 100 WHERE seq <> 2")
            }
            #expect(try await fixture.words(code) == words)
        }
    }

    @Test(
        "whatever comes between, standings are as if all was looked at within the write, or it is begun again",
        arguments: 1...UInt64(TestEffort.rounds(2, most: 12))
    )
    func between(round: UInt64) async throws {
        var random = SeededGenerator.announced(for: "judging, round \(round)")
        let counts = BoardOperator.allCases[Int(round % 3)]
        let fixture = try await SeasonFixture(players: 3) { rules in
            rules.counts = counts
            rules.isAscending = round.isMultiple(of: 2)
        }
        func submit(_ most: Int) async throws {
            for _ in 0..<Int.random(in: 0...most, using: &random) {
                let player = fixture.players.randomElement(using: &random) ?? 1
                try await fixture.submit(.random(in: -20...20, using: &random), of: player, at: noon)
            }
        }
        if random.one(in: 2) { _ = try await fixture.change(.next(nil), at: noon) }
        try await submit(40)
        try await fixture.submit(1, of: fixture.players[0], at: noon)
        _ = try await fixture.ledger.fold(most: .random(in: 1...50, using: &random))
        for _ in 0..<12 {
            let one = Int64.random(in: 1...Int64(fixture.played.count), using: &random)
            let judging = wish(one, counts: random.one(in: 2), fixture.ledger)
            let ahead = try await judging.ahead(fixture.arena.database)
            try await submit(3)
            var isEdited = false
            if random.one(in: 2) {
                _ = try await fixture.ledger.fold(most: .random(in: 1...20, using: &random))
            }
            if random.one(in: 4) {
                let late = noon.advanced(by: ArenaRules.resultLife + 1)
                isEdited = try await fixture.ledger.sweep(at: late, most: 2) > 0
            }
            if random.one(in: 4) {
                let other = wish(1 + one % Int64(fixture.played.count), counts: false, fixture.ledger)
                let judged = try await fixture.arena.database.write("other") { db throws(SQLiteError) in
                    try other.write(ResultJudging.Ahead(edits: other.edits.value), isLast: true, db)
                }
                isEdited = isEdited || judged?.hasChanged ?? false
            }
            if random.one(in: 8) { _ = try await fixture.change(.next(nil), at: noon) }
            let (board, expectsNothing) = (fixture.board.id, isEdited)
            try await fixture.arena.database.write("judge") { db throws(SQLiteError) in
                let before = try standings(db)
                let judged = try judging.write(ahead, isLast: false, db)
                #expect((judged == nil) == expectsNothing)
                let found = try standings(db)
                guard let judged, judged.hasChanged, case .done(let result) = judged.hiding,
                    try ResultTable.folded(db) >= one
                else {
                    #expect(found == before)
                    return
                }
                let place = HidingPlace(board: board, install: result.install)
                try ResultJudging.makeAgain(place, nil, db)
                let wanted = try standings(db)
                #expect(found == wanted)
            }
        }
    }

    @Test("who hides a result while others are changed begins again, and it is hidden in the end")
    func again() async throws {
        let fixture = try await SeasonFixture(players: 2)
        for score in 1...40 as ClosedRange<Int64> {
            try await fixture.submit(score, of: fixture.players[Int(score % 2)], at: noon)
        }
        _ = try await fixture.ledger.fold(most: 30)
        let ledger = fixture.ledger
        await withTaskGroup(of: Void.self) { group in
            for number in 1...40 as ClosedRange<Int64> where number != 7 && number != 8 {
                group.addTask {
                    _ = try? await ledger.judge(
                        number,
                        of: OpenedGame("snake"),
                        counts: false,
                        by: "the owner"
                    ) { _ in }
                }
            }
        }
        fixture.restart()
        let rows = try await fixture.rows(.all, at: noon)
        #expect(rows.map { $0[1] } == [8, 7])
    }
}
