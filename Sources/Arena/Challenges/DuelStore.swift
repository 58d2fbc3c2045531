import Core
import WatchpostModel

/// Duels in `arena.db`; what a call returned is durable.
///
/// `then` is told what changed after the commit: see `Database.write`.
struct DuelStore: Sendable {
    let database: Database

    init(database: Database) {
        self.database = database
    }

    /// A duel that somebody asks for.
    struct Wish: Hashable, Sendable {
        /// The row.
        var creator: Int64
        /// The friend's public code.
        var opponent: String
        /// By their names in paths.
        var game: String
        var board: String
        var goal: Int64?
        var seconds: Int64
        /// 16 bytes that the creator's client made.
        var key: [UInt8]

        init(
            creator: Int64,
            opponent: String,
            game: String,
            board: String,
            goal: Int64?,
            seconds: Int64,
            key: [UInt8]
        ) {
            (self.creator, self.opponent, self.game, self.board) = (creator, opponent, game, board)
            (self.goal, self.seconds, self.key) = (goal, seconds, key)
        }
    }

    /// What became of it.
    enum Created: Hashable, Sendable {
        case made(DuelView)
        /// It was asked for before.
        case repeated(DuelView)
        /// The key was used for another one.
        case otherContent
        case isSelf
        /// Nor is it said whether there is such a player.
        case notFriend
        case noGame
        case closedGame
        case noBoard
        /// The game takes nothing of one of the two; whether that is who asks.
        case banned(isOwn: Bool)
        case badSeconds
        /// The board takes no such score.
        case goalOutOfBounds
        /// One of the two has as many as it may; whether that is who asks.
        case full(isOwn: Bool)
        /// Of a rematch: what it repeats is not over.
        case notOver(DuelView)
    }

    /// What a side wants of a duel.
    enum Action: String, Hashable, Sendable, CaseIterable {
        case accept, decline, cancel, giveUp
    }

    /// What became of it.
    enum Acted: Hashable, Sendable {
        case done(DuelView)
        /// It is not theirs to do, or not any more.
        case refused(DuelView)
        /// It would run on a game that takes nothing of one of the two; whether that is who asks.
        case banned(isOwn: Bool)
        case unknown
    }

    /// `code`: for a new one.
    func create(
        _ wish: Wish,
        code: PlayerCode,
        at now: UnixTime,
        then: @escaping DuelFollowing
    ) async throws(SQLiteError) -> Created {
        try await change("create duel", then) { db throws(SQLiteError) in
            try DuelCreation(wish, code: code.text, at: now).run(db)
        }
    }

    /// The same duel once more, asked for by one of its sides; again it answers the same.
    ///
    /// Only of one that is over. One that the other side asked for and that waits is that one. Nil: there is no such duel for
    /// this player.
    func rematch(
        _ code: String,
        by player: Int64,
        code new: PlayerCode,
        at now: UnixTime,
        then: @escaping DuelFollowing
    ) async throws(SQLiteError) -> Created? {
        try await change("create rematch", then) { db throws(SQLiteError) in
            try DuelCreation.rematch(code, by: player, code: new.text, at: now, db)
        }
    }

    /// A side does something; who is banned from the game accepts nothing, and of them nothing is accepted.
    func act(
        _ action: Action,
        on code: String,
        by player: Int64,
        at now: UnixTime,
        then: @escaping DuelFollowing
    ) async throws(SQLiteError) -> Acted {
        try await change("act on duel", then) { db throws(SQLiteError) in
            var changes = DuelChanges()
            guard var record = try DuelTable.duel(code, of: player, db), let side = record.side(of: player)
            else { return (.unknown, changes) }
            if action == .accept, let isOwn = try DuelStore.banned(record, for: side, db) {
                return (.banned(isOwn: isOwn), changes)
            }
            let event: Duel.Event =
                switch action {
                case .accept: .accept(side, after: try ResultTable.newest(db))
                case .decline: .decline(side)
                case .cancel: .cancel(side)
                case .giveUp: .giveUp(side)
                }
            let effects = try DuelTable.apply(event, to: &record, at: now, &changes, db)
            guard let view = try DuelTable.view(record, db) else { return (.unknown, changes) }
            return (effects.contains(.refused) ? .refused(view) : .done(view), changes)
        }
    }

    /// Whether the game takes nothing of this side of a duel that waits; false: nothing of the other one; nil: it does of both.
    private static func banned(
        _ record: DuelRecord,
        for side: DuelSide,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Bool? {
        // Accepted again, one that runs answers as before.
        guard record.duel.state == .waiting else { return nil }
        for one in [side, side.other] {
            guard let player = record.players[one] else { continue }
            if try BanTable.isBanned(player, fromGameOf: record.board, db) { return one == side }
        }
        return nil
    }

    /// Decides what is due of a player.
    func decideDue(
        of player: Int64,
        at now: UnixTime,
        then: @escaping DuelFollowing
    ) async throws(SQLiteError) {
        try await change("decide duels", then) { db throws(SQLiteError) in
            var changes = DuelChanges()
            for var record in try DuelTable.open(of: player, db) where record.duel.isDue(at: now) {
                _ = try DuelTable.apply(.tick, to: &record, at: now, &changes, db)
            }
            return ((), changes)
        }
    }

    /// Decides what is due of everybody, and tells who is behind near the end: at most so many; how many those were.
    func decideDue(
        at now: UnixTime,
        most: Int,
        then: @escaping DuelFollowing
    ) async throws(SQLiteError) -> Int {
        try await change("decide duels", then) { db throws(SQLiteError) in
            var changes = DuelChanges()
            let due = try DuelDue.records(at: now, most: most, db)
            for var record in due { _ = try DuelTable.apply(.tick, to: &record, at: now, &changes, db) }
            return (due.count, changes)
        }
    }

    /// When something is due next; nil: never.
    func nextDue() async throws(SQLiteError) -> UnixTime? {
        try await database.read("find duels that are due") { db throws(SQLiteError) in
            try DuelDue.next(db)
        }
    }

    /// Lets duels go that never ran and are long over; how many those were, at most `most`.
    func sweep(at now: UnixTime, most: Int) async throws(SQLiteError) -> Int {
        let before = now.advanced(by: -ArenaRules.duelLife)
        // There is no index for it: looked for where nobody waits.
        let old = try await database.read("find old duels") { db throws(SQLiteError) in
            try db.rows(
                "SELECT id FROM duels WHERE state = 2 AND started_at IS NULL AND over_at < ?1 LIMIT ?2",
                .integer(before.seconds),
                .integer(Int64(most))
            ) { row throws(SQLiteError) in try row.integer(0) }
        }
        guard !old.isEmpty else { return 0 }
        try await database.write("sweep duels") { db throws(SQLiteError) in
            for id in old { try db.execute("DELETE FROM duels WHERE id = ?1 AND state = 2", .integer(id)) }
        }
        return old.count
    }

    private func change<Value: Sendable>(
        _ name: String,
        _ then: @escaping DuelFollowing,
        _ body: @escaping @Sendable (borrowing Connection) throws(SQLiteError) -> (Value, DuelChanges)
    ) async throws(SQLiteError) -> Value {
        try await database.write(name, body) { _, changes in
            if !changes.isEmpty { then(changes) }
        }.0
    }
}
