import Core
import WatchpostModel

/// Who may not play a game any more, which goes into the audit, and what else stands there.
struct BanStore: Sendable {
    let database: Database

    init(database: Database) {
        self.database = database
    }

    /// A player from whom a game takes nothing.
    struct Ban: Hashable, Sendable {
        let code: String
        let name: String
        /// SHA-256 of its picture; nil: it has none.
        let picture: [UInt8]?
        let at: UnixTime
        let actor: String
        /// For those who moderate.
        let note: String?
    }

    /// What became of a wish.
    enum Outcome: Hashable, Sendable {
        /// It stands so now, or did before.
        case done(Ban)
        /// Nobody has this code.
        case noPlayer
        /// It never played this game.
        case strange
        case noGame
        case full
    }

    /// Who bans, and when.
    struct Act: Sendable {
        let actor: String
        let at: UnixTime

        init(by actor: String, at: UnixTime) {
            (self.actor, self.at) = (actor, at)
        }
    }

    /// What stands in a ban's note; nil: nothing.
    static func note(_ text: String?) throws(ArenaText.Refusal) -> String? {
        let note = try ArenaText.words(text ?? "", "note", bytes: 0...200)
        return note.isEmpty ? nil : note
    }

    /// Nothing new of the player is taken from now on; what counts stays until it is hidden.
    ///
    /// Whoever is banned already stays so, with the note that is said now, or the one from before (nil).
    func ban(
        _ code: String,
        from game: OpenedGame,
        note: String?,
        _ act: Act
    ) async throws(SQLiteError) -> Outcome {
        try await database.write("ban player") { db throws(SQLiteError) in
            guard let id = try game.find(db) else { return .noGame }
            guard let player = try PlayerTable.player(code: code, db) else { return .noPlayer }
            if try BanTable.find(id, player.id, db) != nil {
                try BanTable.note(note, id, player.id, db)
                return try BanTable.find(id, player.id, db).map { .done($0) } ?? .noPlayer
            }
            let plays = try db.first(
                "SELECT 1 FROM installs WHERE player = ?1 AND game = ?2",
                .integer(player.id),
                .integer(id)
            ) { _ in true }
            guard plays != nil else { return .strange }
            guard try BanTable.count(id, db) < ArenaRules.mostBans else { return .full }
            try db.execute(
                "INSERT INTO bans (game, player, at, actor, note) VALUES (?1, ?2, ?3, ?4, ?5)",
                .integer(id),
                .integer(player.id),
                .integer(act.at.seconds),
                .text(act.actor),
                .text(note)
            )
            try ModerationAuditTable.note(
                ModerationEntry(
                    game: id,
                    at: act.at,
                    actor: act.actor,
                    act: .banned,
                    detail: "player \(player.code) (\(player.name))"
                ),
                db
            )
            return try BanTable.find(id, player.id, db).map { .done($0) } ?? .noPlayer
        }
    }

    /// The player may play again; nil: the game has not banned anybody of this code.
    func lift(_ code: String, from game: OpenedGame, _ act: Act) async throws(SQLiteError) -> Ban? {
        try await database.write("lift ban") { db throws(SQLiteError) in
            guard let id = try game.find(db),
                let player = try PlayerTable.player(code: code, db),
                let ban = try BanTable.find(id, player.id, db)
            else { return nil }
            try db.execute(
                "DELETE FROM bans WHERE game = ?1 AND player = ?2",
                .integer(id),
                .integer(player.id)
            )
            try ModerationAuditTable.note(
                ModerationEntry(
                    game: id,
                    at: act.at,
                    actor: act.actor,
                    act: .unbanned,
                    detail: "player \(player.code) (\(player.name))"
                ),
                db
            )
            return ban
        }
    }

    /// Those of a game, the newest first; nil: there is no such game.
    func bans(_ game: OpenedGame) async throws(SQLiteError) -> [Ban]? {
        try await database.read("list bans") { db throws(SQLiteError) in
            guard let id = try game.find(db) else { return nil }
            return try db.rows(
                "SELECT \(BanTable.columns) WHERE game = ?1 ORDER BY bans.at DESC, player DESC",
                .integer(id),
                read: BanTable.read
            )
        }
    }

    /// The audit of a game, newest first; `game`: nil: what concerns all games; nil: there is no such game.
    func audit(_ game: OpenedGame?, before: Int64, most: Int) async throws(SQLiteError)
        -> [ModerationEntry]?
    {
        try await database.read("read audit") { db throws(SQLiteError) in
            guard let game else { return try ModerationAuditTable.list(nil, before: before, most: most, db) }
            guard let id = try game.find(db) else { return nil }
            return try ModerationAuditTable.list(id, before: before, most: most, db)
        }
    }
}

/// As those see them who govern the game.
extension BanTable {
    static let columns =
        "code, players.name, picture, bans.at, actor, note FROM bans JOIN players ON players.id = player"

    static func read(_ row: borrowing Row) throws(SQLiteError) -> BanStore.Ban {
        BanStore.Ban(
            code: try row.text(0),
            name: try row.text(1),
            picture: try row.optionalBlob(2),
            at: try row.instant(3),
            actor: try row.text(4),
            note: try row.optionalText(5)
        )
    }

    static func find(_ game: Int64, _ player: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> BanStore.Ban?
    {
        try db.first(
            "SELECT \(columns) WHERE game = ?1 AND player = ?2",
            .integer(game),
            .integer(player),
            read: read
        )
    }
}
