import Core
import WatchpostModel

/// What goes with a player, and what stays without it.
enum PlayerRemoval {
    /// What went with a player, for whoever follows after the commit.
    struct Removed: Sendable {
        /// Rows of installations.
        let installs: [Int64]
        let duels: DuelChanges
    }

    /// Installations, standings, friends and codes go with the row, and results before it; duels stay, of a player who was
    /// deleted.
    ///
    /// `results`: those that were found before the write. `now`: nil while the clock is not set.
    static func remove(
        _ id: Int64,
        _ results: ResultsToDelete = ResultsToDelete(),
        at now: UnixTime?,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Removed {
        let installs = try ResultsToDelete.installs(of: id, db)
        try results.delete(of: installs, db)
        return Removed(installs: installs, duels: try removeRow(id, at: now, db))
    }

    private static func removeRow(_ id: Int64, at now: UnixTime?, _ db: borrowing Connection)
        throws(SQLiteError) -> DuelChanges
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
        try forgetLetters(id, db)
        try forgetWhatWasModerated(id, db)
        // The other side of a duel that ran is told, and by whom it was left only as "a deleted player".
        try db.execute("UPDATE players SET name = '' WHERE id = ?1", .integer(id))
        var duels = try DuelTable.playerGone(id, at: now, db)
        // Others were to be told of it, and are not any more.
        duels.hasNews = true
        try db.execute(row, .integer(id))
        // What it had with a guest who plays for it.
        try db.execute("DELETE FROM duels WHERE creator IS NULL AND opponent IS NULL")
        for picture in pictures { try PictureTable.sweep(picture, db) }
        return duels
    }

    static let row = "DELETE FROM players WHERE id = ?1"

    /// What waits for its address, unless another player has the same.
    private static func forgetLetters(_ id: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            DELETE FROM letters WHERE kind = 'player' AND leased_at IS NULL
                AND subject = (SELECT lower(email) FROM players WHERE id = ?1)
                AND NOT EXISTS (SELECT 1 FROM players WHERE email IS NOT NULL AND lower(email) = subject
                    AND merged_into IS NULL AND id <> ?1)
            """,
            .integer(id)
        )
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
    /// `entry` goes into the audit with it, unless the player is gone already. `then` gets the rows of the installations that
    /// went, after the commit, `duels` what it did to duels: see `Database.write`.
    func remove(
        _ id: Int64,
        at now: UnixTime? = nil,
        noting entry: ModerationEntry? = nil,
        then: @escaping @Sendable (_ installs: [Int64]) -> Void = { _ in },
        duels: @escaping DuelFollowing = { _ in }
    ) async throws(SQLiteError) {
        let results = try await ResultsToDelete.ahead(database) { db throws(SQLiteError) in
            Set(try ResultsToDelete.installs(of: id, db))
        }
        _ = try await database.write("remove player") { db throws(SQLiteError) in
            let isThere = try PlayerTable.player(id, db) != nil
            let removed = try PlayerRemoval.remove(id, results, at: now, db)
            // Behind it: what the audit said of the player before is put in other words.
            if isThere, let entry { try ModerationAuditTable.note(entry, db) }
            return removed
        } then: { removed in
            then(removed.installs)
            if !removed.duels.isEmpty { duels(removed.duels) }
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
        then: @escaping @Sendable (_ installs: [Int64]) -> Void,
        duels: @escaping DuelFollowing = { _ in }
    ) async throws(SQLiteError) -> Farewell {
        let results = try await ResultsToDelete.ahead(database) { db throws(SQLiteError) in
            // Nobody has all results looked through by a name that is wrong.
            guard try PlayerTable.player(id, db)?.name == name else { return [] }
            return Set(try ResultsToDelete.installs(of: id, db))
        }
        let (farewell, _) = try await database.write("remove player") {
            db throws(SQLiteError) -> (Farewell, PlayerRemoval.Removed?) in
            guard let player = try PlayerTable.player(id, db) else { return (.unknown, nil) }
            // Texts of the same letters are the same, however their accents are written.
            guard player.name == name else { return (.otherName(player.name), nil) }
            return (.gone(person: player.person), try PlayerRemoval.remove(id, results, at: now, db))
        } then: { _, removed in
            guard let removed else { return }
            then(removed.installs)
            if !removed.duels.isEmpty { duels(removed.duels) }
        }
        if case .gone = farewell { try await database.emptyLog() }
        return farewell
    }
}
