import Core
import WatchpostModel

/// What players are told of each other.
enum FriendNews {
    /// A player is told of another one.
    ///
    /// Of one player's invitations a phone hears once a day, however often they are taken back and made anew: the version is the
    /// day. One that was taken back before it left is told when it comes again (`NewsOutbox`).
    static func tell(
        _ kind: NewsKind,
        of other: PlayerFace,
        to player: Int64,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let news = News(
            kind,
            about: News.subject(ofPlayer: other.code),
            word: kind.rawValue,
            version: kind == .invited ? PassingMemory.day(of: now) : nil,
            content: NewsContent(player: other.name, by: other.code, page: "friends"),
            at: now,
            expiresAt: now.advanced(by: ArenaRules.friendNewsLife)
        )
        try NewsTable.put(news, to: player, db)
    }

    /// What a player was to be told of another one is not so any more.
    static func withdraw(
        _ kind: NewsKind,
        of other: PlayerFace,
        from player: Int64,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try NewsTable.withdraw(kind, about: News.subject(ofPlayer: other.code), from: player, at: now, db)
    }
}
