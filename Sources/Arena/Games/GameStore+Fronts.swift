import Core
import WatchpostModel

/// What stands before a game's boards: promotion and pictures.
extension GameStore {
    /// What became of a wish to be promoted, or not to be.
    enum Promoted: Hashable, Sendable {
        case done
        /// As many of its developer are promoted as may be: their names.
        case full([String])
        case noGame
    }

    /// Promotes a game of whoever comes through a door, or does so no more (nil).
    ///
    /// `pin`: what the owner says of it; nil: what was said stays. `then` is called after the commit: see `Database.write`.
    func promote(
        _ slug: String,
        place: Int?,
        pin: GamePromotion.Pin?,
        through door: GameDoor = .all,
        then: @escaping @Sendable () -> Void = {}
    ) async throws(SQLiteError) -> Promoted {
        try await database.write("promote game") { db throws(SQLiteError) in
            guard let game = try door.game(slug, db) else { return .noGame }
            let others = try FrontTable.promoted(beside: game, db)
            if place != nil, others.count >= GamePromotion.places.count { return .full(others) }
            let promotion = GamePromotion(place: place, pin: pin ?? game.promotion.pin)
            try FrontTable.set(promotion, of: game.id, db)
            return .done
        } then: { outcome in
            if outcome == .done { then() }
        }
    }

    /// Gives a game a picture, or takes it away (nil); false: there is no such game behind the door.
    ///
    /// `then` is called after the commit: see `Database.write`.
    func setPicture(
        _ picture: HashedPicture?,
        _ kind: GamePictures.Kind,
        of slug: String,
        through door: GameDoor = .all,
        then: @escaping @Sendable () -> Void = {}
    ) async throws(SQLiteError) -> Bool {
        try await database.write("set picture of game") { db throws(SQLiteError) in
            guard let game = try door.game(slug, db) else { return false }
            if let picture { try PictureTable.put(picture, db) }
            try FrontTable.set(picture?.hash, kind, of: game.id, db)
            try PictureTable.sweep(game.pictures[kind], db)
            return true
        } then: { isThere in
            if isThere { then() }
        }
    }
}

/// Rows of what games say of themselves.
enum FrontTable {
    /// A game that was there before them, and was not changed since, has no row.
    static let columns = "genre, price, currency, shop, place, pin, icon, picture"

    static func set(_ front: GameFront, of game: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            INSERT INTO game_fronts (game, genre, price, currency, shop) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (game) DO UPDATE SET genre = ?2, price = ?3, currency = ?4, shop = ?5
            """,
            .integer(game),
            .text(front.genre?.rawValue),
            .integer(front.price?.hundredths),
            .text(front.price?.currency),
            .text(front.shop)
        )
    }

    static func set(_ promotion: GamePromotion, of game: Int64, _ db: borrowing Connection)
        throws(SQLiteError)
    {
        try db.execute(
            """
            INSERT INTO game_fronts (game, place, pin) VALUES (?1, ?2, ?3)
            ON CONFLICT (game) DO UPDATE SET place = ?2, pin = ?3
            """,
            .integer(game),
            .integer(promotion.place.map { Int64($0) }),
            .integer(promotion.pin.rawValue)
        )
    }

    static func set(
        _ hash: [UInt8]?,
        _ kind: GamePictures.Kind,
        of game: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let value: SQLiteValue = hash.map { .blob($0) } ?? .null
        switch kind {
        case .icon:
            try db.execute(
                """
                INSERT INTO game_fronts (game, icon) VALUES (?1, ?2)
                ON CONFLICT (game) DO UPDATE SET icon = ?2
                """,
                .integer(game),
                value
            )
        case .picture:
            try db.execute(
                """
                INSERT INTO game_fronts (game, picture) VALUES (?1, ?2)
                ON CONFLICT (game) DO UPDATE SET picture = ?2
                """,
                .integer(game),
                value
            )
        }
    }

    /// The games of a developer who goes are promoted no more: their next owner has three places, too.
    static func demote(allOf developer: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "UPDATE game_fronts SET place = NULL WHERE game IN (SELECT id FROM games WHERE developer = ?1)",
            .integer(developer)
        )
    }

    /// Names in paths of the other open games of the same developer that are promoted.
    static func promoted(beside game: Game, _ db: borrowing Connection) throws(SQLiteError) -> [String] {
        try db.rows(
            """
            SELECT slug FROM game_fronts JOIN games ON games.id = game
            WHERE place IS NOT NULL AND closed_at IS NULL AND developer IS ?1 AND games.id <> ?2 ORDER BY slug
            """,
            .integer(game.developer),
            .integer(game.id)
        ) { row throws(SQLiteError) in try row.text(0) }
    }

    /// What of a row stands from this column on, in the order of `columns`; all of it null: there is no row.
    static func read(_ row: borrowing Row, from first: Int) throws(SQLiteError) -> (
        front: GameFront, promotion: GamePromotion, pictures: GamePictures
    ) {
        let price = try row.optionalNumber(first + 1)
        let currency = try row.optionalText(first + 2)
        return (
            GameFront(
                genre: try row.optionalText(first).flatMap { GameGenre(rawValue: $0) },
                price: price.map { GamePrice(stored: $0, currency) },
                stored: try row.optionalText(first + 3)
            ),
            GamePromotion(
                place: try row.optionalCount(first + 4),
                pin: GamePromotion.Pin(rawValue: try row.optionalInteger(first + 5) ?? 0) ?? .none
            ),
            GamePictures(
                icon: try row.optionalBlob(first + 6),
                picture: try row.optionalBlob(first + 7)
            )
        )
    }
}
