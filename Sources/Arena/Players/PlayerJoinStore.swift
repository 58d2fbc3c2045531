import Core
import WatchpostModel

/// Codes by which players become one, and what they do, in `arena.db`.
struct PlayerJoinStore: Sendable {
    let database: Database

    init(database: Database) {
        self.database = database
    }

    /// Keeps the hash of a code that a player made; an earlier one of the same player no longer counts.
    ///
    /// Answers when it ends.
    func makeCode(
        hash: [UInt8],
        of player: Int64,
        at now: UnixTime
    ) async throws(SQLiteError) -> UnixTime {
        let expiry = now.advanced(by: ArenaRules.joinCodeLife)
        try await database.write("store join code") { db throws(SQLiteError) in
            try db.execute(
                "DELETE FROM player_codes WHERE player = ?1 OR expires_at <= ?2",
                .integer(player),
                .integer(now.seconds)
            )
            try db.execute(
                "INSERT OR REPLACE INTO player_codes (hash, player, expires_at) VALUES (?1, ?2, ?3)",
                .blob(hash),
                .integer(player),
                .integer(expiry.seconds)
            )
        }
        return expiry
    }

    /// Keeps the hashes of codes by which a player comes back; earlier ones no longer count.
    func setRecoveryCodes(_ hashes: [[UInt8]], of player: Int64) async throws(SQLiteError) {
        try await database.write("store recovery codes") { db throws(SQLiteError) in
            try db.execute("DELETE FROM recovery_codes WHERE player = ?1", .integer(player))
            for hash in hashes {
                try db.execute(
                    "INSERT OR REPLACE INTO recovery_codes (hash, player) VALUES (?1, ?2)",
                    .blob(hash),
                    .integer(player)
                )
            }
        }
    }

    /// What saying a code would come to; nothing is written.
    func preview(
        _ hash: [UInt8],
        by caller: PlayerJoin.Caller,
        at now: UnixTime
    ) async throws(SQLiteError) -> PlayerJoin.Outcome {
        let join = PlayerJoin(hash: hash, caller: caller, now: now)
        return try await database.read("preview join") { db throws(SQLiteError) -> PlayerJoin.Outcome in
            switch try join.plan(db) {
            case .plan(let plan): .joined(plan.report)
            case .settled(let outcome): outcome
            }
        }
    }

    /// Makes one player of two; `then` gets what changed, after the commit: see `Database.write`.
    func join(
        _ hash: [UInt8],
        by caller: PlayerJoin.Caller,
        at now: UnixTime,
        then: @escaping @Sendable (PlayerJoin.Report) -> Void
    ) async throws(SQLiteError) -> PlayerJoin.Outcome {
        let join = PlayerJoin(hash: hash, caller: caller, now: now)
        let ahead = try await DuelCount.ahead(database) { db throws(SQLiteError) in try join.recount(db) }
        return try await database.write("join players") { db throws(SQLiteError) -> PlayerJoin.Outcome in
            switch try join.plan(db) {
            case .plan(let plan): .joined(try join.write(plan, ahead, db))
            case .settled(let outcome): outcome
            }
        } then: { outcome in
            if case .joined(let report) = outcome { then(report) }
        }
    }

    /// The player of a person that ended meanwhile is a guest again.
    func detach(_ person: Int64) async throws(SQLiteError) {
        try await database.write("detach person") { db throws(SQLiteError) in
            try db.execute("UPDATE players SET person = NULL WHERE person = ?1", .integer(person))
        }
    }

    /// Former guests whose time is over end for good, some at a time; whether any did.
    ///
    /// `then` gets what that did to duels and news, after the commit: see `Database.write`.
    func endFormer(
        at now: UnixTime,
        then: @escaping DuelFollowing = { _ in }
    ) async throws(SQLiteError) -> Bool {
        let due = try await database.readStep("find former guests") { db throws(SQLiteError) in
            try db.rows(
                "SELECT id FROM players WHERE merged_into IS NOT NULL AND until <= ?1 LIMIT ?2",
                .integer(now.seconds),
                .integer(ArenaRules.mostEnding)
            ) { row throws(SQLiteError) in try row.integer(0) }
        }
        guard !due.isEmpty else { return false }
        _ = try await database.writeStep("end former guests") { db throws(SQLiteError) in
            var changes = DuelChanges()
            // One of them may have come back since.
            for id in due {
                guard let successor = try PlayerTable.successor(of: id, db) else { continue }
                try EarlierPlayers.note(id, becomes: successor, db)
                changes.note(try PlayerRemoval.remove(id, at: now, db).duels)
            }
            try EarlierPlayers.bound(db)
            return changes
        } then: { changes in
            if !changes.isEmpty { then(changes) }
        }
        return true
    }
}

/// Guests who became somebody else and ended: orders that were over before name them still.
private enum EarlierPlayers {
    /// Those who became it before are the same as it from now on; before its row goes.
    static func note(_ guest: Int64, becomes successor: Int64, _ db: borrowing Connection)
        throws(SQLiteError)
    {
        try db.execute(
            "UPDATE earlier_players SET player = ?2 WHERE player = ?1",
            .integer(guest),
            .integer(successor)
        )
        try db.execute(
            "INSERT OR REPLACE INTO earlier_players (id, player) VALUES (?1, ?2)",
            .integer(guest),
            .integer(successor)
        )
    }

    /// Strangers can make as many as they like.
    static func bound(_ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "DELETE FROM earlier_players WHERE id <= (SELECT id FROM earlier_players ORDER BY id DESC LIMIT 1 OFFSET ?1)",
            .integer(ArenaRules.mostEarlier)
        )
    }
}
