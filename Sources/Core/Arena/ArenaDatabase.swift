/// `arena.db`: players, their installations, games and boards.
///
/// A file of its own: a flood of results delays no lamp, and damage in it closes the arena alone.
package enum ArenaDatabase {
    /// Append only.
    package static let tables = StateTables(
        migrations: [first, results, keys, names, seasons, hiding],
        bounds: bounds
    )

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

    private static let bounds: [StateBounds.Rule] = [
        .init("players", "length(CAST(code AS BLOB)) NOT BETWEEN 1 AND 16", "code is no player's"),
        .init("players", "length(CAST(name AS BLOB)) NOT BETWEEN 1 AND 240", "name is none"),
        .init("players", "version < 1", "version is none"),
        .init("games", "length(CAST(slug AS BLOB)) NOT BETWEEN 1 AND 32", "slug is none"),
        .init("games", "version < 1", "version is none"),
        .init(
            "games",
            "submissions NOT IN ('any', 'signed')",
            "submissions are none",
            newColumn: "submissions"
        ),
        .init("games", "key_version < 1", "key_version is none", newColumn: "key_version"),
        .init("key_source", "length(mark) <> 32", "mark is none"),
        .init("boards", "length(CAST(slug AS BLOB)) NOT BETWEEN 1 AND 32", "slug is none"),
        .init("boards", "operator NOT IN ('best', 'latest', 'sum')", "operator is none"),
        .init("boards", "format NOT IN ('points', 'time', 'decimals')", "format is none"),
        .init("boards", "version < 1", "version is none"),
        .init("installs", "length(CAST(install AS BLOB)) <> 22", "install is none"),
        .init("installs", "length(secret) <> 32", "secret is none"),
        .init("results", "length(key) <> 16", "key is none"),
        .init("results", "state NOT BETWEEN 0 AND 2", "state is none"),
        .init("results", "length(CAST(extra AS BLOB)) > 256", "extra is longer than any"),
        .init("standings", "count < 1", "count is none"),
        .init(
            "standings",
            "seq > ifnull((SELECT seq FROM folded), 0)",
            "seq is of a result that is not put together yet"
        ),
        .init("folded", "seq < 0", "seq is none"),
        .init("folded", "(SELECT count(*) FROM folded) > 1", "has more than one row"),
        .init(
            "folded",
            "seq > ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'results'), 0)",
            "seq is of a result that never was"
        ),
        .init("person_cursor", "sequence < 0", "sequence is none"),
        .init("boards", "season < 0", "season is none", newColumn: "season"),
        .init("boards", "season > 0 AND season_from IS NULL", "season begins nowhere", newColumn: "season"),
        .init(
            "boards",
            """
            min(season_after, all_after) < 0
                OR max(season_after, all_after) > ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'results'), 0)
            """,
            "is of a result that never was",
            newColumn: "season"
        ),
        .init("season_standings", "count < 1", "count is none"),
        .init(
            "season_standings",
            "seq > ifnull((SELECT seq FROM folded), 0)",
            "seq is of a result that is not put together yet"
        ),
        .init("standings", "base_count < 0", "base_count is none", newColumn: "base_count"),
        .init("standings", "length(recent) > 400", "recent is longer than any", newColumn: "recent"),
        .init("season_standings", "base_count < 0", "base_count is none", newColumn: "base_count"),
        .init("archives", "span NOT IN ('all', 'season', 'day', 'week', 'month')", "span is none"),
        .init("archives", "length(CAST(period AS BLOB)) NOT BETWEEN 1 AND 20", "period is none"),
        .init("archives", "start > ends OR count < 0", "is no order that was"),
        .init("archives", "span <> 'season' AND count IS NULL", "lacks its rows"),
        .init(
            "archive_chunks",
            "part < 0 OR length(rows) NOT BETWEEN 1 AND 15010",
            "rows are none"
        ),
        .init("person_cursor", "(SELECT count(*) FROM person_cursor) > 1", "has more than one row"),
    ]
}
