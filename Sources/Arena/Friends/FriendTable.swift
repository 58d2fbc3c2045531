import Core
import WatchpostModel

/// Two players, in the order in which their pair is stored.
struct FriendPair: Hashable, Sendable {
    let low: Int64
    let high: Int64

    /// Two different ones.
    init(_ one: Int64, _ other: Int64) {
        (low, high) = (min(one, other), max(one, other))
    }

    func side(of player: Int64) -> Friendship.Side { player == low ? .low : .high }

    subscript(side: Friendship.Side) -> Int64 { side == .low ? low : high }
}

/// A player as others are shown one.
struct PlayerFace: Hashable, Sendable {
    /// The row.
    let id: Int64
    /// Public.
    let code: String
    let name: String
    /// SHA-256 of its picture; nil: it has none.
    let picture: [UInt8]?
}

/// Rows of friendships.
enum FriendTable {
    /// Of `players`, for `face`.
    static let faces = "players.id, players.code, players.name, players.picture"

    static func face(_ row: borrowing Row) throws(SQLiteError) -> PlayerFace {
        PlayerFace(
            id: try row.integer(0),
            code: try row.text(1),
            name: try row.text(2),
            picture: try row.optionalBlob(3)
        )
    }

    /// By its code; nil: there is no such player, or it is a guest no more.
    static func face(code: String, _ db: borrowing Connection) throws(SQLiteError) -> PlayerFace? {
        try db.first(
            "SELECT \(faces) FROM players WHERE code = ?1 AND merged_into IS NULL",
            .text(code),
            read: face
        )
    }

    static func face(_ player: Int64, _ db: borrowing Connection) throws(SQLiteError) -> PlayerFace? {
        try db.first(
            "SELECT \(faces) FROM players WHERE id = ?1 AND merged_into IS NULL",
            .integer(player),
            read: face
        )
    }

    /// What a pair is, and since when; nil: nothing was ever between them.
    static func find(_ pair: FriendPair, _ db: borrowing Connection) throws(SQLiteError) -> (
        friendship: Friendship, at: UnixTime
    )? {
        let found = try db.rows(
            "SELECT inviter, type, again, blocked, at FROM friends WHERE low = ?1 AND high = ?2",
            .integer(pair.low),
            .integer(pair.high)
        ) { row throws(SQLiteError) in
            let inviter = pair.side(of: try row.integer(0))
            let friendship = Friendship(
                type: try row.integer(1),
                inviter: inviter,
                again: try row.flag(2),
                blocked: try row.integer(3)
            )
            return (friendship: friendship, at: try row.instant(4))
        }
        return found.first
    }

    /// What two players are; the same player is neither.
    static func friendship(of one: Int64, _ other: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> Friendship
    {
        guard one != other else { return Friendship() }
        return try find(FriendPair(one, other), db)?.friendship ?? Friendship()
    }

    /// What `other` is to `player`.
    static func relation(of player: Int64, to other: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> Friendship.Relation
    {
        guard player != other else { return .me }
        let pair = FriendPair(player, other)
        return try friendship(of: player, other, db).relation(of: pair.side(of: player))
    }

    /// `since`: when what is between them began.
    static func store(
        _ friendship: Friendship,
        of pair: FriendPair,
        since: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        guard !friendship.isNothing else {
            return try db.execute(
                "DELETE FROM friends WHERE low = ?1 AND high = ?2",
                .integer(pair.low),
                .integer(pair.high)
            )
        }
        try db.execute(
            """
            INSERT INTO friends (low, high, inviter, type, again, blocked, at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (low, high) DO UPDATE SET inviter = excluded.inviter, type = excluded.type,
                again = excluded.again, blocked = excluded.blocked, at = excluded.at
            """,
            .integer(pair.low),
            .integer(pair.high),
            .integer(pair[friendship.inviter]),
            .integer(friendship.type),
            .flag(friendship.bond == .declined(from: friendship.inviter, again: true)),
            .integer(friendship.blocked),
            .integer(since.seconds)
        )
    }
}

extension FriendTable {
    /// Forgets what a player declined long ago: who sent it may ask once more then, and that is told.
    ///
    /// It is done when somebody wants to be a friend, which alone makes such rows: so nobody has more of them than came in that
    /// time. Those where the other side has asked again stay, because it sees an invitation that waits.
    static func forgetDeclined(by player: Int64, at now: UnixTime, _ db: borrowing Connection)
        throws(SQLiteError)
    {
        for side in ["low", "high"] {
            try db.execute(
                """
                DELETE FROM friends
                WHERE \(side) = ?1 AND inviter <> ?1 AND type = 3 AND again = 0 AND blocked = 0 AND at < ?2
                """,
                .integer(player),
                .integer(now.seconds - ArenaRules.declinedLife)
            )
        }
    }
}

/// As it is stored.
extension Friendship {
    /// Of a row; what no row may say counts as nothing between them.
    fileprivate init(type: Int64, inviter: Side, again: Bool, blocked: Int64) {
        switch type {
        case 1: bond = .invited(by: inviter)
        case 2: bond = .friends(invitedBy: inviter)
        case 3: bond = .declined(from: inviter, again: again)
        default: bond = .none
        }
        for side in Side.allCases where blocked & side.bit != 0 { blockers.insert(side) }
    }

    fileprivate var type: Int64 {
        switch bond {
        case .none: 0
        case .invited: 1
        case .friends: 2
        case .declined: 3
        }
    }

    fileprivate var inviter: Side {
        switch bond {
        case .none: .low
        case .invited(let side), .friends(let side), .declined(let side, _): side
        }
    }

    fileprivate var blocked: Int64 { blockers.reduce(0) { $0 | $1.bit } }
}

extension Friendship.Side {
    /// In `friends.blocked`.
    var bit: Int64 { self == .low ? 1 : 2 }
}
