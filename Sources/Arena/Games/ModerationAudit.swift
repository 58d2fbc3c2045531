import Core
import WatchpostModel

/// What somebody did about results and players.
enum ModerationAct: String, CaseIterable, Hashable, Sendable {
    /// Several results at once, or all of somebody; and the undoing of that.
    case hid, undid
    /// One result.
    case hidResult = "hid-result"
    case acceptedResult = "accepted-result"
    case banned, unbanned
    case renamed
    case removedPlayer = "removed-player"
    case removedGame = "removed-game"
}

/// Who did what, when, and to how many results.
struct ModerationEntry: Hashable, Sendable {
    /// The row; 0: it is not stored yet.
    var id: Int64 = 0
    /// The game's row; nil: it concerns all games.
    var game: Int64?
    var at: UnixTime
    var actor: String
    var act: ModerationAct
    /// Results.
    var count: Int
    var detail: String

    /// Of what was done while the clock was not set.
    static let noTime = UnixTime(seconds: 0)

    init(
        game: Int64?,
        at: UnixTime,
        actor: String,
        act: ModerationAct,
        count: Int = 0,
        detail: String
    ) {
        (self.game, self.at, self.actor, self.act) = (game, at, actor, act)
        (self.count, self.detail) = (count, detail)
    }
}

/// Rows of the audit, the newest of them.
enum ModerationAuditTable {
    static func note(_ entry: ModerationEntry, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            INSERT INTO moderation_audit (game, at, actor, act, count, detail) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """,
            .integer(entry.game),
            .integer(entry.at.seconds),
            .text(entry.actor),
            .text(entry.act.rawValue),
            .integer(Int64(entry.count)),
            .text(entry.detail)
        )
        try db.execute(
            "DELETE FROM moderation_audit WHERE id <= ?1",
            .integer(db.lastInsertedRow - ArenaRules.mostModerationOfAll)
        )
        try db.execute(
            """
            DELETE FROM moderation_audit WHERE game IS ?1 AND id <=
                (SELECT id FROM moderation_audit WHERE game IS ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
            """,
            .integer(entry.game),
            .integer(ArenaRules.mostModeration)
        )
    }

    /// Of a game and of all games, newest first.
    static func list(
        _ game: Int64?,
        before: Int64,
        most: Int,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [ModerationEntry] {
        try db.rows(
            """
            SELECT id, game, at, actor, act, count, detail FROM moderation_audit
            WHERE game IS ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3
            """,
            .integer(game),
            .integer(before),
            .integer(Int64(most))
        ) { row throws(SQLiteError) in
            var entry = ModerationEntry(
                game: try row.optionalInteger(1),
                at: try row.instant(2),
                actor: try row.text(3),
                act: ModerationAct(rawValue: try row.text(4)) ?? .hid,
                count: try row.count(5),
                detail: try row.text(6)
            )
            entry.id = try row.integer(0)
            return entry
        }
    }
}
