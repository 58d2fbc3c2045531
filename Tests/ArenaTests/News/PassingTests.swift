import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("A friend passed")
struct PassingTests {
    private func live(ascending: Bool = false) throws -> LiveBoard {
        var rules = BoardRules(slug: "b", name: "B")
        rules.isAscending = ascending
        let zone = try #require(CivilZone(named: "UTC"))
        return try LiveBoard(rules, in: zone, upTo: 0, all: [], periods: [])
    }

    private func result(_ sequence: Int64, _ player: Int64, _ score: Int64) -> LedgerResult {
        LedgerResult(
            sequence: sequence,
            board: 1,
            install: player,
            player: player,
            score: score,
            at: ArenaFixture.noon
        )
    }

    @Test("who was ahead and is behind now is passed, in both orders", arguments: [false, true])
    func passed(ascending: Bool) throws {
        var live = try live(ascending: ascending)
        let sign: Int64 = ascending ? -1 : 1
        for (index, score) in ([10, 20, 30, 40] as [Int64]).enumerated() {
            live.apply(result(Int64(index) + 1, Int64(index) + 1, score * sign))
        }
        let moved = live.apply(result(5, 1, 35 * sign))
        let move = try #require(moved)
        #expect(move.before == ResultStanding(score: 10 * sign, sequence: 1))
        let passed = Passing.passed(move, [1, 2, 3, 4, 99, -1], on: live)
        #expect(passed.map(\.friend) == [2, 3])
        #expect(passed.map(\.place) == [4, 3])
        #expect(passed.map(\.mine.score) == [20 * sign, 30 * sign])
        #expect(passed.allSatisfy { $0.theirs.score == 35 * sign })
        live.apply(result(6, 3, 36 * sign))
        #expect(Passing.passed(move, [2, 3], on: live).map(\.friend) == [2], "3 has passed back meanwhile")
    }

    @Test(
        "a newcomer passes all behind it; an equal score, a worse one and one that does not count pass nobody"
    )
    func others() throws {
        var live = try live()
        live.apply(result(1, 1, 10))
        live.apply(result(2, 2, 20))
        let newcomer = live.apply(result(3, 3, 20))
        let move = try #require(newcomer)
        #expect(move.before == nil)
        #expect(Passing.passed(move, [1, 2], on: live).map(\.friend) == [1], "who was first stays ahead")
        let worse = [live.apply(result(4, 3, 20)), live.apply(result(5, 3, 5))]
        #expect(worse == [nil, nil])
        let held = LedgerResult(
            sequence: 6,
            board: 1,
            install: 1,
            player: 1,
            score: 99,
            at: ArenaFixture.noon,
            state: .held
        )
        let none = [live.apply(held), live.apply(result(6, 1, 99))]
        #expect(none == [nil, nil], "the second was applied before")
    }

    @Test("random results: whoever is passed was ahead before and is behind now, by the order itself")
    func random() throws {
        var random = SeededGenerator.announced(for: "passing")
        for _ in 0..<TestEffort.rounds(2) {
            var live = try live(ascending: random.one(in: 2))
            for sequence in 1...80 as ClosedRange<Int64> {
                let player = Int64.random(in: 1...8, using: &random)
                let before = order(live)
                let move = live.apply(result(sequence, player, Int64.random(in: 0...30, using: &random)))
                let after = order(live)
                let model = (1...8 as ClosedRange<Int64>).filter { friend in
                    guard friend != player, let old = before[friend], let new = after[friend],
                        let now = after[player]
                    else { return false }
                    return new > now && old < (before[player] ?? .max)
                }
                let passed = move.map { Passing.passed($0, Array(1...8), on: live).map(\.friend) } ?? []
                #expect(passed == model)
            }
        }
    }

    private func order(_ live: LiveBoard) -> [Int64: Int] {
        let rows = live.index(of: .all)?.page(from: 1, most: 100) ?? []
        return Dictionary(uniqueKeysWithValues: rows.map { (Int64($0.standing.player), $0.position) })
    }

