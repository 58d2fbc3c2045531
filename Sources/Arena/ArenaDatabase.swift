import Core

/// `arena.db`: players, their installations, games and boards.
///
/// A file of its own: a flood of results delays no lamp, and damage in it closes the arena alone.
enum ArenaDatabase {
    /// Append only.
    static let tables = StateTables(
        migrations: [
            first, results, keys, names, seasons, hiding, places, people, friends, duels, news, borders,
            developers, looks, letters, fronts, moderation, contact, removals,
            crowd,
        ],
        bounds: bounds + developerBounds + letterBounds + frontBounds + moderationBounds + contactBounds
            + removalBounds + crowdBounds,
        renewals: [endedSessions, sentLetters]
    )

    /// Of a new file: a result changes one place each in the ledger, in its index and in their counter, and is to write no
    /// more than that.
    static let pageSize = 1_024

    private static let first = Migration(
        "arena/1",
        """
        CREATE TABLE players (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            code TEXT NOT NULL UNIQUE, -- public
            person INTEGER UNIQUE, -- of state.db; null: a guest
            name TEXT NOT NULL,
            folded TEXT NOT NULL UNIQUE, -- the name as it is compared
            version INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            slug TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            description TEXT NOT NULL,
            zone TEXT NOT NULL,
            version INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            closed_at INTEGER -- null: open
        ) STRICT;
        CREATE TABLE boards (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            slug TEXT NOT NULL,
            name TEXT NOT NULL,
            ascending INTEGER NOT NULL, -- 1: less is better
            operator TEXT NOT NULL, -- best, latest or sum
            format TEXT NOT NULL, -- points, time or decimals
            decimals INTEGER, -- of the last one
            unit TEXT,
            low TEXT, -- bounds of a result: all of Int64, as decimal text
            high TEXT,
            hold_above TEXT, -- better ones wait until somebody has looked at them
            pace TEXT, -- the most that a player may gain in a minute
            windows TEXT NOT NULL, -- days, weeks, months: `day week`
            version INTEGER NOT NULL,
            UNIQUE (game, slug)
        ) STRICT;
        CREATE TABLE installs (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            install TEXT NOT NULL UNIQUE,
            secret BLOB NOT NULL, -- SHA-256
            player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            registered_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX installs_of_players ON installs (player);
        CREATE INDEX installs_of_games ON installs (game);
        -- one row: how far what became of persons was followed
        CREATE TABLE person_cursor (era INTEGER NOT NULL, sequence INTEGER NOT NULL) STRICT;
        INSERT INTO person_cursor VALUES (0, 0);
        -- empty but for a moment: shows whether the disk takes as much as the largest change needs
        CREATE TABLE probe (filler BLOB NOT NULL) STRICT;
        """
    )

    /// The ledger has one index beside its number: a result costs few pages of the card.
    ///
    /// The key comes first in it, which grows at its end where games make keys of version 7. Whatever else is asked is in
    /// memory or in `standings`.
    private static let results = Migration(
        "arena/2",
        """
        CREATE TABLE results (
            seq INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            key BLOB NOT NULL, -- 16 bytes that the game made
            install INTEGER NOT NULL REFERENCES installs (id) ON DELETE CASCADE,
            board INTEGER NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
            score INTEGER NOT NULL, -- all of Int64
            at INTEGER NOT NULL, -- when it was accepted
            achieved INTEGER, -- a claim of the game
            extra TEXT, -- of the game, given back as it was
            state INTEGER NOT NULL, -- 0 counts, 1 held, 2 hidden
            UNIQUE (key, install)
        ) STRICT;
        -- what an installation's results up to `folded` come to
        CREATE TABLE standings (
            board INTEGER NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
            install INTEGER NOT NULL REFERENCES installs (id) ON DELETE CASCADE,
            score INTEGER NOT NULL, -- all of Int64
            seq INTEGER NOT NULL, -- of the result by which it stands there
            count INTEGER NOT NULL, -- results that counted
            PRIMARY KEY (board, install)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX standings_of_installs ON standings (install);
        CREATE TABLE folded (seq INTEGER NOT NULL) STRICT; -- one row
        INSERT INTO folded VALUES (0);
        """
    )

    private static let keys = Migration(
        "arena/3",
        """
        ALTER TABLE games ADD COLUMN submissions TEXT NOT NULL DEFAULT 'any'; -- any or signed
        ALTER TABLE games ADD COLUMN key_version INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE games ADD COLUMN old_key_until INTEGER; -- when the key before that ends, or ended
        -- one row at most: what all keys of games were made from, as its SHA-256
        CREATE TABLE key_source (mark BLOB NOT NULL) STRICT;
        """
    )

