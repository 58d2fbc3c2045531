/// Tables of what is hidden together, who may not play, and who did what about it.
extension ArenaDatabase {
    static let moderation = """
        -- what somebody hid at once, and may undo as a whole: see Hiding
        CREATE TABLE hidings (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            board INTEGER REFERENCES boards (id) ON DELETE CASCADE, -- null: all of the game
            player INTEGER CHECK (player \(Check.number)), -- who may be gone; null: everybody
            player_code TEXT CHECK (\(Check.word("player_code", 1...16))),
            result INTEGER CHECK (result \(Check.number)), -- this one alone
            since INTEGER CHECK (since \(Check.time)), -- accepted not before
            until INTEGER CHECK (until \(Check.time)), -- accepted before
            above INTEGER, -- all of Int64
            below INTEGER, -- all of Int64
            up_to INTEGER NOT NULL CHECK (up_to \(Check.number)), -- results with greater numbers came later
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4), -- 0 being hidden, 1 hidden, 2 being undone, 3 undone, 4 cannot be undone any more
            results INTEGER NOT NULL DEFAULT 0 CHECK (results \(Check.number)),
            players INTEGER NOT NULL DEFAULT 0 CHECK (players \(Check.number)),
            returned INTEGER NOT NULL DEFAULT 0 CHECK (returned \(Check.number)), -- results that came back
            at INTEGER NOT NULL CHECK (at \(Check.time)),
            actor TEXT NOT NULL CHECK (\(Check.line("actor", 1...300))),
            undone_at INTEGER CHECK (undone_at \(Check.time)),
            undone_by TEXT CHECK (\(Check.line("undone_by", 1...300)))
        ) STRICT;
        CREATE INDEX hidings_of_games ON hidings (game, id);
        CREATE INDEX hidings_of_boards ON hidings (board) WHERE board IS NOT NULL;
        CREATE INDEX hidings_under_way ON hidings (id) WHERE state IN (0, 2);
        CREATE TABLE hidden_results (
            hiding INTEGER NOT NULL REFERENCES hidings (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL CHECK (seq \(Check.number)), -- of a result that may be gone
            before INTEGER NOT NULL CHECK (before BETWEEN 0 AND 2), -- its state without any hiding
            PRIMARY KEY (hiding, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX hidden_results_by_number ON hidden_results (seq);
        -- what results came to that are not kept any more, and is hidden with the others
        CREATE TABLE hidden_bases (
            hiding INTEGER NOT NULL REFERENCES hidings (id) ON DELETE CASCADE,
            board INTEGER NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
            season INTEGER NOT NULL CHECK (season \(Check.small)), -- 0: of all time
            install INTEGER NOT NULL REFERENCES installs (id) ON DELETE CASCADE,
            score INTEGER NOT NULL, -- all of Int64
            seq INTEGER NOT NULL CHECK (seq \(Check.number)),
            last INTEGER NOT NULL CHECK (last \(Check.number)), -- as of standings
            count INTEGER NOT NULL CHECK (count \(Check.count)),
            is_back INTEGER NOT NULL DEFAULT 0 CHECK (is_back IN (0, 1)),
            PRIMARY KEY (hiding, board, season, install)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX hidden_bases_of_boards ON hidden_bases (board);
        CREATE INDEX hidden_bases_of_installs ON hidden_bases (install);
        -- rows that orders which are over lack, because the result is hidden
        CREATE TABLE archive_hidden (
            archive INTEGER NOT NULL REFERENCES archives (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL CHECK (seq \(Check.number)), -- of the result
            player INTEGER NOT NULL CHECK (player \(Check.number)),
            score INTEGER NOT NULL, -- all of Int64
            position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 1000000000), -- that it had
            PRIMARY KEY (archive, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX archive_hidden_by_number ON archive_hidden (seq);
        CREATE TABLE bans (
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
            at INTEGER NOT NULL CHECK (at \(Check.time)),
            actor TEXT NOT NULL CHECK (\(Check.line("actor", 1...300))),
            note TEXT CHECK (\(Check.line("note", 0...200))), -- for those who moderate
            PRIMARY KEY (game, player)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX bans_of_players ON bans (player);
        CREATE TABLE moderation_audit (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            game INTEGER CHECK (game \(Check.number)), -- which may be gone; null: no game's
            at INTEGER NOT NULL CHECK (at \(Check.time)),
            actor TEXT NOT NULL CHECK (\(Check.line("actor", 1...300))),
            act TEXT NOT NULL CHECK (\(Check.line("act", 1...32))), -- see ModerationAct
            count INTEGER NOT NULL CHECK (count \(Check.number)), -- results
            detail TEXT NOT NULL CHECK (\(Check.text("detail", 0...2_000)))
        ) STRICT;
        CREATE INDEX moderation_audit_of_games ON moderation_audit (game, id);
        """
}
