import Core

/// `arena.db`: players, their installations, games and boards.
///
/// A file of its own: a flood of results delays no lamp, and damage in it closes the arena alone.
///
/// Each table stands here once, as it is: nothing older was ever released. The bounds of a value are written beside its column, so
/// that SQLite keeps them, and a file that was changed by others is refused when it is restored and when it is opened; what one
/// row alone does not tell stands in `bounds`.
enum ArenaDatabase {
    /// Append only, from the first release on.
    static let tables = StateTables(
        migrations: [
            Migration(
                "arena/20",
                [
                    pictures, developers, players, games, installs, results, archives, people, friends, duels,
                    news,
                    letters, moderation, removals,
                ].joined(separator: "\n")
            )
        ],
        bounds: bounds,
        renewals: [endedSessions, sentLetters]
    )

    /// Of a new file: a result changes one place each in the ledger, in its index and in their counter, and is to write no
    /// more than that.
    static let pageSize = 1_024

    private static let pictures = """
        CREATE TABLE pictures (
            hash BLOB PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256 of the bytes
            type TEXT NOT NULL CHECK (type IN ('png', 'jpeg')),
            bytes BLOB NOT NULL CHECK (length(bytes) BETWEEN 1 AND 65536) -- without metadata
        ) STRICT;
        """

    private static let players = """
        CREATE TABLE players (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            code TEXT NOT NULL UNIQUE CHECK (\(Check.word("code", 1...16))), -- public
            person INTEGER UNIQUE CHECK (person \(Check.number)), -- of state.db; null: a guest
            name TEXT NOT NULL CHECK (\(Check.line("name", 0...1_000))), -- empty: of a player who is about to go
            folded TEXT NOT NULL UNIQUE CHECK (\(Check.bytes("folded", 1...4_000))), -- the name as it is compared
            lowered TEXT CHECK (\(Check.bytes("lowered", 1...4_000))), -- as it is compared in lower case, where that differs
            version INTEGER NOT NULL CHECK (version \(Check.count)),
            created_at INTEGER NOT NULL CHECK (created_at \(Check.time)),
            updated_at INTEGER NOT NULL CHECK (updated_at \(Check.time)),
            link TEXT CHECK (\(Check.link("link"))), -- https, shown as text
            email TEXT CHECK (\(Check.line("email", 3...254))), -- for recovery alone; nobody else is shown it
            picture BLOB REFERENCES pictures (hash) CHECK (length(picture) = 32),
            notices INTEGER NOT NULL DEFAULT 63 CHECK (notices BETWEEN 0 AND 65535), -- bits of the news that are wanted: see NewsKind
            -- a guest whose installations play for another player now; nobody is shown it
            merged_into INTEGER REFERENCES players (id) ON DELETE CASCADE,
            until INTEGER CHECK (until \(Check.time)), -- when such a one ends for good
            CHECK ((merged_into IS NULL) = (until IS NULL)),
            CHECK (merged_into <> id)
        ) STRICT;
        CREATE UNIQUE INDEX players_by_lowered ON players (lowered) WHERE lowered IS NOT NULL;
        CREATE INDEX players_of_addresses ON players (lower(email)) WHERE email IS NOT NULL;
        CREATE INDEX players_by_picture ON players (picture) WHERE picture IS NOT NULL;
        CREATE INDEX players_merged ON players (merged_into) WHERE merged_into IS NOT NULL;
        -- guests whose time is over, by their numbers, and whom they play for: orders that were over before still name them
        CREATE TABLE earlier_players (
            id INTEGER PRIMARY KEY CHECK (id \(Check.number)),
            player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX earlier_players_of_players ON earlier_players (player);
        -- one row: how far what became of persons was followed
        CREATE TABLE person_cursor (
            era INTEGER NOT NULL CHECK (era \(Check.number)),
            sequence INTEGER NOT NULL CHECK (sequence \(Check.number))
        ) STRICT;
        INSERT INTO person_cursor VALUES (0, 0);
        -- empty but for a moment: shows whether the disk takes as much as the largest change needs
        CREATE TABLE probe (filler BLOB NOT NULL) STRICT;
        """

