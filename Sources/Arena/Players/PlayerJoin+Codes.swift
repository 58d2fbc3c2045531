import Core
import WatchpostModel

extension PlayerJoin {
    /// A stored code of either form.
    struct Code {
        let hash: [UInt8]
        let player: Int64
        let isRecovery: Bool
        /// It came in a letter to the player's address.
        var isMailed = false
        /// Who joined by it: for a recovery code nobody is noted, but when.
        let usedBy: Int64?
        let usedAt: Int64?

        var isUsed: Bool { usedBy != nil || usedAt != nil }

        static func find(
            _ hash: [UInt8],
            at now: UnixTime,
            _ db: borrowing Connection
        ) throws(SQLiteError) -> Code? {
            let short = try db.first(
                "SELECT player, used_by FROM player_codes WHERE hash = ?1 AND expires_at > ?2",
                .blob(hash),
                .integer(now.seconds)
            ) { row throws(SQLiteError) in
                Code(
                    hash: hash,
                    player: try row.integer(0),
                    isRecovery: false,
                    usedBy: try row.optionalInteger(1),
                    usedAt: nil
                )
            }
            if let short { return short }
            return try db.first(
                """
                SELECT player, used_at, expires_at FROM recovery_codes
                WHERE hash = ?1 AND (expires_at IS NULL OR expires_at > ?2)
                """,
                .blob(hash),
                .integer(now.seconds)
            ) { row throws(SQLiteError) in
                Code(
                    hash: hash,
                    player: try row.integer(0),
                    isRecovery: true,
                    isMailed: try row.optionalInteger(2) != nil,
                    usedBy: nil,
                    usedAt: try row.optionalInstant(1)?.seconds
                )
            }
        }

        /// Keeps the hash of a code that leaves in a letter and is good until then; one of an earlier letter no longer counts.
        static func mail(
            _ hash: [UInt8],
            to player: Int64,
            until end: UnixTime,
            _ db: borrowing Connection
        ) throws(SQLiteError) {
            try forgetMailed(of: player, db)
            try db.execute(
                "INSERT OR REPLACE INTO recovery_codes (hash, player, expires_at) VALUES (?1, ?2, ?3)",
                .blob(hash),
                .integer(player),
                .integer(end.seconds)
            )
        }

        /// The player has another address, or none.
        static func forgetMailed(of player: Int64, _ db: borrowing Connection) throws(SQLiteError) {
            try db.execute(
                "DELETE FROM recovery_codes WHERE player = ?1 AND expires_at IS NOT NULL",
                .integer(player)
            )
        }

        /// `joined`: the player that went, or the one that stays where nobody did.
        func use(by joined: Int64, at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
            if isRecovery {
                try db.execute(
                    "UPDATE recovery_codes SET used_at = ?2 WHERE hash = ?1",
                    .blob(hash),
                    .integer(now.seconds)
                )
            } else {
                try db.execute(
                    "UPDATE player_codes SET used_by = ?2 WHERE hash = ?1",
                    .blob(hash),
                    .integer(joined)
                )
            }
        }

        /// What a code did.
        struct Use {
            /// When.
            let at: Int64
            /// Who went, and its name; nil: nobody did.
            var former: Int64?
            var name: String?
        }

        /// Nil: what it did was undone since.
        func use(_ db: borrowing Connection) throws(SQLiteError) -> Use? {
            if let usedBy, usedBy == player { return Use(at: 0) }
            let found = try db.first(
                """
                SELECT until, id, name FROM players
                WHERE merged_into = ?1 AND (id = ?2 OR (?2 IS NULL AND until = ?3)) LIMIT 1
                """,
                .integer(player),
                .integer(usedBy),
                .integer(usedAt.map { $0 + ArenaRules.formerLife })
            ) { row throws(SQLiteError) in
                Use(
                    at: try row.instant(0).seconds - ArenaRules.formerLife,
                    former: try row.integer(1),
                    name: try row.text(2)
                )
            }
            return found ?? usedAt.map { Use(at: $0) }
        }
    }
}

extension PlayerTable {
    /// Whom a former guest plays for now; nil: it is none.
    static func successor(of player: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Int64? {
        try db.first(
            "SELECT merged_into FROM players WHERE id = ?1 AND merged_into IS NOT NULL",
            .integer(player)
        ) { row throws(SQLiteError) in try row.integer(0) }
    }

    static func friends(of player: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Int {
        let count = try db.first(
            """
            SELECT (SELECT count(*) FROM friends WHERE low = ?1 AND type = 2 AND blocked = 0)
                + (SELECT count(*) FROM friends WHERE high = ?1 AND type = 2 AND blocked = 0)
            """,
            .integer(player)
        ) { row throws(SQLiteError) in try row.integer(0) }
        return Int(count ?? 0)
    }

    /// Duels of a player that were over at an instant, because both sides became one.
    static func merged(
        of player: Int64,
        at time: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Int {
        let count = try db.first(
            """
            SELECT count(*) FROM duels WHERE state = 2 AND reason = 'merged' AND over_at = ?2
                AND ?1 IN (creator, opponent)
            """,
            .integer(player),
            .integer(time)
        ) { row throws(SQLiteError) in try row.integer(0) }
        return Int(count ?? 0)
    }

    /// The same player of another person.
    static func player(_ player: Player, ofPerson person: Int64?) -> Player {
        Player(
            id: player.id,
            code: player.code,
            person: person,
            name: player.name,
            version: player.version,
            since: player.since,
            link: player.link,
            email: player.email,
            picture: player.picture,
            notices: player.notices,
            recoveryCodes: player.recoveryCodes
        )
    }
}

extension InstallTable {
    /// When an installation began to play for somebody else; nil: it never did.
    static func linked(_ install: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Int64? {
        try db.first(
            "SELECT linked_at FROM installs WHERE id = ?1 AND linked_at IS NOT NULL",
            .integer(install)
        ) { row throws(SQLiteError) in try row.integer(0) }
    }

    /// Installations that came to a player with a guest; others that came in the same second are none of them.
    static func moved(
        with former: Int64,
        to player: Int64,
        at time: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [Int64] {
        try db.rows(
            """
            SELECT installs.id FROM installs LEFT JOIN players ON players.id = former_player
            WHERE player = ?1 AND linked_at = ?2
                AND (former_player = ?3 OR until < (SELECT until FROM players WHERE id = ?3))
            """,
            .integer(player),
            .integer(time),
            .integer(former)
        ) { row throws(SQLiteError) in try row.integer(0) }
    }

    /// Boards, by their rows, on which results of a player's installations count, in whatever span.
    static func boards(of player: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Set<Int64> {
        Set(
            try db.rows(
                """
                SELECT board FROM installs CROSS JOIN standings ON standings.install = installs.id WHERE player = ?1
                UNION SELECT board FROM results WHERE \(ResultTable.rest(of: "?1"))
                """,
                .integer(player)
            ) { row throws(SQLiteError) in try row.integer(0) }
        )
    }
}
