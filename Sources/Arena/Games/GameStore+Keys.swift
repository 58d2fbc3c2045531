import Core
import WatchpostModel

/// Keys by which games sign what they send.
extension GameStore {
    /// The next key takes the place of the one of this version; the changed game, or how it stands.
    ///
    /// `then` is called after the commit: see `Database.write`.
    func replaceKey(
        _ version: Int64,
        of slug: String,
        through door: GameDoor = .all,
        at now: UnixTime,
        then: @escaping @Sendable () -> Void = {}
    ) async throws(SQLiteError) -> Change<Game> {
        try await database.write("replace key") { db throws(SQLiteError) in
            guard let game = try door.game(slug, db) else { return .noGame }
            guard game.keys.current == version else { return .conflict(game) }
            try GameTable.update(game.id, game.keys.replaced(at: now), db)
            return .changed(try GameTable.game(slug, db) ?? game)
        } then: { _ in
            then()
        }
    }

    /// Notes by what all keys are made, known by its `mark`; true: it was something else before.
    func noteKeySource(_ mark: [UInt8]) async throws(SQLiteError) -> Bool {
        let known = try await database.read("read key source") { db throws(SQLiteError) in
            try db.first("SELECT mark FROM key_source") { row throws(SQLiteError) in try row.blob(0) }
        }
        guard known != mark else { return false }
        try await database.write("note key source") { db throws(SQLiteError) in
            try db.execute("DELETE FROM key_source")
            try db.execute("INSERT INTO key_source (mark) VALUES (?1)", .blob(mark))
        }
        return known != nil
    }
}
