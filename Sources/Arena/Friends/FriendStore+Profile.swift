import Core
import WatchpostModel

/// A friend, and whoever else is looked at.
extension FriendStore {
    /// A player as another one sees it.
    struct Profile: Hashable, Sendable {
        let player: PlayerFace
        /// Since when it plays.
        let since: UnixTime
        /// What it says of itself, as text.
        let link: String?
        /// Nil: nobody known asks.
        let relation: Friendship.Relation?
    }

    /// Duels between two players that had a winner or were drawn, as one of them sees it.
    struct DuelCounts: Hashable, Sendable {
        var won = 0
        var drawn = 0
        var lost = 0
    }

    /// A friend as its friend sees it.
    struct Bond: Hashable, Sendable {
        let player: PlayerFace
        let link: String?
        /// Since when they are friends.
        let since: UnixTime
        let duels: DuelCounts
    }

    /// Nil: there is no such player.
    func profile(_ code: String, for viewer: Int64?) async throws(SQLiteError) -> Profile? {
        try await database.read("read player") { db throws(SQLiteError) in
            guard let face = try FriendTable.face(code: code, db) else { return nil }
            let facts = try db.rows(
                "SELECT created_at, link FROM players WHERE id = ?1",
                .integer(face.id)
            ) { row throws(SQLiteError) in (since: try row.integer(0), link: try row.optionalText(1)) }
            var relation: Friendship.Relation?
            if let viewer { relation = try FriendTable.relation(of: viewer, to: face.id, db) }
            return Profile(
                player: face,
                since: UnixTime(seconds: facts.first?.since ?? 0),
                link: facts.first?.link,
                relation: relation
            )
        }
    }

    /// Nil: there is no such player, or none that is a friend.
    func friend(_ code: String, of player: Int64) async throws(SQLiteError) -> Bond? {
        try await database.read("read friend") { db throws(SQLiteError) in
            guard let face = try FriendTable.face(code: code, db), face.id != player,
                let found = try FriendTable.find(FriendPair(player, face.id), db),
                found.friendship.areFriends
            else { return nil }
            let link = try db.rows("SELECT link FROM players WHERE id = ?1", .integer(face.id)) {
                row throws(SQLiteError) in try row.optionalText(0)
            }
            return Bond(
                player: face,
                link: link.first ?? nil,
                since: found.at,
                duels: try FriendStore.duels(of: player, against: face.id, db)
            )
        }
    }

    private static func duels(of player: Int64, against other: Int64, _ db: borrowing Connection)
        throws(SQLiteError) -> DuelCounts
    {
        var counts = DuelCounts()
        for (creator, opponent) in [(player, other), (other, player)] {
            try db.each(
                """
                SELECT outcome, count(*) FROM duels
                WHERE creator = ?1 AND state = 2 AND opponent = ?2 AND outcome IN (0, 1, 2) GROUP BY outcome
                """,
                .integer(creator),
                .integer(opponent)
            ) { row throws(SQLiteError) in
                let (outcome, count) = (try row.integer(0), Int(try row.integer(1)))
                switch outcome {
                case 2: counts.drawn += count
                case 0 where creator == player, 1 where creator != player: counts.won += count
                default: counts.lost += count
                }
            }
        }
        return counts
    }
}
