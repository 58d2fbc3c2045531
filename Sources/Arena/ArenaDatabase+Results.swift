/// Tables of results, of what they come to, and of orders that are over.
extension ArenaDatabase {
    /// The ledger has one index beside its number: a result costs few pages of the card.
    ///
    /// The key comes first in it, which grows at its end where games make keys of version 7. Whatever else is asked is in
    /// memory or in `standings`.
    ///
    /// So an installation is no foreign key there: each one that went would have SQLite read the whole ledger. Whoever deletes
    /// installations deletes their results before (`ResultsToDelete`, `GameRemovalStore`), or none has any (`InstallStore`);
    /// `ArenaDatabase.bounds` looks for what is left.
    static let results = """
        CREATE TABLE results (
            seq INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            key BLOB NOT NULL CHECK (length(key) = 16), -- that the game made
            install INTEGER NOT NULL CHECK (install \(Check.number)), -- of installs; no foreign key, because nothing finds its results by it
            board INTEGER NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
            score INTEGER NOT NULL, -- all of Int64
            at INTEGER NOT NULL CHECK (at \(Check.time)), -- when it was accepted
            achieved INTEGER CHECK (achieved \(Check.time)), -- a claim of the game
            extra TEXT CHECK (\(Check.bytes("extra", 0...256))), -- of the game, given back as it was
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2), -- 0 counts, 1 held, 2 hidden
            UNIQUE (key, install),
            CHECK (seq \(Check.number))
        ) STRICT;
        -- those that somebody may have to look at; it costs nothing where results count
        CREATE INDEX results_aside ON results (seq) WHERE state <> 0;
        -- and those of one player, whatever others sent since
        CREATE INDEX results_aside_of_installs ON results (install, board, seq) WHERE state <> 0;
        -- why somebody should look at a result; most have no row
        CREATE TABLE result_flags (
            seq INTEGER PRIMARY KEY REFERENCES results (seq) ON DELETE CASCADE,
            reasons INTEGER NOT NULL CHECK (reasons BETWEEN 1 AND 15) -- bits: see ResultFlags
        ) STRICT;
        -- what an installation's results up to `folded` come to, of all time and in each season that is not put together yet
        CREATE TABLE standings (
            board INTEGER NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
            season INTEGER NOT NULL CHECK (season \(Check.small)), -- 0: of all time
            install INTEGER NOT NULL REFERENCES installs (id) ON DELETE CASCADE,
            score INTEGER NOT NULL, -- all of Int64
            seq INTEGER NOT NULL CHECK (seq \(Check.number)), -- of the result by which the score was reached
            last INTEGER NOT NULL CHECK (last \(Check.number)), -- the newest that has a say in it: see StandingSum
            count INTEGER NOT NULL CHECK (count \(Check.count)), -- results that counted
            -- what folded results come to that are not kept any more; count 0: there are none
            base_score INTEGER NOT NULL DEFAULT 0,
            base_seq INTEGER NOT NULL DEFAULT 0 CHECK (base_seq \(Check.number)),
            base_last INTEGER NOT NULL DEFAULT 0 CHECK (base_last \(Check.number)),
            base_count INTEGER NOT NULL DEFAULT 0 CHECK (base_count \(Check.number)),
            recent BLOB CHECK (length(recent) <= 400), -- of all time, numbers and scores: see RecentResults
            PRIMARY KEY (board, season, install)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX standings_of_installs ON standings (install);
        CREATE TABLE folded (seq INTEGER NOT NULL CHECK (seq \(Check.number))) STRICT; -- one row
        INSERT INTO folded VALUES (0);
        """

    static let archives = """
        -- orders that are over; of all time: as the week began
        CREATE TABLE archives (
            id INTEGER PRIMARY KEY,
            board INTEGER NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
            span TEXT NOT NULL CHECK (span IN ('all', 'season', 'day', 'week', 'month')),
            period TEXT NOT NULL CHECK (\(Check.word("period", 1...20))), -- `2026-11-22`, `2026-W47`, `2026-11`, the number of a season
            start INTEGER NOT NULL CHECK (start \(Check.time)),
            ends INTEGER NOT NULL CHECK (ends \(Check.time)),
            ascending INTEGER NOT NULL CHECK (ascending IN (0, 1)), -- as the board was then
            operator TEXT NOT NULL CHECK (operator IN ('best', 'latest', 'sum')),
            count INTEGER CHECK (count \(Check.small)), -- players in it; null: a season that has no chunks yet
            UNIQUE (board, span, period),
            CHECK (start <= ends),
            CHECK (span = 'season' OR count IS NOT NULL)
        ) STRICT;
        -- what a result belongs into that comes late: see ArchiveReopening
        CREATE INDEX archives_by_end ON archives (board, ends);
        CREATE TABLE archive_chunks (
            archive INTEGER NOT NULL REFERENCES archives (id) ON DELETE CASCADE,
            part INTEGER NOT NULL CHECK (part \(Check.small)), -- from 0, a thousand rows each
            rows BLOB NOT NULL CHECK (length(rows) BETWEEN 1 AND 15010), -- see ArchiveRows
            PRIMARY KEY (archive, part)
        ) STRICT, WITHOUT ROWID;
        -- who is where in an order that is over, by players: none has to look through all of it
        CREATE TABLE archive_places (
            archive INTEGER NOT NULL REFERENCES archives (id) ON DELETE CASCADE,
            first INTEGER NOT NULL CHECK (first \(Check.number)), -- player
            rows BLOB NOT NULL CHECK (length(rows) BETWEEN 1 AND 15010), -- see ArchiveRows; their scores are positions
            PRIMARY KEY (archive, first)
        ) STRICT, WITHOUT ROWID;
        """
}
