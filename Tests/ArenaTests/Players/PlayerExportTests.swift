import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("What an export has, by the columns of the file")
struct PlayerExportTests {
    /// What becomes of a column.
    private enum Use {
        /// The member of the export that says it.
        case member(String)
        /// Nothing, and why.
        case nothing(String)
    }

    private static let number = Use.nothing("a number of the file alone")
    private static let secret = Use.nothing("a secret")

    private static let players: [String: Use] = [
        "id": number, "code": .member("code"), "person": .member("person"), "name": .member("name"),
        "folded": .nothing("made of the name"), "lowered": .nothing("made of the name"),
        "version": .member("version"), "created_at": .member("since"),
        "updated_at": .nothing("the version says that something changed"), "link": .member("link"),
        "email": .member("email"), "picture": .member("picture"), "notices": .member("notices"),
        "merged_into": .nothing("of former guests, who are nobody"), "until": .nothing("as well"),
    ]
    private static let installs: [String: Use] = [
        "id": number, "install": .member("install"), "secret": secret,
        "player": .nothing("whose export it is"), "game": .member("game"), "registered_at": .member("since"),
        "former_player": .member("former"), "linked_at": .member("linkedAt"),
        "network": .member("network"), "outside": .nothing("whether there is a network"),
        "played": .nothing("whether it has results, which are exported"),
    ]
    private static let results: [String: Use] = [
        "seq": .nothing("they are in this order"),
        "key": .nothing("made by the game, so that a lost answer is told again"),
        "install": .member("install"), "board": .member("board"), "score": .member("score"),
        "at": .member("at"),
        "achieved": .member("achieved"), "extra": .member("extra"), "state": .member("state"),
    ]
    private static let standings: [String: Use] = [
        "board": .member("board"), "season": .member("season"), "install": .member("install"),
        "score": .member("score"),
        "seq": number, "last": number, "count": .member("count"),
        "base_score": .nothing("part of the score"), "base_seq": number, "base_last": number,
        "base_count": .nothing("part of the count"), "recent": .nothing("part of the score"),
    ]
    private static let friends: [String: Use] = [
        "low": .member("code"), "high": .member("code"), "inviter": .member("relation"),
        "type": .member("relation"),
        "again": .member("relation"), "blocked": .member("isBlocked"), "at": .member("since"),
    ]
    private static let duels: [String: Use] = [
        "id": number, "code": .member("duel"), "board": .member("board"), "creator": .member("isMine"),
        "opponent": .member("opponent"), "goal": .member("goal"), "seconds": .member("seconds"),
        "state": .member("state"), "outcome": .member("outcome"), "reason": .member("reason"),
        "created_at": .member("createdAt"), "answer_by": .member("answerBy"),
        "started_at": .member("startedAt"),
        "ends_at": .member("endsAt"), "over_at": .member("overAt"), "started_seq": number,
        "creator_score": .member("best"), "creator_seq": number, "opponent_score": .member("best"),
        "opponent_seq": number, "rematch_of": .member("rematchOf"),
        "key": .nothing("made by the client, so that a lost answer is told again"),
        "is_near": .nothing("whether a notice has left"), "version": .nothing("rises with each change"),
    ]
    private static let codes: [String: Use] = [
        "hash": secret, "player": .nothing("whose export it is"), "expires_at": .nothing("of a secret"),
        "used_by": .nothing("so that a lost answer is told again"),
    ]
    private static let recovery: [String: Use] = [
        "hash": secret, "player": .nothing("whose export it is"), "used_at": .member("recoveryCodes"),
        "expires_at": .nothing("of a code in a letter, which is over in a quarter of an hour"),
    ]

    private static let taken = Use.nothing("what whoever governs the game took away does not count")
    private static let hiddenBases: [String: Use] = [
        "hiding": number, "board": taken, "season": taken, "install": taken, "score": taken, "seq": number,
        "last": number, "count": taken, "is_back": taken,
    ]
    private static let governor = Use.nothing("of whoever governs the game; a refusal says it")
    private static let bans: [String: Use] = [
        "game": governor, "player": .nothing("whose export it is"), "at": governor, "actor": governor,
        "note": governor,
    ]

    private static let earlier: [String: Use] = [
        "id": number, "player": .nothing("whose export it is; the places of those guests are in it"),
    ]

    /// Which columns stand for which table, and what they are exported in.
    private static func tables(_ export: PlayerExport) -> [String: (columns: [String: Use], sample: Any?)] {
        [
            "players": (players, export.player), "installs": (installs, export.installs.first),
            "results": (results, export.results.first), "standings": (standings, export.standings.first),
            "friends": (friends, export.friends.first),
            "duels": (duels, export.duels.first), "player_codes": (codes, nil),
            "recovery_codes": (recovery, export.player), "hidden_bases": (hiddenBases, nil),
            "bans": (bans, nil), "earlier_players": (earlier, nil),
        ]
    }

    /// A player with a bit of everything.
    private func world() async throws -> (JoinFixture, Player) {
        let world = try await JoinFixture()
        let board = try #require(try await world.arena.board())
        let (install, ola) = try await world.guest(1, "Ola")
        let (_, jan) = try await world.guest(2, "Jan")
        let ledger = ResultLedger(database: world.arena.database, mostResults: 1_000)
        _ = try await ledger.submit(
            [Submission(key: [UInt8](repeating: 1, count: 16), board: "level-1", score: 5)],
            of: install,
            at: JoinFixture.noon,
            standings: { _, _ in .nothing },
            then: { _ in }
        )
        try await world.set(.friends, ola, jan)
        try await world.duel(ola, jan, state: 2, key: 1, board: board.id)
        try await world.duel(jan, ola, state: 1, key: 2, board: board.id)
        return (world, ola)
    }