    private static let names = Migration(
        "arena/4",
        """
        ALTER TABLE players ADD COLUMN lowered TEXT; -- as the name is compared in lower case, where that differs
        CREATE UNIQUE INDEX players_by_lowered ON players (lowered) WHERE lowered IS NOT NULL;
        """
    )

    private static let seasons = Migration(
        "arena/5",
        """
        ALTER TABLE boards ADD COLUMN season INTEGER NOT NULL DEFAULT 0; -- that runs; 0: none was ever begun
        ALTER TABLE boards ADD COLUMN season_from INTEGER;
        ALTER TABLE boards ADD COLUMN season_to INTEGER; -- null: nobody has said when it ends
        ALTER TABLE boards ADD COLUMN season_after INTEGER NOT NULL DEFAULT 0; -- its results have greater numbers
        ALTER TABLE boards ADD COLUMN all_after INTEGER NOT NULL DEFAULT 0; -- those of all time have
        -- what an installation's results up to `folded` come to in a season
        CREATE TABLE season_standings (
            board INTEGER NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
            season INTEGER NOT NULL,
            install INTEGER NOT NULL REFERENCES installs (id) ON DELETE CASCADE,
            score INTEGER NOT NULL, -- all of Int64
            seq INTEGER NOT NULL, -- of the result by which it stands there
            count INTEGER NOT NULL, -- results that counted
            PRIMARY KEY (board, season, install)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX season_standings_of_installs ON season_standings (install);
        -- orders that are over; of all time: as the week began
        CREATE TABLE archives (
            id INTEGER PRIMARY KEY,
            board INTEGER NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
            span TEXT NOT NULL, -- all, season, day, week or month
            period TEXT NOT NULL, -- `2026-11-22`, `2026-W47`, `2026-11`, the number of a season
            start INTEGER NOT NULL,
            ends INTEGER NOT NULL,
            ascending INTEGER NOT NULL, -- as the board was then
            operator TEXT NOT NULL,
            count INTEGER, -- players in it; null: a season that has no chunks yet
            UNIQUE (board, span, period)
        ) STRICT;
        CREATE TABLE archive_chunks (
            archive INTEGER NOT NULL REFERENCES archives (id) ON DELETE CASCADE,
            part INTEGER NOT NULL, -- from 0, a thousand rows each
            rows BLOB NOT NULL, -- see ArchiveRows
            PRIMARY KEY (archive, part)
        ) STRICT, WITHOUT ROWID;
        """
    )

    private static let hiding = Migration(
        "arena/6",
        """
        -- what folded results come to that are not kept any more; count 0: there are none
        ALTER TABLE standings ADD COLUMN base_score INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE standings ADD COLUMN base_seq INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE standings ADD COLUMN base_count INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE standings ADD COLUMN recent BLOB; -- numbers and scores: see RecentResults
        ALTER TABLE season_standings ADD COLUMN base_score INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE season_standings ADD COLUMN base_seq INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE season_standings ADD COLUMN base_count INTEGER NOT NULL DEFAULT 0;
        -- those that somebody may have to look at; it costs nothing where results count
        CREATE INDEX results_aside ON results (seq) WHERE state <> 0;
        """
    )

    private static let places = Migration(
        "arena/7",
        """
        -- who is where in an order that is over, by players: none has to look through all of it
        CREATE TABLE archive_places (
            archive INTEGER NOT NULL REFERENCES archives (id) ON DELETE CASCADE,
            first INTEGER NOT NULL, -- player
            rows BLOB NOT NULL, -- see ArchiveRows; their scores are positions
            PRIMARY KEY (archive, first)
        ) STRICT, WITHOUT ROWID;
        -- These lack their places. What is kept of days, weeks and months makes them anew, all time does so with the week.
        DELETE FROM archives WHERE span <> 'season';
        """
    )

    private static let borders = Migration(
        "arena/12",
        """
        -- what a result belongs into that comes late: see ArchiveReopening
        CREATE INDEX archives_by_end ON archives (board, ends);
        """
    )

    private static let looks = Migration(
        "arena/14",
        """
        ALTER TABLE games ADD COLUMN style_tag TEXT; -- tells its own style sheet from all others; null: it has none
        ALTER TABLE games ADD COLUMN background BLOB REFERENCES pictures (hash); -- behind its boards in pages of others
        -- last, so that who reads a game reads none of it
        ALTER TABLE games ADD COLUMN style TEXT;
        """
    )
}
