import Core

/// What is between two players, as one of them (me) sees the row of both.
struct FriendRow: Hashable, Sendable {
    /// In `friends.type`.
    enum Kind: Int64, Sendable {
        case nothing = 0
        case invited = 1
        case friends = 2
        case declined = 3

        /// The one that stays when two rows become one: 2 before 1 before 3.
        fileprivate var weight: Int {
            switch self {
            case .friends: 3
            case .invited: 2
            case .declined: 1
            case .nothing: 0
            }
        }
    }

    var kind: Kind
    /// I am the inviter.
    var isMine: Bool
    /// The inviter has asked once more since.
    var hasAskedAgain: Bool
    var isBlockedByMe: Bool
    var isBlockedByThem: Bool
    /// Seconds since 1970.
    var at: Int64

    var isFriend: Bool { kind == .friends && !isBlocked }
    var isBlocked: Bool { isBlockedByMe || isBlockedByThem }

    /// Of two rows with the same other player the one that stays; nil: it says nothing.
    ///
    /// Invitations that cross each other make friends. A block stays, whoever of the two made it or met with it, and then
    /// nothing else does.
    func united(with other: FriendRow) -> FriendRow? {
        var row = kind.weight >= other.kind.weight ? self : other
        if kind == other.kind {
            if isMine == other.isMine {
                row.hasAskedAgain = hasAskedAgain || other.hasAskedAgain
            } else if kind == .invited {
                (row.kind, row.at) = (.friends, max(at, other.at))
            }
        }
        row.isBlockedByMe = isBlockedByMe || other.isBlockedByMe
        row.isBlockedByThem = isBlockedByThem || other.isBlockedByThem
        if row.isBlocked { (row.kind, row.hasAskedAgain) = (.nothing, false) }
        return row.kind == .nothing && !row.isBlocked ? nil : row
    }
}

/// Rows of `friends`, one for each pair.
enum FriendRows {
    /// All that a player has with others, by those.
    static func all(of me: Int64, _ db: borrowing Connection) throws(SQLiteError) -> [Int64: FriendRow] {
        var rows: [Int64: FriendRow] = [:]
        try db.each(
            """
            SELECT low, high, inviter, type, again, blocked, at FROM friends WHERE low = ?1
            UNION ALL SELECT low, high, inviter, type, again, blocked, at FROM friends WHERE high = ?1
            """,
            .integer(me)
        ) { row throws(SQLiteError) in
            let (low, high, blocked) = (try row.integer(0), try row.integer(1), try row.integer(5))
            let (byLow, byHigh) = (blocked & 1 != 0, blocked & 2 != 0)
            rows[low == me ? high : low] = FriendRow(
                kind: FriendRow.Kind(rawValue: try row.integer(3)) ?? .nothing,
                isMine: try row.integer(2) == me,
                hasAskedAgain: try row.flag(4),
                isBlockedByMe: low == me ? byLow : byHigh,
                isBlockedByThem: low == me ? byHigh : byLow,
                at: try row.integer(6)
            )
        }
        return rows
    }

    static func remove(of player: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute("DELETE FROM friends WHERE low = ?1", .integer(player))
        try db.execute("DELETE FROM friends WHERE high = ?1", .integer(player))
    }

    /// Stores what is between me and another one; nil: nothing.
    static func store(
        _ row: FriendRow?,
        of me: Int64,
        with other: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let (low, high) = (min(me, other), max(me, other))
        try db.execute(
            "DELETE FROM friends WHERE low = ?1 AND high = ?2",
            .integer(low),
            .integer(high)
        )
        guard let row else { return }
        let (mine, theirs): (Int64, Int64) = me == low ? (1, 2) : (2, 1)
        try db.execute(
            """
            INSERT INTO friends (low, high, inviter, type, again, blocked, at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            .integer(low),
            .integer(high),
            .integer(row.isMine ? me : other),
            .integer(row.kind.rawValue),
            .flag(row.hasAskedAgain),
            .integer((row.isBlockedByMe ? mine : 0) | (row.isBlockedByThem ? theirs : 0)),
            .integer(row.at)
        )
    }
}