    @Test("each column of what hangs on a player is exported, or it is said why not")
    func columns() async throws {
        let (world, ola) = try await world()
        let export = try #require(try await world.arena.players.export(ola.id))
        let tables = Self.tables(export)
        let found = try await world.arena.database.read("tables") {
            db throws(SQLiteError) -> [String: Set<String>] in
            let names = try db.rows(
                """
                SELECT DISTINCT m.name FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f
                WHERE m.type = 'table' AND f."table" IN ('players', 'installs')
                UNION SELECT 'results' -- its installations are no foreign key
                """
            ) { row throws(SQLiteError) in try row.text(0) }
            var found: [String: Set<String>] = [:]
            for name in names {
                let columns = try db.rows("SELECT name FROM pragma_table_info(?1)", .text(name)) {
                    row throws(SQLiteError) in try row.text(0)
                }
                found[name] = Set(columns)
            }
            return found
        }
        #expect(Set(found.keys) == Set(tables.keys))
        for (name, columns) in found {
            let known = try #require(tables[name])
            #expect(columns == Set(known.columns.keys), "\(name)")
            let members = known.sample.map { Set(Mirror(reflecting: $0).children.compactMap(\.label)) } ?? []
            for (column, use) in known.columns {
                guard case .member(let member) = use else { continue }
                #expect(members.contains(member), "\(name).\(column) is said to be \(member)")
            }
        }
    }

    @Test("an export says each relation that it knows, and not that another player declined")
    func relations() async throws {
        let world = try await JoinFixture()
        let (_, ola) = try await world.guest(1, "Ola")
        let pairs: [(kind: FriendRow.Kind, isByOla: Bool, isBlocked: Bool)] = [
            (.invited, true, false), (.invited, false, false), (.declined, false, false),
            (.friends, true, false), (.nothing, true, true), (.declined, true, false),
        ]
        for (number, pair) in pairs.enumerated() {
            let (_, other) = try await world.guest(number + 2, "Other \(number)")
            let (one, two) = pair.isByOla ? (ola, other) : (other, ola)
            try await world.set(pair.kind, one, two, blocked: pair.isBlocked)
        }
        let relations = try #require(try await world.arena.players.export(ola.id)).friends.map(\.relation)
        #expect(relations == [.sent, .received, .declined, .friend, .none])
        #expect(Set(relations) == Set(PlayerExportBody.Friend.Relation.allCases))
    }

    @Test("a duel is exported with all its times, and which one it repeats")
    func duels() async throws {
        let (world, ola) = try await world()
        try await world.arena.database.write("rematch") { db throws(SQLiteError) in
            try db.execute(
                """
                UPDATE duels SET answer_by = 11, started_at = 12, ends_at = 13, over_at = iif(state = 2, 14, NULL),
                    rematch_of = iif(state = 1, (SELECT id FROM duels WHERE state = 2), NULL)
                """
            )
            try db.execute("UPDATE duels SET started_at = NULL, ends_at = NULL WHERE state = 2")
        }
        let duels = try #require(try await world.arena.players.export(ola.id)).duels
        func seconds(_ times: UnixTime?...) -> [Int64?] { times.map { $0?.seconds } }
        let told = duels.map { seconds($0.answerBy, $0.startedAt, $0.endsAt, $0.overAt) }
        #expect(told == [[11, nil, nil, 14], [11, 12, 13, nil]])
        #expect(duels.map(\.rematchOf) == [nil, duels.first?.duel])
    }

    @Test("places in orders that are over are exported, also those of the guest that a player was")
    func places() async throws {
        let (world, ola) = try await world()
        let (_, guest) = try await world.guest(3, "Guest")
        try await world.arena.database.write("orders") { db throws(SQLiteError) in
            try db.execute(
                "UPDATE players SET merged_into = ?2, until = 9 WHERE id = ?1",
                .integer(guest.id),
                .integer(ola.id)
            )
            let orders: [(span: String, player: Int64)] = [
                ("day", ola.id), ("week", guest.id), ("month", 77),
            ]
            for (end, order) in orders.enumerated() {
                try db.execute(
                    """
                    INSERT INTO archives (board, span, period, start, ends, ascending, operator, count)
                    SELECT id, ?1, '2026-11', 0, ?2, 0, 'best', 2 FROM boards
                    """,
                    .text(order.span),
                    .integer(Int64(end))
                )
                let (archive, player) = (db.lastInsertedRow, UInt32(order.player))
                let rows = ArchiveRows(
                    rank: 1,
                    rows: [.init(player: 99, score: 8), .init(player: player, score: 5)]
                )
                let sorted = [player, 99].sorted()
                let places = ArchiveRows(
                    rank: 1,
                    rows: sorted.map { .init(player: $0, score: $0 == 99 ? 1 : 2) }
                )
                try db.execute(
                    "INSERT INTO archive_chunks VALUES (?1, 0, ?2)",
                    .integer(archive),
                    .blob(rows.bytes)
                )
                try db.execute(
                    "INSERT INTO archive_places VALUES (?1, ?2, ?3)",
                    .integer(archive),
                    .integer(Int64(sorted[0])),
                    .blob(places.bytes)
                )
            }
        }
        let export = try #require(try await world.arena.players.export(ola.id))
        #expect(export.places.map(\.window) == ["week", "day"] && !export.hasMorePlaces)
        #expect(export.places.allSatisfy { $0.position == 2 && $0.score == 5 && $0.board == "level-1" })
    }
}
