import Core
import WatchpostModel

/// Asking for a duel, within a transaction.
struct DuelCreation {
    private let wish: DuelStore.Wish
    private let code: String
    private let now: UnixTime
    /// The duel that it repeats.
    private var rematchOf: Int64?

    init(_ wish: DuelStore.Wish, code: String, at now: UnixTime) {
        (self.wish, self.code, self.now) = (wish, code, now)
    }

    func run(_ db: borrowing Connection) throws(SQLiteError) -> (DuelStore.Created, DuelChanges) {
        var changes = DuelChanges()
        return (try run(&changes, db), changes)
    }

    private func run(_ changes: inout DuelChanges, _ db: borrowing Connection) throws(SQLiteError)
        -> DuelStore.Created
    {
        if let known = try earlier(db) { return known }
        guard let opponent = try PlayerTable.player(code: wish.opponent, db)?.id else { return .notFriend }
        guard opponent != wish.creator else { return .isSelf }
        guard try DuelCreation.areFriends(wish.creator, opponent, db) else { return .notFriend }
        guard let game = try GameTable.game(wish.game, db) else { return .noGame }
        guard game.closedAt == nil else { return .closedGame }
        let boards = try BoardTable.boards(of: game.id, db)
        guard let board = boards.first(where: { $0.rules.slug == wish.board }) else { return .noBoard }
        for player in [wish.creator, opponent] {
            let isBanned = try BanTable.isBanned(player, from: game.id, db)
            if isBanned { return .banned(isOwn: player == wish.creator) }
        }
        guard ArenaRules.duelSeconds.contains(wish.seconds) else { return .badSeconds }
        if let goal = wish.goal, !board.rules.takes(goal) { return .goalOutOfBounds }
        // What is due takes no place any more.
        for player in [wish.creator, opponent] {
            for var record in try DuelTable.open(of: player, db) where record.duel.isDue(at: now) {
                _ = try DuelTable.apply(.tick, to: &record, at: now, &changes, db)
            }
            if try DuelTable.isFull(player, db) { return .full(isOwn: player == wish.creator) }
        }
        return try insert(board, opponent, &changes, db)
    }

    /// What was answered to this key before; nil: it is new.
    private func earlier(_ db: borrowing Connection) throws(SQLiteError) -> DuelStore.Created? {
        let found = try db.first(
            "SELECT \(DuelTable.columns) FROM \(DuelTable.tables) WHERE creator = ?1 AND key = ?2",
            .integer(wish.creator),
            .blob(wish.key),
            read: DuelTable.read
        )
        guard let found, let view = try DuelTable.view(found, db) else { return nil }
        let isSame =
            view.players.opponent?.code == wish.opponent && view.game == wish.game
            && view.rules.slug == wish.board && view.duel.terms.goal == wish.goal
            && view.duel.terms.seconds == wish.seconds
        return isSame ? .repeated(view) : .otherContent
    }

    /// By the one row of the pair.
    private static func areFriends(_ one: Int64, _ other: Int64, _ db: borrowing Connection)
        throws(SQLiteError) -> Bool
    {
        let found = try db.first(
            "SELECT 1 FROM friends WHERE low = ?1 AND high = ?2 AND type = 2 AND blocked = 0",
            .integer(min(one, other)),
            .integer(max(one, other))
        ) { row throws(SQLiteError) in try row.integer(0) }
        return found != nil
    }

    private func insert(
        _ board: GameBoard,
        _ opponent: Int64,
        _ changes: inout DuelChanges,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> DuelStore.Created {
        let terms = Duel.Terms(
            isAscending: board.rules.isAscending,
            goal: wish.goal,
            seconds: wish.seconds
        )
        let duel = Duel(terms, at: now)
        try db.execute(
            """
            INSERT INTO duels (code, board, creator, opponent, goal, seconds, state, created_at, answer_by, rematch_of, key,
                version)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7, ?8, ?9, ?10, 1)
            """,
            .text(code),
            .integer(board.id),
            .integer(wish.creator),
            .integer(opponent),
            .integer(wish.goal),
            .integer(wish.seconds),
            .integer(now.seconds),
            .integer(duel.answerBy.seconds),
            .integer(rematchOf),
            .blob(wish.key)
        )
        let id = db.lastInsertedRow
        guard let record = try DuelTable.duel(id, db), let view = try DuelTable.view(record, db) else {
            throw SQLiteError(code: .error, message: "a new duel is not there", path: "arena.db")
        }
        changes.note(record)
        try DuelNews.write([.tell(.opponent, .challenged)], of: record, at: now, &changes, db)
        return .made(view)
    }

    // Rematches.

    static func rematch(
        _ code: String,
        by player: Int64,
        code new: String,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> (DuelStore.Created?, DuelChanges) {
        guard var record = try DuelTable.duel(code, of: player, db), let side = record.side(of: player) else {
            return (nil, DuelChanges())
        }
        var changes = DuelChanges()
        if record.duel.isDue(at: now) {
            _ = try DuelTable.apply(.tick, to: &record, at: now, &changes, db)
        }
        guard let view = try DuelTable.view(record, db) else { return (nil, changes) }
        guard record.duel.state == .over else { return (.notOver(view), changes) }
        if let other = try waiting(after: record, for: player, db) { return (.repeated(other), changes) }
        let wish = DuelStore.Wish(
            creator: player,
            opponent: view.players[side.other]?.code ?? "",
            game: view.game,
            board: view.rules.slug,
            goal: record.duel.terms.goal,
            seconds: record.duel.terms.seconds,
            key: DuelKey.made("rematch", of: record.id)
        )
        var creation = DuelCreation(wish, code: new, at: now)
        creation.rematchOf = record.id
        let (created, further) = try creation.run(db)
        changes.note(further)
        return (created, changes)
    }

    /// One that the other side asked for and that waits for this player's answer.
    private static func waiting(
        after record: DuelRecord,
        for player: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> DuelView? {
        let found = try db.first(
            """
            SELECT \(DuelTable.columns) FROM \(DuelTable.tables)
            WHERE rematch_of = ?1 AND opponent = ?2 AND state = 0
            """,
            .integer(record.id),
            .integer(player),
            read: DuelTable.read
        )
        guard let found else { return nil }
        return try DuelTable.view(found, db)
    }
}

extension BoardRules {
    /// Whether a result may have this score.
    func takes(_ score: Int64) -> Bool {
        let summand = ArenaRules.largestSummand
        if counts == .sum, !(-summand...summand).contains(score) { return false }
        return low.map { score >= $0 } ?? true && high.map { score <= $0 } ?? true
    }
}
