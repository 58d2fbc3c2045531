import Core
import WatchpostModel

/// What a player changes about itself; what is nil stays.
struct PlayerChange: Hashable, Sendable {
    var name: PlayerName?
    var link: ShownLink?
    var email: PlayerEmail?
    /// Bits of the news that it wants from now on, and does not want any more.
    var wanted: Int64 = 0
    var unwanted: Int64 = 0

    init(name: PlayerName? = nil) {
        self.name = name
    }

    /// The player as it is afterwards, but for its version.
    fileprivate func applied(to player: Player) -> Player {
        Player(
            id: player.id,
            code: player.code,
            person: player.person,
            name: name?.text ?? player.name,
            version: player.version,
            since: player.since,
            link: link.map(\.text) ?? player.link,
            email: email.map(\.text) ?? player.email,
            picture: player.picture,
            notices: (player.notices | wanted) & ~unwanted,
            recoveryCodes: player.recoveryCodes
        )
    }
}

/// An address to which a way back could be sent, or none: nobody but the player is ever shown it.
struct PlayerEmail: Hashable, Sendable {
    /// Nil: none any more.
    let text: String?

    /// In bytes (RFC 5321).
    static let longest = 254
    private static let longestName = 64
    private static let signs: ASCIISet = .letters | .digits | "!#$%&'*+-/=?^_`{|}~."
    private static let host: ASCIISet = .letters | .digits | "-."

    /// An empty text takes it away; nil: it is no plain address.
    init?(_ text: String) {
        guard !text.isEmpty else {
            self.text = nil
            return
        }
        guard text.utf8.count <= PlayerEmail.longest else { return nil }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...PlayerEmail.longestName).contains(parts[0].utf8.count),
            parts[0].isMade(of: PlayerEmail.signs), parts[1].isMade(of: PlayerEmail.host)
        else { return nil }
        let names = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        guard names.count >= 2, !names.contains(""), !names.contains(where: { $0.hasPrefix("-") }) else {
            return nil
        }
        self.text = text
    }
}

extension PlayerStore {
    /// Changes the player whose version is this; `entry` goes into the audit with the change, if there is any.
    ///
    /// `seen`: who it was when the caller was let in. An address is a way into a player: if that became another person's since, the
    /// address is refused as a conflict.
    func change(
        _ id: Int64,
        _ change: PlayerChange,
        version: Int64,
        at now: UnixTime,
        seen: Player? = nil,
        noting entry: ModerationEntry? = nil
    ) async throws(SQLiteError) -> Renaming {
        try await database.write("change player") { db throws(SQLiteError) in
            guard let player = try PlayerTable.player(id, db) else { return .gone }
            let after = change.applied(to: player)
            if after == player { return .unchanged(player) }
            guard player.version == version else { return .conflict(player) }
            if let seen, change.email != nil, seen.person != player.person { return .conflict(player) }
            if let name = change.name, name.text != player.name {
                guard try !PlayerTable.isTaken(name, except: id, db) else { return .taken }
                try PlayerTable.rename(id, to: name, db)
            }
            try db.execute(
                """
                UPDATE players SET link = ?2, email = ?3, notices = ?4, version = version + 1, updated_at = ?5
                WHERE id = ?1
                """,
                .integer(id),
                .text(after.link),
                .text(after.email),
                .integer(after.notices),
                .integer(now.seconds)
            )
            if after.email != player.email { try PlayerJoin.Code.forgetMailed(of: id, db) }
            for kind in NewsKind.allCases where player.notices & ~after.notices & kind.bit != 0 {
                try NewsTable.withdrawAll(kind, from: id, at: now, db)
            }
            if let entry { try ModerationAuditTable.note(entry, db) }
            return try PlayerTable.player(id, db).map { .renamed($0) } ?? .gone
        }
    }

    /// Gives the player a picture, or takes it away (nil); nil: there is no such player any more.
    func setPicture(
        _ picture: HashedPicture?,
        of id: Int64,
        at now: UnixTime
    ) async throws(SQLiteError) -> Player? {
        try await database.write("set picture") { db throws(SQLiteError) in
            guard let player = try PlayerTable.player(id, db) else { return nil }
            guard player.picture != picture?.hash else { return player }
            if let picture { try PictureTable.put(picture, db) }
            try db.execute(
                "UPDATE players SET picture = ?2, version = version + 1, updated_at = ?3 WHERE id = ?1",
                .integer(id),
                picture.map { SQLiteValue.blob($0.hash) } ?? .null,
                .integer(now.seconds)
            )
            try PictureTable.sweep(player.picture, db)
            return try PlayerTable.player(id, db)
        }
    }

    /// By the SHA-256 of its bytes.
    func picture(_ hash: [UInt8]) async throws(SQLiteError) -> StoredPicture? {
        try await database.read("read picture") { db throws(SQLiteError) in try PictureTable.find(hash, db) }
    }
}

extension PlayerTable {
    fileprivate static func rename(
        _ id: Int64,
        to name: PlayerName,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            "UPDATE players SET name = ?2, folded = ?3, lowered = ?4 WHERE id = ?1",
            .integer(id),
            .text(name.text),
            .text(name.folded),
            .text(name.otherForm)
        )
    }
}
