import Core
import WatchpostModel

/// Rows of games.
enum GameTable {
    private static let columns = """
        id, slug, name, description, zone, version, created_at, closed_at, submissions, key_version, old_key_until,
        style_tag, background, developer, \(FrontTable.columns)
        """
    private static let rows = "games LEFT JOIN game_fronts ON game_fronts.game = games.id"
    /// A condition on `games`: somebody may find it, and it is not on its way out.
    static let isThere = "games.id NOT IN (SELECT game FROM game_removals)"

    /// Those of a developer; nil: all.
    static func games(of developer: Int64?, _ db: borrowing Connection) throws(SQLiteError) -> [Game] {
        guard let developer else {
            return try db.rows("SELECT \(columns) FROM \(rows) WHERE \(isThere) ORDER BY slug", read: read)
        }
        return try db.rows(
            "SELECT \(columns) FROM \(rows) WHERE developer = ?1 AND \(isThere) ORDER BY slug",
            .integer(developer),
            read: read
        )
    }

    static func game(_ slug: String, _ db: borrowing Connection) throws(SQLiteError) -> Game? {
        try db.first("SELECT \(columns) FROM \(rows) WHERE slug = ?1 AND \(isThere)", .text(slug), read: read)
    }

    /// How many games are kept where no more are; nil: there is room for one more.
    ///
    /// One that is on its way out takes no place. Developers have a bound together, which leaves the owner's room alone.
    static func most(of door: GameDoor, _ db: borrowing Connection) throws(SQLiteError) -> Int? {
        let own = try db.first(
            "SELECT count(*) FROM games WHERE developer IS ?1 AND \(isThere)",
            .integer(door.developer)
        ) { row throws(SQLiteError) in try row.integer(0) }
        if own ?? 0 >= ArenaRules.mostGames { return ArenaRules.mostGames }
        guard door != .all else { return nil }
        let all = try db.first("SELECT count(*) FROM games WHERE developer IS NOT NULL AND \(isThere)") {
            row throws(SQLiteError) in try row.integer(0)
        }
        return all ?? 0 >= ArenaRules.mostGamesOfDevelopers ? ArenaRules.mostGamesOfDevelopers : nil
    }

    static func insert(
        _ facts: GameFacts,
        of developer: Int64?,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Game {
        try db.execute(
            """
            INSERT INTO games (slug, name, description, zone, version, created_at, submissions, developer)
            VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6, ?7)
            """,
            .text(facts.slug),
            .text(facts.name),
            .text(facts.description),
            .text(facts.zone),
            .integer(now.seconds),
            .text(facts.submissions.rawValue),
            .integer(developer)
        )
        let id = db.lastInsertedRow
        try FrontTable.set(facts.front, of: id, db)
        return Game(
            id: id,
            facts: facts,
            keys: .first,
            version: 1,
            since: now,
            closedAt: nil,
            developer: developer
        )
    }

    static func update(_ id: Int64, _ facts: GameFacts, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            UPDATE games SET name = ?2, description = ?3, zone = ?4, submissions = ?5, version = version + 1,
                closed_at = NULL
            WHERE id = ?1
            """,
            .integer(id),
            .text(facts.name),
            .text(facts.description),
            .text(facts.zone),
            .text(facts.submissions.rawValue)
        )
        try FrontTable.set(facts.front, of: id, db)
    }

    static func update(_ id: Int64, _ keys: GameKeyVersions, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "UPDATE games SET key_version = ?2, old_key_until = ?3, version = version + 1 WHERE id = ?1",
            .integer(id),
            .integer(keys.current),
            .integer(keys.oldUntil?.seconds)
        )
    }

    /// The one of a row, as a server's key names it.
    static func game(row id: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Game? {
        try db.first("SELECT \(columns) FROM \(rows) WHERE id = ?1 AND \(isThere)", .integer(id), read: read)
    }

    private static func read(_ row: borrowing Row) throws(SQLiteError) -> Game {
        let said = try FrontTable.read(row, from: 14)
        return Game(
            id: try row.integer(0),
            facts: GameFacts(
                stored: try row.text(1),
                name: try row.text(2),
                description: try row.text(3),
                zone: try row.text(4),
                submissions: GameSubmissions(rawValue: try row.text(8)) ?? .server,
                front: said.front
            ),
            keys: GameKeyVersions(
                current: max(1, try row.number(9)),
                oldUntil: try row.optionalInstant(10)
            ),
            version: try row.number(5),
            since: try row.instant(6),
            closedAt: try row.optionalInstant(7),
            look: GameLook(style: try row.optionalText(11), background: try row.optionalBlob(12)),
            developer: try row.optionalInteger(13),
            promotion: said.promotion,
            pictures: said.pictures
        )
    }
}