    private static let games = """
        CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            slug TEXT NOT NULL UNIQUE CHECK (\(Check.slug("slug"))), -- in paths; with a hyphen before: it is going for good
            name TEXT NOT NULL CHECK (\(Check.line("name", 1...60))),
            description TEXT NOT NULL CHECK (\(Check.text("description", 0...2_000))),
            zone TEXT NOT NULL CHECK (\(Check.line("zone", 1...64))),
            version INTEGER NOT NULL CHECK (version \(Check.count)),
            created_at INTEGER NOT NULL CHECK (created_at \(Check.time)),
            closed_at INTEGER CHECK (closed_at \(Check.time)), -- null: open
            submissions TEXT NOT NULL DEFAULT 'any' CHECK (submissions IN ('any', 'signed', 'server')),
            key_version INTEGER NOT NULL DEFAULT 1 CHECK (key_version \(Check.count)),
            old_key_until INTEGER CHECK (old_key_until \(Check.time)), -- when the key before that ends, or ended
            developer INTEGER REFERENCES developers (id) ON DELETE SET NULL, -- null: the owner's
            style_tag TEXT CHECK (length(style_tag) BETWEEN 1 AND 64 AND style_tag NOT GLOB '*[^0-9a-f]*'), -- of its own style sheet
            background BLOB REFERENCES pictures (hash) CHECK (length(background) = 32), -- behind its boards in pages of others
            -- last, so that who reads a game reads none of it
            style TEXT CHECK (\(Check.bytes("style", 1...32_768))),
            CHECK ((style IS NULL) = (style_tag IS NULL))
        ) STRICT;
        CREATE INDEX games_of_developers ON games (developer) WHERE developer IS NOT NULL;
        -- What games show of themselves in lists: not in their rows, which end with style sheets that nobody who reads a game wants.
        CREATE TABLE game_fronts (
            game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
            genre TEXT CHECK (\(Check.word("genre", 1...32))), -- see GameGenre; null: none is said
            price INTEGER CHECK (price BETWEEN 0 AND 10000000), -- in hundredths; 0: it costs nothing; null: nothing is said
            currency TEXT CHECK (currency GLOB '[A-Z][A-Z][A-Z]'), -- of a price that is not 0
            shop TEXT CHECK (\(Check.link("shop"))),
            place INTEGER CHECK (place BETWEEN 1 AND 3), -- among those that are promoted; null: it is not
            pin INTEGER NOT NULL DEFAULT 0 CHECK (pin BETWEEN -1 AND 1), -- of the owner: 1 before all others, -1 not promoted whatever its place
            icon BLOB REFERENCES pictures (hash) CHECK (length(icon) = 32),
            picture BLOB REFERENCES pictures (hash) CHECK (length(picture) = 32),
            CHECK ((ifnull(price, 0) > 0) = (currency IS NOT NULL))
        ) STRICT;
        -- one row at most: what all keys of games were made from, as its SHA-256
        CREATE TABLE key_source (mark BLOB NOT NULL CHECK (length(mark) = 32)) STRICT;
        CREATE TABLE boards (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            slug TEXT NOT NULL CHECK (\(Check.slug("slug"))),
            name TEXT NOT NULL CHECK (\(Check.line("name", 1...60))),
            ascending INTEGER NOT NULL CHECK (ascending IN (0, 1)), -- 1: less is better
            operator TEXT NOT NULL CHECK (operator IN ('best', 'latest', 'sum')),
            format TEXT NOT NULL CHECK (format IN ('points', 'time', 'decimals')),
            decimals INTEGER CHECK (decimals BETWEEN 1 AND 9), -- of the last one
            unit TEXT CHECK (\(Check.line("unit", 1...24))),
            low TEXT CHECK (\(Check.decimal("low"))), -- bounds of a result: all of Int64, as decimal text
            high TEXT CHECK (\(Check.decimal("high"))),
            hold_above TEXT CHECK (\(Check.decimal("hold_above"))), -- better ones wait until somebody has looked at them
            pace TEXT CHECK (\(Check.decimal("pace"))), -- the most that a player may gain in a minute
            windows TEXT NOT NULL CHECK (\(Check.bytes("windows", 0...14)) AND windows NOT GLOB '*[^a-z ]*'), -- `day week month`
            version INTEGER NOT NULL CHECK (version \(Check.count)),
            season INTEGER NOT NULL DEFAULT 0 CHECK (season \(Check.small)), -- that runs; 0: none was ever begun
            season_from INTEGER CHECK (season_from \(Check.time)),
            season_to INTEGER CHECK (season_to \(Check.time)), -- null: nobody has said when it ends
            season_after INTEGER NOT NULL DEFAULT 0 CHECK (season_after \(Check.number)), -- its results have greater numbers
            all_after INTEGER NOT NULL DEFAULT 0 CHECK (all_after \(Check.number)), -- those of all time have
            UNIQUE (game, slug),
            CHECK (season = 0 OR season_from IS NOT NULL)
        ) STRICT;
        """

    private static let installs = """
        CREATE TABLE installs (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            install TEXT NOT NULL UNIQUE CHECK (\(Check.word("install", 1...32))),
            secret BLOB NOT NULL CHECK (length(secret) = 32), -- SHA-256
            player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            registered_at INTEGER NOT NULL CHECK (registered_at \(Check.time)),
            former_player INTEGER REFERENCES players (id) ON DELETE SET NULL,
            linked_at INTEGER CHECK (linked_at \(Check.time)), -- null: it plays for the player it began with
            outside INTEGER NOT NULL DEFAULT 0 CHECK (outside IN (0, 1)), -- 1: from outside, and it never came from home since
            network TEXT CHECK (network IS NULL OR outside = 1 AND \(Check.line("network", 1...64))), -- of outside, as people write it; null: none is known
            played INTEGER NOT NULL DEFAULT 0 CHECK (played BETWEEN 0 AND 2) -- see InstallUse
        ) STRICT;
        CREATE INDEX installs_of_players ON installs (player);
        CREATE INDEX installs_of_games ON installs (game);
        CREATE INDEX installs_of_former ON installs (former_player) WHERE former_player IS NOT NULL;
        CREATE INDEX installs_of_networks ON installs (network, played, registered_at) WHERE network IS NOT NULL;
        -- which make room first
        CREATE INDEX installs_never_played ON installs (outside, registered_at) WHERE played = 0;
        """
}