    @Test("it is told once a board and day, and taken back once when its reader goes up")
    func memory() {
        var memory = PassingMemory()
        let now = ArenaFixture.noon
        let told = [memory.tells(1, on: 1, at: now), memory.tells(1, on: 1, at: now)]
        #expect(told == [true, false])
        let others = [memory.tells(1, on: 2, at: now), memory.tells(2, on: 1, at: now)]
        #expect(others == [true, true])
        let cleared = [memory.clears(1, on: 1, at: now), memory.clears(1, on: 1, at: now)]
        #expect(cleared == [true, false])
        let unknown = memory.clears(9, on: 1, at: now)
        #expect(unknown, "of the time before a start nothing is known")
        let evening = memory.tells(1, on: 1, at: now.advanced(by: 11 * 3_600))
        #expect(!evening, "also after it was taken back")
        let tomorrow = memory.tells(1, on: 1, at: now.advanced(by: 12 * 3_600))
        #expect(tomorrow, "noon was in UTC")
        #expect(PassingMemory.day(of: UnixTime(seconds: -1)) == -1)
        #expect(PassingMemory.day(of: UnixTime(seconds: 86_400)) == 1)
    }

    @Test("moves of a player on a board are one, and no more wait than are looked at")
    func moves() {
        let moves = BoardMoves(most: 2)
        func move(_ player: Int64, _ before: Int64?, _ after: Int64) -> BoardMove {
            BoardMove(
                board: 1,
                player: player,
                before: before.map { ResultStanding(score: $0, sequence: 1) },
                after: ResultStanding(score: after, sequence: 2)
            )
        }
        #expect(!moves.add([]))
        #expect(moves.add([move(1, nil, 5), move(2, 1, 2)]))
        #expect(!moves.add([move(1, 5, 9), move(3, 1, 2)]))
        #expect(moves.dropped == 1)
        let taken = moves.take().sorted { $0.player < $1.player }
        #expect(taken == [move(1, nil, 9), move(2, 1, 2)])
        #expect(moves.take() == [] && moves.add([move(3, 1, 2)]))
    }

    @Test("friends who asked for it hear of it: no strangers, no blocked ones, no invited ones, no guests")
    func circles() async throws {
        let fixture = try await NewsFixture(players: 6)
        let ids = fixture.players.map(\.id)
        try await fixture.wantPassed()
        try await fixture.arena.addGame()
        let guest = try #require(try await fixture.arena.player(20))
        try await fixture.write { db throws(SQLiteError) in
            let pairs: [(Int64, Int64, Int64, Int64)] = [
                (ids[0], ids[1], 2, 0), (ids[0], ids[2], 2, 1), (ids[0], ids[3], 1, 0),
                (ids[1], ids[2], 2, 0),
                (ids[0], ids[5], 2, 0), (ids[0], guest.id, 2, 0),
            ]
            for (low, high, type, blocked) in pairs {
                try db.execute(
                    "INSERT INTO friends (low, high, inviter, type, blocked, at) VALUES (?1, ?2, ?1, ?3, ?4, 0)",
                    .integer(low),
                    .integer(high),
                    .integer(type),
                    .integer(blocked)
                )
            }
            try db.execute("UPDATE players SET notices = 63 WHERE id = ?1", .integer(ids[5]))
        }
        let store = PassingStore(database: fixture.arena.database)
        let circles = try await store.circles(of: [ids[0], ids[1], ids[5], guest.id, 999])
        #expect(circles[ids[0]]?.friends == [ids[1]])
        #expect(circles[ids[1]]?.friends.sorted() == [ids[0], ids[2]])
        #expect(circles[ids[5]]?.friends == [ids[0]] && circles[ids[5]]?.isListening == false)
        #expect(circles[guest.id]?.isListening == false && circles[999] == nil)
        #expect(circles[ids[0]]?.isListening == true)
    }
}
