import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Duels that are counted before the write that needs it")
struct DuelCountTests {
    private let noon = ArenaFixture.noon

    @Test(
        "a look beside the write serves it, and what came between is looked at, or all of it again",
        arguments: 1...UInt64(TestEffort.rounds(1, most: 6))
    )
    func ahead(round: UInt64) async throws {
        var random = SeededGenerator.announced(for: "duels counted ahead, round \(round)")
        let movers = try await Movers(guests: 4)
        let (fixture, database) = (movers.fixture, movers.fixture.arena.database)
        let (ola, jan) = (try await movers.player(of: 1), try await movers.player(of: 2))
        for goal in [nil, nil, 15, -15] as [Int64?] {
            for game in Movers.boards.keys.sorted() {
                let board = random.one(in: 2) ? "level-1" : "level-2"
                _ = try await movers.begin(ola, jan, on: board, of: game, goal: goal, at: noon)
            }
        }
        var sent: [Int64] = []
        func submit(_ count: Int) async throws {
            for _ in 0..<count {
                let install = Int64.random(in: 1...7, using: &random)
                let board = random.one(in: 2) ? "level-1" : "level-2"
                let score = Int64.random(in: -14...14, using: &random)
                sent.append(try await fixture.submit(score, of: install, on: board, at: noon))
            }
        }
        func set(_ state: Int64, _ count: Int) async throws {
            for _ in 0..<count {
                guard let one = sent.randomElement(using: &random) else { continue }
                try await database.write("state") { db throws(SQLiteError) in
                    try db.execute(
                        "UPDATE results SET state = ?2 WHERE seq = ?1",
                        .integer(one),
                        .integer(state)
                    )
                }
            }
        }
        try await submit(40)
        try await set(2, 12)
        // Guest 4 has chess, guest 5 snake: either may be about to become Ola.
        let guest = try await movers.player(of: random.one(in: 2) ? 4 : 5)
        let counted = try #require(
            try await DuelCount.ahead(database) { db throws(SQLiteError) in
                try DuelRecount(merging: guest.id, into: ola.id, db)
            }
        )
        try await submit(Int.random(in: 0...6, using: &random))
        if random.one(in: 2) { try await set(0, 3) }
        if random.one(in: 2) { try await set(1, 3) }
        if random.one(in: 3), let gone = sent.randomElement(using: &random) {
            try await database.write("forget") { db throws(SQLiteError) in
                try db.execute("DELETE FROM results WHERE seq = ?1", .integer(gone))
            }
        }
        let both = try await database.read("both") { db throws(SQLiteError) in
            let recount = try DuelRecount(merging: guest.id, into: ola.id, db)
            return [try DuelCount.finish(recount, counted, db), try DuelCount.finish(recount, nil, db)]
        }
        #expect(both[0] == both[1] && !both[0].isEmpty)
    }

    @Test("what was counted ahead is not looked at again")
    func once() async throws {
        let movers = try await Movers(guests: 2)
        let database = movers.fixture.arena.database
        let (ola, jan, guest) = (
            try await movers.player(of: 1), try await movers.player(of: 2), try await movers.player(of: 5)
        )
        let code = try #require(try await movers.begin(ola, jan, on: "level-1", of: "snake", at: noon))
        let id = try await movers.fixture.view(code).record.id
        let first = try await movers.fixture.submit(5, of: 5, at: noon)
        let counted = try await DuelCount.ahead(database) { db throws(SQLiteError) in
            try DuelRecount(merging: guest.id, into: ola.id, db)
        }
        try await database.write("forge") { db throws(SQLiteError) in
            try db.execute("UPDATE results SET score = 50")
        }
        let later = try await movers.fixture.submit(4, of: 2, at: noon)
        let found = try await database.read("found") { db throws(SQLiteError) in
            let recount = try DuelRecount(merging: guest.id, into: ola.id, db)
            return [try DuelCount.finish(recount, counted, db), try DuelCount.finish(recount, nil, db)]
        }
        let (early, anew) = (found[0][id], found[1][id])
        #expect(early?.creator == ResultStanding(score: 5, sequence: first))
        #expect(early?.opponent == ResultStanding(score: 4, sequence: later))
        #expect(anew?.creator == ResultStanding(score: 50, sequence: first))
    }
}
