import Core

/// What games show of themselves where people look for games.
extension ArenaDatabase {
    /// Beside the games, not in their rows: those end with style sheets that nobody who reads a game wants to read.
    static let fronts = Migration(
        "arena/16",
        """
        CREATE TABLE game_fronts (
            game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
            genre TEXT, -- see GameGenre; null: none is said
            price INTEGER, -- in hundredths; 0: it costs nothing; null: nothing is said
            currency TEXT, -- of a price that is not 0
            shop TEXT, -- an https address
            place INTEGER, -- among those that are promoted: 1 to 3; null: it is not
            pin INTEGER NOT NULL DEFAULT 0, -- of the owner: 1 before all others, -1 not promoted whatever its place
            icon BLOB REFERENCES pictures (hash),
            picture BLOB REFERENCES pictures (hash)
        ) STRICT;
        """
    )

    static let frontBounds: [StateBounds.Rule] = [
        .init("game_fronts", "length(CAST(genre AS BLOB)) NOT BETWEEN 1 AND 32", "genre is none"),
        .init("game_fronts", "price NOT BETWEEN 0 AND 10000000", "price is none"),
        .init(
            "game_fronts",
            "(ifnull(price, 0) > 0) <> (currency IS NOT NULL) OR length(CAST(currency AS BLOB)) <> 3",
            "currency is of no price"
        ),
        .init(
            "game_fronts",
            "length(CAST(shop AS BLOB)) NOT BETWEEN 9 AND 200 OR shop NOT GLOB 'https://*'",
            "shop is none"
        ),
        .init("game_fronts", "place NOT BETWEEN 1 AND 3 OR pin NOT BETWEEN -1 AND 1", "is promoted nowhere"),
        .init("game_fronts", "length(icon) <> 32 OR length(picture) <> 32", "picture is none"),
    ]
}
