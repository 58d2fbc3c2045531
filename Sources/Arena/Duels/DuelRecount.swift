import Core
import WatchpostModel

/// Duels that are decided by what counts in them from now on, because results began or ceased to count or installations play for
/// somebody else: which ones, and whose results are whose then.
///
/// Counting means looking at all results since the first of them began, so only those are named that may be others by it.
struct DuelRecount: Hashable, Sendable {
    /// What of a duel says which results count.
    struct Scope: Hashable, Sendable {
        /// The row.
        let id: Int64
        let board: Int64
        /// The rows of both sides.
        let players: DuelSides<Int64?>
        let terms: Duel.Terms
        let startedAt: UnixTime?
        let endsAt: UnixTime?
        let startedSequence: Int64?

        /// Which side a result is of; nil: of none, or of another time.
        func side(of player: Int64, _ sequence: Int64, at: UnixTime) -> DuelSide? {
            guard let startedSequence, let startedAt, let endsAt, sequence > startedSequence,
                at >= startedAt, at < endsAt
            else { return nil }
            return DuelSide.allCases.first { players[$0] == player }
        }
    }

    let scopes: [Scope]
    /// The players of their sides' installations, all by their rows.
    let owners: [Int64: Int64]

    /// As everything stands.
    init(_ records: [DuelRecord], _ db: borrowing Connection) throws(SQLiteError) {
        let players = records.flatMap { record in DuelSide.allCases.compactMap { record.players[$0] } }
        scopes = records.map { Scope($0, $0.players) }
        owners = try DuelRecount.owners(players, db)
    }

    /// One player is about to become another one: those in which results of both count then, of who stays on boards of games
    /// that the other one brings installations of, of who goes on boards of games that who stays has some of.
    init(merging from: Int64, into: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        let brought = try DuelRecount.games("player = ?1", from, db)
        let own = try DuelRecount.games("player = ?1", into, db)
        let found =
            try DuelRecount.running(of: into, in: brought, db)
            + DuelRecount.running(of: from, in: own, db)
        // What both have with each other is void then.
        let records = found.filter { $0.side(of: from) == nil || $0.side(of: into) == nil }
        let players = records.flatMap { record in DuelSide.allCases.compactMap { record.players[$0] } }
        scopes = records.map { record in
            var sides = record.players
            if let side = record.side(of: from) { sides[side] = into }
            return Scope(record, sides)
        }
        owners = try DuelRecount.owners(players + [from, into], db).mapValues { $0 == from ? into : $0 }
    }

    /// An installation is about to leave a player: those in which it has the best, for what else it sent takes nothing from them.
    ///
    /// Whom it plays for then has no duel that runs: that one is new, or was nobody until now.
    init(separating install: Int64, from player: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        let games = try DuelRecount.games("id = ?1", install, db)
        var records: [DuelRecord] = []
        for record in try DuelRecount.running(of: player, in: games, db) {
            guard let side = record.side(of: player), let best = record.duel.bests[side],
                try DuelRecount.isSent(best, by: install, db)
            else { continue }
            records.append(record)
        }
        let players = records.flatMap { record in DuelSide.allCases.compactMap { record.players[$0] } }
        scopes = records.map { Scope($0, $0.players) }
        owners = try DuelRecount.owners(players, db).filter { $0.key != install }
    }

    private static func owners(_ players: [Int64], _ db: borrowing Connection) throws(SQLiteError)
        -> [Int64: Int64]
    {
        var owners: [Int64: Int64] = [:]
        for player in Set(players) {
            try db.each("SELECT id FROM installs WHERE player = ?1", .integer(player)) {
                row throws(SQLiteError) in owners[try row.integer(0)] = player
            }
        }
        return owners
    }

    /// The games of some installations, by their rows.
    private static func games(_ condition: String, _ row: Int64, _ db: borrowing Connection)
        throws(SQLiteError) -> Set<Int64>
    {
        Set(
            try db.rows("SELECT game FROM installs WHERE \(condition)", .integer(row)) {
                row throws(SQLiteError) in try row.integer(0)
            }
        )
    }

    private static func isSent(_ standing: ResultStanding, by install: Int64, _ db: borrowing Connection)
        throws(SQLiteError) -> Bool
    {
        try db.first(
            "SELECT 1 FROM results WHERE seq = ?1 AND install = ?2",
            .integer(standing.sequence),
            .integer(install)
        ) { _ in true } != nil
    }

    /// Running ones of a player on boards of some games, by their rows.
    private static func running(
        of player: Int64,
        in games: Set<Int64>,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [DuelRecord] {
        guard !games.isEmpty else { return [] }
        let boards = Set(
            try db.rows(
                "SELECT id FROM boards WHERE game IN (SELECT value FROM json_each(?1))",
                .text(DuelTable.list(games))
            ) { row throws(SQLiteError) in try row.integer(0) }
        )
        return try DuelTable.duels(of: player, .running, db).filter { boards.contains($0.board) }
    }
}

extension DuelRecount.Scope {
    fileprivate init(_ record: DuelRecord, _ players: DuelSides<Int64?>) {
        self.init(
            id: record.id,
            board: record.board,
            players: players,
            terms: record.duel.terms,
            startedAt: record.duel.startedAt,
            endsAt: record.duel.endsAt,
            startedSequence: record.duel.startedSequence
        )
    }
}

extension DuelTable {
    /// Rows as a parameter of SQL, for `json_each`.
    static func list(_ rows: some Sequence<Int64>) -> String {
        "[\(rows.map { String($0) }.joined(separator: ","))]"
    }
}
