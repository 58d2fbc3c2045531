import Core
import WatchpostModel

/// Removes games with all that they have: boards, results, installations, orders that are over, duels, and what was hidden.
///
/// A wish is one short write, behind which nobody finds the game. Its rows go in many writes after that (`work`), between which
/// results of other games are taken as ever; after a restart the rest of them goes. Guests who played nothing else go, too.
struct GameRemovalStore: Sendable {
    let ledger: ResultLedger

    init(_ ledger: ResultLedger) {
        self.ledger = ledger
    }

    var database: Database { ledger.database }

    /// What became of a wish.
    enum Begun: Hashable, Sendable {
        /// The rows of the game and of its boards.
        case begun(game: Int64, boards: [Int64])
        /// The name that was typed in is not the game's.
        case otherName(String)
        case noGame
        /// So many games of this developer are on their way out that no more are for now.
        case full
    }

    /// Whom it is told to after the commits: that players are gone, by their rows, and what became of duels.
    struct Following: Sendable {
        var players: @Sendable ([Int64]) -> Void
        var duels: DuelFollowing

        init(
            players: @escaping @Sendable ([Int64]) -> Void = { _ in },
            duels: @escaping DuelFollowing = { _ in }
        ) {
            (self.players, self.duels) = (players, duels)
        }
    }

    /// Hides a game from everybody, and writes down that it is to go; its name was typed in by `actor`.
    ///
    /// `then` gets the rows of the game and of its boards after the commit, `duels` what that did to them: see `Database.write`.
    func begin(
        _ slug: String,
        named name: String,
        through door: GameDoor = .all,
        by actor: String,
        at now: UnixTime,
        then: @escaping @Sendable (_ game: Int64, _ boards: [Int64]) -> Void = { _, _ in },
        duels: @escaping DuelFollowing = { _ in }
    ) async throws(SQLiteError) -> Begun {
        try await database.write("remove game") { db throws(SQLiteError) -> (Begun, DuelChanges) in
            guard let game = try door.game(slug, db) else { return (.noGame, DuelChanges()) }
            guard game.facts.name == name else { return (.otherName(game.facts.name), DuelChanges()) }
            if try GameRemovalTable.isFull(door, db) { return (.full, DuelChanges()) }
            var changes = try DuelTable.closed(game: game.id, at: now, db)
            if try NewsTable.withdrawPassed(inGame: game.id, db) { changes.hasNews = true }
            try GameRemovalTable.hide(game, at: now, db)
            if door == .all { try GameRemovalTable.note(slug, by: actor, at: now, db) }
            let boards = try BoardTable.boards(of: game.id, db).map(\.id)
            return (.begun(game: game.id, boards: boards), changes)
        } then: { begun, changes in
            if case .begun(let game, let boards) = begun { then(game, boards) }
            if !changes.isEmpty { duels(changes) }
        }.0
    }

    /// The row of the game that has waited longest for its rows to go; nil: none does.
    func next() async throws(SQLiteError) -> Int64? {
        try await database.read("look for games to remove") { db throws(SQLiteError) in
            try db.first("SELECT game FROM game_removals ORDER BY at, game LIMIT 1") {
                row throws(SQLiteError) in
                try row.integer(0)
            }
        }
    }
}

/// Rows of games that are on their way out.
enum GameRemovalTable {
    /// Whether as many games of a developer are on their way out as may be: who adds and removes in turns fills nothing.
    static func isFull(_ door: GameDoor, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        guard let developer = door.developer else { return false }
        let count = try db.first(
            "SELECT count(*) FROM game_removals JOIN games ON games.id = game WHERE developer = ?1",
            .integer(developer)
        ) { row throws(SQLiteError) in try row.integer(0) }
        return count ?? 0 >= ArenaRules.mostGameRemovals
    }

    /// In the audit of all games, since nobody reads that of one that is not there; what developers do with their own games is in
    /// the log alone, so that they push nothing out of it.
    static func note(_ slug: String, by actor: String, at now: UnixTime, _ db: borrowing Connection)
        throws(SQLiteError)
    {
        let act = ModerationAct.removedGame
        let entry = ModerationEntry(game: nil, at: now, actor: actor, act: act, detail: "game \(slug)")
        try ModerationAuditTable.note(entry, db)
    }

    /// Its name in paths is free from here on, and what it showed of itself is gone.
    static func hide(_ game: Game, at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "INSERT INTO game_removals (game, at) VALUES (?1, ?2)",
            .integer(game.id),
            .integer(now.seconds)
        )
        // No game is called so: a hyphen stands at the end of no name in paths.
        try db.execute(
            """
            UPDATE games SET slug = '-' || id, closed_at = ifnull(closed_at, ?2), style = NULL, style_tag = NULL,
                background = NULL, version = version + 1
            WHERE id = ?1
            """,
            .integer(game.id),
            .integer(now.seconds)
        )
        try db.execute("DELETE FROM game_fronts WHERE game = ?1", .integer(game.id))
        for hash in [game.look.background, game.pictures[.icon], game.pictures[.picture]] {
            try PictureTable.sweep(hash, db)
        }
    }
}
