import Testing
import WatchpostModel

@testable import Arena
@testable import Core

/// Guests and phones who say codes to each other.
struct JoinFixture {
    static let noon = ArenaFixture.noon

    let arena: ArenaFixture

    init(_ arena: ArenaFixture) {
        self.arena = arena
    }

    init() async throws {
        arena = try await ArenaFixture(mostPlayers: 1_000)
        try await arena.addGame()
    }

    static func hash(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8.prefix(32))
        bytes += [UInt8](repeating: 0, count: 32 - bytes.count)
        return bytes
    }

    /// A guest with an installation: both rows.
    func guest(_ number: Int, _ name: String? = nil, game: String = "snake") async throws
        -> (install: Int64, player: Player)
    {
        let outcome = try await arena.register(number, name: name, game: game)
        guard case .registered(let install, let player) = outcome else {
            throw SQLiteError(code: .misuse, message: "not registered", path: "")
        }
        return (install.id, player)
    }

    /// The player of a phone's person.
    func phone(_ person: Int64) async throws -> Player {
        let code = arena.code(UInt64(person) + 1_000)
        return try #require(try await arena.players.begin(person: person, code: code, at: Self.noon))
    }

    /// A player makes a code.
    func code(_ text: String, of player: Player, at now: UnixTime = JoinFixture.noon) async throws {
        _ = try await arena.joins.makeCode(hash: Self.hash(text), of: player.id, at: now)
    }

    func say(_ text: String, _ caller: PlayerJoin.Caller, at now: UnixTime = JoinFixture.noon) async throws
        -> PlayerJoin.Outcome
    {
        try await arena.joins.join(Self.hash(text), by: caller, at: now) { _ in }
    }

    /// What is done is what was said before; nil: it was refused.
    func join(_ text: String, _ caller: PlayerJoin.Caller, at now: UnixTime = JoinFixture.noon) async throws
        -> PlayerJoin.Report?
    {
        let preview = try await arena.joins.preview(Self.hash(text), by: caller, at: now)
        let outcome = try await say(text, caller, at: now)
        guard case .joined(let expected) = preview, case .joined(let report) = outcome else {
            #expect(preview == outcome)
            return nil
        }
        #expect(!expected.isDone && report.isDone)
        #expect(expected.player == report.player && expected.loses == report.loses)
        #expect(expected.installs == report.installs && expected.friends == report.friends)
        #expect(expected.voidedDuels == report.voidedDuels && expected.endedDuels == report.endedDuels)
        #expect(expected.friendsLeft == report.friendsLeft)
        return report
    }

    /// Whom an installation plays for.
    func player(ofInstall install: Int64) async throws -> Player? {
        try await arena.players.player(ofInstall: install)
    }

    /// The public ID of an installation.
    func id(_ number: Int) -> String { String("0000000000000000000000\(number)".suffix(22)) }

    func separate(_ number: Int, of player: Player, at now: UnixTime = JoinFixture.noon) async throws
        -> InstallStore.Separation
    {
        var generator = SystemRandomNumberGenerator()
        let code = PlayerCode(using: &generator)
        return try await arena.installs.separate(id(number), of: player.id, code: code, at: now) { _ in }
    }

    /// Two players are something to each other.
    func set(_ kind: FriendRow.Kind, _ one: Player, _ other: Player, blocked: Bool = false) async throws {
        let row = FriendRow(
            kind: kind,
            isMine: true,
            hasAskedAgain: false,
            isBlockedByMe: blocked,
            isBlockedByThem: false,
            at: Self.noon.seconds
        )
        try await arena.database.write("befriend") { db throws(SQLiteError) in
            try FriendRows.store(row, of: one.id, with: other.id, db)
        }
    }

    func rows(_ player: Player) async throws -> [Int64: FriendRow] {
        try await arena.database.read("friends") { db throws(SQLiteError) in
            try FriendRows.all(of: player.id, db)
        }
    }

    /// A duel of two, in a state.
    func duel(_ creator: Player, _ opponent: Player, state: Int64, key: UInt8, board: Int64) async throws {
        try await arena.database.write("duel") { db throws(SQLiteError) in
            try db.execute(
                """
                INSERT INTO duels (code, board, creator, opponent, seconds, state, outcome, created_at, answer_by, started_at,
                    ends_at, key, version)
                VALUES ('d' || ?1 || '-' || ?2 || '-' || ?3, ?4, ?1, ?2, 3600, ?5, iif(?5 = 2, 0, NULL), ?7, ?7 + 3600, ?7,
                    ?7 + 3600, ?6, 1)
                """,
                .integer(creator.id),
                .integer(opponent.id),
                .integer(Int64(key)),
                .integer(board),
                .integer(state),
                .blob([UInt8](repeating: key, count: 16)),
                .integer(ArenaFixture.noon.seconds)
            )
        }
    }

    /// Creator, opponent, outcome and reason of all duels.
    func duels() async throws -> [[String]] {
        try await arena.database.read("duels") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT ifnull(creator, '-') || ' ' || ifnull(opponent, '-'), ifnull(outcome, '-') || ' ' || ifnull(reason, '-')
                FROM duels ORDER BY id
                """
            ) { row throws(SQLiteError) in [try row.text(0), try row.text(1)] }
        }
    }
}
