import Core
import WatchpostModel

/// What goes with a developer, and what stays.
extension DeveloperStore {
    /// What becomes of the games of somebody who goes.
    enum Games: Hashable, Sendable {
        /// Nothing is sent to them any more; their boards stay.
        case close
        /// They go on, as the owner's.
        case toOwner
    }

    /// What a removal did, for whoever follows after its commit.
    struct Removal: Hashable, Sendable {
        /// Rows of sessions that ended.
        var sessions: [Int64] = []
        /// Games that were closed.
        var closed = 0
        var duels = DuelChanges()
    }

    /// Removes an account with its sessions, codes and acts; its games are closed, or the owner's.
    ///
    /// Nil: its password is another one by now, or it is gone.
    func remove(
        _ account: Account,
        games: Games,
        at now: UnixTime,
        then: @escaping @Sendable (Removal) -> Void
    ) async throws(SQLiteError) -> Removal? {
        let removal = try await database.write("remove developer") { db throws(SQLiteError) -> Removal? in
            guard try DeveloperTable.password(account.id, db) == account.password else { return nil }
            var removal = Removal()
            try FrontTable.demote(allOf: account.id, db)
            if games == .close { try DeveloperStore.closeGames(of: account.id, at: now, &removal, db) }
            removal.sessions = try SessionTable.endAll(of: account.id, db)
            try LetterTable.forget(account.id, try DeveloperTable.developer(account.id, db)?.address, db)
            // Whoever was invited and went leaves no trace but that there was an invitation.
            try db.execute("DELETE FROM developer_audit WHERE developer = ?1", .integer(account.id))
            try db.execute("DELETE FROM developers WHERE id = ?1", .integer(account.id))
            try AuditTable.note(.removed, of: account.id, at: now, db)
            return removal
        } then: { removal in
            if let removal { then(removal) }
        }
        // Nothing of it is to be in any file any more.
        if removal != nil { try await database.emptyLog() }
        return removal
    }

    private static func closeGames(
        of developer: Int64,
        at now: UnixTime,
        _ removal: inout Removal,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let open = try db.rows(
            "SELECT id FROM games WHERE developer = ?1 AND closed_at IS NULL",
            .integer(developer)
        ) { row throws(SQLiteError) in try row.integer(0) }
        for game in open {
            try db.execute(
                "UPDATE games SET closed_at = ?2, version = version + 1 WHERE id = ?1",
                .integer(game),
                .integer(now.seconds)
            )
            removal.duels.note(try DuelTable.closed(game: game, at: now, db))
            if try NewsTable.withdrawPassed(inGame: game, db) { removal.duels.hasNews = true }
        }
        removal.closed = open.count
    }
}
