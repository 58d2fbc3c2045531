import Core

/// A name, or the beginning of one, as it is sought.
struct NameSearch: Hashable, Sendable {
    let folded: String
    let lowered: String
    /// Whether names that only begin so are found as well.
    let isPrefix: Bool

    /// Nil: nobody can be called so.
    init?(_ text: String) {
        guard text.utf8.count <= ArenaRules.longestNameBytes else { return nil }
        let name = NameTyping.meant(text)
        guard !name.isEmpty, name.count <= ArenaRules.longestName else { return nil }
        (folded, lowered) = (NameFolding.fold(name), NameFolding.lowered(name))
        guard !folded.isEmpty, !lowered.isEmpty else { return nil }
        isPrefix = name.count >= ArenaRules.shortestPrefix
    }

    /// Sorts behind whatever begins with a text, and before all else that does.
    static func end(of text: String) -> String { text + "\u{10FFFF}" }
}

extension FriendStore {
    /// Somebody as a player sees it.
    struct Found: Hashable, Sendable {
        let player: PlayerFace
        let relation: Friendship.Relation
    }

    /// Players who are called so, and then those whose names begin so, by name; at most `ArenaRules.mostFound`.
    ///
    /// Whoever blocked the other one is not found, and former guests are nobody.
    func search(_ name: NameSearch, for player: Int64) async throws(SQLiteError) -> [Found] {
        try await database.read("search players") { db throws(SQLiteError) in
            var found: [Found] = []
            var seen: Set<Int64> = []
            var faces = try FriendStore.exact(name, db)
            if name.isPrefix { faces += try FriendStore.beginning(name, db) }
            for face in faces where seen.insert(face.id).inserted && found.count < ArenaRules.mostFound {
                guard player != face.id else {
                    found.append(Found(player: face, relation: .me))
                    continue
                }
                let friendship = try FriendTable.friendship(of: player, face.id, db)
                guard friendship.blockers.isEmpty else { continue }
                let side = FriendPair(player, face.id).side(of: player)
                found.append(Found(player: face, relation: friendship.relation(of: side)))
            }
            return found
        }
    }

    private static func exact(_ name: NameSearch, _ db: borrowing Connection) throws(SQLiteError)
        -> [PlayerFace]
    {
        try db.rows(
            """
            SELECT \(FriendTable.faces) FROM players WHERE folded IN (?1, ?2) AND merged_into IS NULL
            UNION SELECT \(FriendTable.faces) FROM players WHERE lowered IN (?1, ?2) AND merged_into IS NULL
            """,
            .text(name.folded),
            .text(name.lowered),
            read: FriendTable.face
        )
    }

    /// By both forms of a name, along their indexes: so many of each are looked at.
    private static func beginning(_ name: NameSearch, _ db: borrowing Connection) throws(SQLiteError)
        -> [PlayerFace]
    {
        var faces: [PlayerFace] = []
        for form in name.folded == name.lowered ? [name.folded] : [name.folded, name.lowered] {
            faces += try db.rows(
                """
                SELECT \(FriendTable.faces) FROM
                    (SELECT * FROM players WHERE folded >= ?1 AND folded < ?2 ORDER BY folded LIMIT ?3)
                    AS players
                WHERE merged_into IS NULL
                """,
                .text(form),
                .text(NameSearch.end(of: form)),
                .integer(ArenaRules.mostSearched),
                read: FriendTable.face
            )
            faces += try db.rows(
                """
                SELECT \(FriendTable.faces) FROM
                    (SELECT * FROM players WHERE lowered >= ?1 AND lowered < ?2 ORDER BY lowered LIMIT ?3)
                    AS players
                WHERE merged_into IS NULL
                """,
                .text(form),
                .text(NameSearch.end(of: form)),
                .integer(ArenaRules.mostSearched),
                read: FriendTable.face
            )
        }
        return faces
    }
}
