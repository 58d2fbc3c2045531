import Core

/// How games show their boards in pages of others.
extension GameStore {
    /// A style sheet as it is given out.
    struct StoredStyle: Hashable, Sendable {
        /// Tells it from all others.
        let tag: String
        let text: String
    }

    /// Puts a game's own style sheet in the place of ours, or ours again (nil); false: there is no such game.
    ///
    /// `tag` tells it from all others. `then` is called after the commit: see `Database.write`.
    func setStyle(
        _ style: GameStyle?,
        tag: String?,
        of slug: String,
        through door: GameDoor = .all,
        then: @escaping @Sendable () -> Void = {}
    ) async throws(SQLiteError) -> Bool {
        try await database.write("set style") { db throws(SQLiteError) in
            guard let game = try door.game(slug, db) else { return false }
            try db.execute(
                "UPDATE games SET style = ?2, style_tag = ?3 WHERE id = ?1",
                .integer(game.id),
                .text(style?.text),
                .text(style == nil ? nil : tag)
            )
            return true
        } then: { isThere in
            if isThere { then() }
        }
    }

    /// Nil: there is no such game, or it looks as ours do.
    func style(of slug: String) async throws(SQLiteError) -> StoredStyle? {
        try await database.read("read style") { db throws(SQLiteError) in
            try db.first(
                "SELECT style_tag, style FROM games WHERE slug = ?1 AND style_tag IS NOT NULL",
                .text(slug)
            ) { row throws(SQLiteError) in StoredStyle(tag: try row.text(0), text: try row.text(1)) }
        }
    }

    /// Puts a picture behind a game's boards, or takes it away (nil); false: there is no such game.
    ///
    /// `then` is called after the commit: see `Database.write`.
    func setBackground(
        _ picture: HashedPicture?,
        of slug: String,
        through door: GameDoor = .all,
        then: @escaping @Sendable () -> Void = {}
    ) async throws(SQLiteError) -> Bool {
        try await database.write("set background") { db throws(SQLiteError) in
            guard let game = try door.game(slug, db) else { return false }
            if let picture { try PictureTable.put(picture, db) }
            try db.execute(
                "UPDATE games SET background = ?2 WHERE id = ?1",
                .integer(game.id),
                picture.map { SQLiteValue.blob($0.hash) } ?? .null
            )
            try PictureTable.sweep(game.look.background, db)
            return true
        } then: { isThere in
            if isThere { then() }
        }
    }

    /// The picture behind a game's boards; nil: there is no such game, or it has none.
    func background(of slug: String) async throws(SQLiteError) -> StoredPicture? {
        try await database.read("read background") { db throws(SQLiteError) in
            guard let hash = try GameTable.game(slug, db)?.look.background else { return nil }
            return try PictureTable.find(hash, db)
        }
    }
}
