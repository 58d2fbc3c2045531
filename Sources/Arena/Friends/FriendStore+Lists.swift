import Core
import WatchpostModel

/// What a player is shown of its friends.
extension FriendStore {
    struct Friend: Hashable, Sendable {
        let player: PlayerFace
        let since: UnixTime
    }

    struct Invitation: Hashable, Sendable {
        /// Who invited, or was invited.
        let player: PlayerFace
        /// 1, or 3 where it was declined by whoever sees it.
        let type: Int
        let at: UnixTime
    }

    /// Newest first.
    struct Invitations: Hashable, Sendable {
        let received: [Invitation]
        let sent: [Invitation]
    }

    /// What waits for a player.
    struct Waiting: Hashable, Sendable {
        /// Invitations to be friends that have no answer yet.
        let invitations: Int
        /// Duels that the player may accept.
        let duels: Int
        let running: Int
    }

    /// By name.
    func friends(of player: Int64) async throws(SQLiteError) -> [Friend] {
        try await database.read("list friends") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT \(FriendTable.faces), friends.at, players.folded FROM friends
                JOIN players ON players.id = high
                WHERE low = ?1 AND type = 2 AND blocked = 0 AND merged_into IS NULL
                UNION ALL
                SELECT \(FriendTable.faces), friends.at, players.folded FROM friends
                JOIN players ON players.id = low
                WHERE high = ?1 AND type = 2 AND blocked = 0 AND merged_into IS NULL
                ORDER BY 6
                """,
                .integer(player)
            ) { row throws(SQLiteError) in
                Friend(player: try FriendTable.face(row), since: try row.instant(4))
            }
        }
    }

    /// Their rows, in no order.
    func friendRows(of player: Int64) async throws(SQLiteError) -> [Int64] {
        try await database.read("list friends") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT players.id FROM friends JOIN players ON players.id = high
                WHERE low = ?1 AND type = 2 AND blocked = 0 AND merged_into IS NULL
                UNION ALL
                SELECT players.id FROM friends JOIN players ON players.id = low
                WHERE high = ?1 AND type = 2 AND blocked = 0 AND merged_into IS NULL
                """,
                .integer(player)
            ) { row throws(SQLiteError) in try row.integer(0) }
        }
    }

    /// Of those that were declined the newest, as far as there is room beside those that wait.
    func invitations(of player: Int64) async throws(SQLiteError) -> Invitations {
        try await database.read("list invitations") { db throws(SQLiteError) in
            let received = try db.rows(
                """
                SELECT \(FriendTable.faces), friends.at, type FROM friends
                JOIN players ON players.id = high
                WHERE low = ?1 AND inviter <> ?1 AND type IN (1, 3) AND blocked = 0
                    AND merged_into IS NULL
                UNION ALL
                SELECT \(FriendTable.faces), friends.at, type FROM friends
                JOIN players ON players.id = low
                WHERE high = ?1 AND inviter <> ?1 AND type IN (1, 3) AND blocked = 0
                    AND merged_into IS NULL
                ORDER BY 6, 5 DESC, 1 LIMIT ?2
                """,
                .integer(player),
                .integer(Int64(2 * ArenaRules.mostReceived)),
                read: FriendStore.invitation
            )
            let sent = try db.rows(
                """
                SELECT \(FriendTable.faces), friends.at, 1 FROM friends
                JOIN players ON players.id = high
                WHERE low = ?1 AND inviter = ?1 AND (type = 1 OR type = 3 AND again = 1)
                    AND blocked & 1 = 0 AND merged_into IS NULL
                UNION ALL
                SELECT \(FriendTable.faces), friends.at, 1 FROM friends
                JOIN players ON players.id = low
                WHERE high = ?1 AND inviter = ?1 AND (type = 1 OR type = 3 AND again = 1)
                    AND blocked & 2 = 0 AND merged_into IS NULL
                ORDER BY 5 DESC, 1
                """,
                .integer(player),
                read: FriendStore.invitation
            )
            return Invitations(received: received, sent: sent)
        }
    }

    private static func invitation(_ row: borrowing Row) throws(SQLiteError) -> Invitation {
        Invitation(
            player: try FriendTable.face(row),
            type: try row.count(5),
            at: try row.instant(4)
        )
    }

    /// By name.
    func blocks(of player: Int64) async throws(SQLiteError) -> [PlayerFace] {
        try await database.read("list blocks") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT \(FriendTable.faces), players.folded FROM friends
                JOIN players ON players.id = high
                WHERE low = ?1 AND blocked & 1 <> 0 AND merged_into IS NULL
                UNION ALL
                SELECT \(FriendTable.faces), players.folded FROM friends
                JOIN players ON players.id = low
                WHERE high = ?1 AND blocked & 2 <> 0 AND merged_into IS NULL
                ORDER BY 5
                """,
                .integer(player),
                read: FriendTable.face
            )
        }
    }

    func waiting(for player: Int64) async throws(SQLiteError) -> Waiting {
        try await database.read("count what waits") { db throws(SQLiteError) in
            let duels = try db.rows(
                """
                SELECT (SELECT count(*) FROM duels WHERE opponent = ?1 AND state = 0),
                    (SELECT count(*) FROM duels WHERE creator = ?1 AND state = 1)
                        + (SELECT count(*) FROM duels WHERE opponent = ?1 AND state = 1)
                """,
                .integer(player)
            ) { row throws(SQLiteError) in [Int(try row.integer(0)), Int(try row.integer(1))] }
            return Waiting(
                invitations: try FriendCounts.received(by: player, db),
                duels: duels.first?.first ?? 0,
                running: duels.first?.last ?? 0
            )
        }
    }
}
