import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

/// Guests of two games who become others and part again, beside three persons of the first one; boards count both ways.
final class Movers {
    let fixture: DuelFixture
    let world: JoinFixture
    /// Installations and their games, by their rows, which are the numbers that they were made with.
    let games: [Int64: String]
    private var codes = 0

    static let boards = ["snake": ["level-1", "level-2"], "chess": ["level-1", "level-2"]]

    init(guests: Int) async throws {
        fixture = try await DuelFixture(players: 3)
        let arena = fixture.arena
        world = JoinFixture(arena)
        _ = try await arena.board("level-2") { $0.isAscending = true }
        try await arena.addGame("chess")
        for slug in ["level-1", "level-2"] {
            var rules = BoardRules(slug: slug, name: slug)
            rules.isAscending = slug == "level-1"
            _ = try await arena.games.put(rules, of: "chess", version: 0)
        }
        var games: [Int64: String] = [1: "snake", 2: "snake", 3: "snake"]
        for number in 4..<(4 + guests) {
            let game = number.isMultiple(of: 2) ? "chess" : "snake"
            games[try await arena.install(number, game: game)] = game
        }
        self.games = games
    }

    func player(of install: Int64) async throws -> Player {
        try #require(try await fixture.arena.players.player(ofInstall: install))
    }

    /// The code of a duel that runs; nil: there is no room for it.
    func begin(
        _ creator: Player,
        _ opponent: Player,
        on board: String,
        of game: String,
        goal: Int64? = nil,
        at now: UnixTime
    ) async throws -> String? {
        let (low, high) = (min(creator.id, opponent.id), max(creator.id, opponent.id))
        try await fixture.arena.database.write("befriend") { db throws(SQLiteError) in
            try db.execute(
                "INSERT OR IGNORE INTO friends (low, high, inviter, type, at) VALUES (?1, ?2, ?1, 2, 0)",
                .integer(low),
                .integer(high)
            )
        }
        let wish = DuelStore.Wish(
            creator: creator.id,
            opponent: opponent.code,
            game: game,
            board: board,
            goal: goal,
            seconds: 30 * DuelFixture.day,
            key: fixture.key()
        )
        guard case .made(let view) = try await fixture.create(wish, at: now) else { return nil }
        try await fixture.act(.accept, view.record.code, opponent.id, at: now)
        return view.record.code
    }

    /// An installation becomes a player; false: that cannot be.
    @discardableResult
    func join(_ install: Int64, _ into: Player, at now: UnixTime) async throws -> Bool {
        codes += 1
        try await world.code("C\(codes)", of: into, at: now)
        guard case .joined = try await world.say("C\(codes)", .install(install), at: now) else {
            return false
        }
        return true
    }

    func separate(_ install: Int64, at now: UnixTime) async throws -> Bool {
        let player = try await player(of: install)
        guard case .left = try await world.separate(Int(install), of: player, at: now) else { return false }
        return true
    }

    /// What is stored of a side is something else since, which only counting again mends.
    func forge(_ code: String, _ score: Int64, by sequence: Int64) async throws {
        try await fixture.arena.database.write("forge") { db throws(SQLiteError) in
            try db.execute(
                "UPDATE duels SET creator_score = ?2, creator_seq = ?3 WHERE code = ?1",
                .text(code),
                .integer(score),
                .integer(sequence)
            )
        }
    }

    // Beside a model.

    private struct Sent: Sendable {
        let board: Int64
        let player: Int64
        let standing: ResultStanding
        let at: UnixTime
    }

    /// Compares what is stored with what all of the ledger comes to; those that are over are compared once.
    func check(_ settled: inout Set<Int64>) async throws {
        let (records, sent) = try await fixture.arena.database.read("all") { db throws(SQLiteError) in
            let records = try db.rows(
                "SELECT \(DuelTable.columns) FROM \(DuelTable.tables) WHERE state > 0",
                read: DuelTable.read
            )
            let sent = try db.rows(
                """
                SELECT results.board, player, results.score, seq, at FROM results
                    JOIN installs ON installs.id = results.install WHERE state = 0 ORDER BY seq
                """
            ) { row throws(SQLiteError) in
                Sent(
                    board: try row.integer(0),
                    player: try row.integer(1),
                    standing: ResultStanding(score: try row.integer(2), sequence: try row.integer(3)),
                    at: UnixTime(seconds: try row.integer(4))
                )
            }
            return (records, sent)
        }
        for record in records where !settled.contains(record.id) {
            let (bests, isReached) = Movers.fold(record, sent)
            if record.duel.state == .running {
                #expect(record.duel.bests == bests && !isReached, "\(record.code)")
            } else {
                settled.insert(record.id)
                guard record.duel.reason?.isByResults == true else { continue }
                #expect(record.duel.bests == bests && isReached, "\(record.code)")
            }
        }
    }

    private static func fold(_ record: DuelRecord, _ sent: [Sent]) -> (DuelSides<ResultStanding?>, Bool) {
        let terms = record.duel.terms
        var bests = DuelSides<ResultStanding?>(creator: nil, opponent: nil)
        for one in sent where one.board == record.board {
            guard let side = record.side(of: one.player), let after = record.duel.startedSequence,
                let from = record.duel.startedAt, one.standing.sequence > after, one.at >= from
            else { continue }
            let score = one.standing.score
            if let best = bests[side]?.score, terms.isAscending ? score >= best : score <= best { continue }
            bests[side] = one.standing
            if let goal = terms.goal, terms.isAscending ? score <= goal : score >= goal {
                return (bests, true)
            }
        }
        return (bests, false)
    }
}
