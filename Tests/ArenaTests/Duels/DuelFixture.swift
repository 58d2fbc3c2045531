import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

/// A board with players who are all friends, each a person of the appliance.
final class DuelFixture {
    static let day: Int64 = 86_400

    let arena: ArenaFixture
    let ledger: ResultLedger
    let duels: DuelStore
    /// Rows of installations and of their players, which are equal here.
    let players: [Int64]
    private var codes: [String] = []
    private var keys: UInt64 = 0
    private(set) var changes = Locked(DuelChanges())

    init(players count: Int, _ change: (inout BoardRules) -> Void = { _ in }) async throws {
        arena = try await ArenaFixture(mostPlayers: 1_000)
        try await arena.addGame()
        _ = try #require(try await arena.board("level-1", change))
        ledger = ResultLedger(database: arena.database, mostResults: 100_000)
        duels = DuelStore(database: arena.database)
        var players: [Int64] = []
        for number in 1...count {
            let player = try #require(try await arena.player(number, name: "Player\(number)"))
            players.append(player.id)
            codes.append(player.code)
        }
        self.players = players
        try await arena.database.write("people") { [players] db throws(SQLiteError) in
            for player in players {
                try db.execute("UPDATE players SET person = id + 100 WHERE id = ?1", .integer(player))
            }
            for low in players {
                for high in players where low < high {
                    try db.execute(
                        "INSERT INTO friends (low, high, inviter, type, at) VALUES (?1, ?2, ?1, 2, 0)",
                        .integer(low),
                        .integer(high)
                    )
                }
            }
        }
    }

    var following: DuelFollowing {
        { [changes] new in changes.withLock { $0.note(new) } }
    }

    func code(of player: Int64) -> String { codes[Int(player) - 1] }

    /// 16 bytes that nobody used.
    func key() -> [UInt8] {
        keys += 1
        return [UInt8](repeating: 7, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: keys >> ($0 * 8)) }
    }

    func wish(_ creator: Int64, _ opponent: Int64, goal: Int64? = nil, seconds: Int64 = 4 * DuelFixture.day)
        -> DuelStore.Wish
    {
        DuelStore.Wish(
            creator: creator,
            opponent: code(of: opponent),
            game: "snake",
            board: "level-1",
            goal: goal,
            seconds: seconds,
            key: key()
        )
    }

    func create(_ wish: DuelStore.Wish, at now: UnixTime) async throws -> DuelStore.Created {
        keys += 1
        return try await duels.create(wish, code: arena.code(keys), at: now, then: following)
    }

    /// The code of a duel that waits.
    func challenge(
        _ creator: Int64,
        _ opponent: Int64,
        goal: Int64? = nil,
        seconds: Int64 = 4 * DuelFixture.day,
        at now: UnixTime
    ) async throws -> String {
        let created = try await create(wish(creator, opponent, goal: goal, seconds: seconds), at: now)
        guard case .made(let view) = created else {
            Issue.record("not made: \(created)")
            return ""
        }
        return view.record.code
    }

    /// The code of a duel that runs.
    func begin(
        _ creator: Int64,
        _ opponent: Int64,
        goal: Int64? = nil,
        seconds: Int64 = 4 * DuelFixture.day,
        at now: UnixTime
    ) async throws -> String {
        let code = try await challenge(creator, opponent, goal: goal, seconds: seconds, at: now)
        _ = try await act(.accept, code, opponent, at: now)
        return code
    }

    @discardableResult
    func act(_ action: DuelStore.Action, _ code: String, _ player: Int64, at now: UnixTime) async throws
        -> DuelStore.Acted
    {
        try await duels.act(action, on: code, by: player, at: now, then: following)
    }

    /// The number of a result that was accepted; 0: it was not.
    @discardableResult
    func submit(_ score: Int64, of player: Int64, on board: String = "level-1", at now: UnixTime) async throws
        -> Int64
    {
        let submitted = try await ledger.submit(
            [Submission(key: key(), board: board, score: score)],
            of: player,
            at: now,
            standings: { _, _ in .notLoaded },
            then: { _ in },
            duels: following
        )
        guard case .outcomes(let outcomes) = submitted, case .accepted(let result) = outcomes.first else {
            return 0
        }
        return result.sequence
    }

    func judge(_ sequence: Int64, counts: Bool, at now: UnixTime?) async throws {
        _ = try await ledger.judge(
            sequence,
            of: OpenedGame("snake"),
            counts: counts,
            by: "the owner",
            at: now,
            then: { _ in },
            duels: following
        )
    }

    func view(_ code: String) async throws -> DuelView {
        try #require(try await find(code))
    }

    func find(_ code: String) async throws -> DuelView? {
        try await arena.database.read("duel") { db throws(SQLiteError) in
            guard let record = try DuelTable.duel(code, db) else { return nil }
            return try DuelTable.view(record, db)
        }
    }

    /// `running`, or outcome and reason, and the bests of both.
    func words(_ code: String) async throws -> String {
        let duel = try await view(code).duel
        let state = duel.outcome.map { "\($0) \(duel.reason?.rawValue ?? "")" } ?? "\(duel.state)"
        let bests = DuelSide.allCases.map { duel.bests[$0].map { String($0.score) } ?? "-" }
        return "\(state) \(bests.joined(separator: ":"))"
    }

    /// All news so far: person, kind and word; a withdrawal has none.
    func news() async throws -> [String] {
        try await arena.database.read("news") { db throws(SQLiteError) in
            try db.rows("SELECT person, kind, word FROM news ORDER BY id") { row throws(SQLiteError) in
                "\(try row.integer(0)) \(try row.text(1)) \(try row.text(2))"
            }
        }
    }

    /// How many duels the file has.
    func count() async throws -> Int64? {
        try await arena.database.read("count duels") { db throws(SQLiteError) in
            try db.first("SELECT count(*) FROM duels") { row throws(SQLiteError) in try row.integer(0) }
        }
    }

    /// The news since it was asked last; they are taken away.
    func takeNews() async throws -> [String] {
        let news = try await news()
        try await arena.database.write("news") { db throws(SQLiteError) in try db.execute("DELETE FROM news")
        }
        return news
    }
}
