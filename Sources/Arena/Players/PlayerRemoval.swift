import Core
import WatchpostModel

/// What goes with a player, and what stays without it.
enum PlayerRemoval {
    /// Installations, results, standings, friends and codes go with the row; duels stay, of a player who was deleted.
    ///
    /// `now`: nil while the clock is not set. What is given back is for whoever follows after the commit.
    @discardableResult
    static func remove(_ id: Int64, at now: UnixTime?, _ db: borrowing Connection) throws(SQLiteError)
        -> DuelChanges
    {
        let pictures = try db.rows(
            "SELECT picture FROM players WHERE (id = ?1 OR merged_into = ?1) AND picture IS NOT NULL",
            .integer(id)
        ) { row throws(SQLiteError) in try row.blob(0) }
        // Guests who play for it go by the cascade, and had names, too.
        let former = try db.rows("SELECT id FROM players WHERE merged_into = ?1", .integer(id)) {
            row throws(SQLiteError) in try row.integer(0)
        }
        for player in former + [id] { try NewsTable.forget(player: player, db) }
        try forgetWhatWasModerated(id, db)
        // The other side of a duel that ran is told, and by whom it was left only as "a deleted player".
        try db.execute("UPDATE players SET name = '' WHERE id = ?1", .integer(id))
        var duels = try DuelTable.playerGone(id, at: now, db)
        // Others were to be told of it, and are not any more.
        duels.hasNews = true
        try db.execute("DELETE FROM players WHERE id = ?1", .integer(id))
        // What it had with a guest who plays for it.
        try db.execute("DELETE FROM duels WHERE creator IS NULL AND opponent IS NULL")
        for picture in pictures { try PictureTable.sweep(picture, db) }
        return duels
    }

    /// The audit keeps what was done, and not to whom: it says codes and names in words.
    private static func forgetWhatWasModerated(_ id: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        let codes = try db.rows("SELECT code FROM players WHERE id = ?1 OR merged_into = ?1", .integer(id)) {
            row throws(SQLiteError) in try row.text(0)
        }
        for code in codes {
            try db.execute(
                "UPDATE moderation_audit SET detail = 'a player who is gone' WHERE instr(detail, ?1) > 0",
                .text(code)
            )
            try db.execute("UPDATE hidings SET player_code = 'gone' WHERE player_code = ?1", .text(code))
        }
    }
}

extension PlayerTable {
    /// While the clock is not set: as late as anything that is stored.
    static func time(_ now: UnixTime?, _ db: borrowing Connection) throws(SQLiteError) -> UnixTime {
        if let now { return now }
        let latest = try db.first("SELECT ifnull(max(updated_at), 0) FROM players") {
            row throws(SQLiteError) in try row.instant(0)
        }
        return latest ?? UnixTime(seconds: 0)
    }
}

extension PlayerStore {
    /// Removes a player with all that it has; `now`: nil while the clock is not set.
    ///
    /// `then` is called after the commit, `duels` with what it did to duels: see `Database.write`.
    func remove(
        _ id: Int64,
        at now: UnixTime? = nil,
        then: @escaping @Sendable () -> Void = {},
        duels: @escaping DuelFollowing = { _ in }
    ) async throws(SQLiteError) {
        _ = try await database.write("remove player") { db throws(SQLiteError) in
            try PlayerRemoval.remove(id, at: now, db)
        } then: { changes in
            then()
            if !changes.isEmpty { duels(changes) }
        }
        try await database.emptyLog()
    }

    /// What became of a wish to go.
    enum Farewell: Hashable, Sendable {
        /// `person`: whose player it was.
        case gone(person: Int64?)
        /// The name that was typed in is not the player's.
        case otherName(String)
        case unknown
    }

    /// Removes a player who typed its name in; `then` and `duels` as above.
    ///
    /// What goes wrong behind the commit takes nothing back: whoever has to hear of it hears of it there.
    func remove(
        _ id: Int64,
        named name: String,
        at now: UnixTime,
        then: @escaping @Sendable () -> Void,
        duels: @escaping DuelFollowing = { _ in }
    ) async throws(SQLiteError) -> Farewell {
        let (farewell, _) = try await database.write("remove player") {
            db throws(SQLiteError) -> (Farewell, DuelChanges) in
            guard let player = try PlayerTable.player(id, db) else { return (.unknown, DuelChanges()) }
            // Texts of the same letters are the same, however their accents are written.
            guard player.name == name else { return (.otherName(player.name), DuelChanges()) }
            return (.gone(person: player.person), try PlayerRemoval.remove(id, at: now, db))
        } then: { farewell, changes in
            if case .gone = farewell { then() }
            if !changes.isEmpty { duels(changes) }
        }
        if case .gone = farewell { try await database.emptyLog() }
        return farewell
    }
}
