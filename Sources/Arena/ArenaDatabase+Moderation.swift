import Core

/// Tables of what is hidden together, who may not play, and who did what about it.
extension ArenaDatabase {
    static let moderation = Migration(
        "arena/17",
        """
        -- what somebody hid at once, and may undo as a whole: see Hiding
        CREATE TABLE hidings (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            board INTEGER REFERENCES boards (id) ON DELETE CASCADE, -- null: all of the game
            player INTEGER, -- who may be gone; null: everybody
            player_code TEXT,
            result INTEGER, -- this one alone
            since INTEGER, -- accepted not before
            until INTEGER, -- accepted before
            above INTEGER, -- all of Int64
            below INTEGER, -- all of Int64
            up_to INTEGER NOT NULL, -- results with greater numbers came later
            state INTEGER NOT NULL, -- 0 being hidden, 1 hidden, 2 being undone, 3 undone, 4 cannot be undone any more
            results INTEGER NOT NULL DEFAULT 0,
            players INTEGER NOT NULL DEFAULT 0,
            returned INTEGER NOT NULL DEFAULT 0, -- results that came back
            at INTEGER NOT NULL,
            actor TEXT NOT NULL,
            undone_at INTEGER,
            undone_by TEXT
        ) STRICT;
        CREATE INDEX hidings_of_games ON hidings (game, id);
        CREATE INDEX hidings_of_boards ON hidings (board) WHERE board IS NOT NULL;
        CREATE INDEX hidings_under_way ON hidings (id) WHERE state IN (0, 2);
        CREATE TABLE hidden_results (
            hiding INTEGER NOT NULL REFERENCES hidings (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL, -- of a result that may be gone
            before INTEGER NOT NULL, -- its state without any hiding
            PRIMARY KEY (hiding, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX hidden_results_by_number ON hidden_results (seq);
        -- what results came to that are not kept any more, and is hidden with the others
        CREATE TABLE hidden_bases (
            hiding INTEGER NOT NULL REFERENCES hidings (id) ON DELETE CASCADE,
            board INTEGER NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
            season INTEGER NOT NULL, -- 0: of all time
            install INTEGER NOT NULL REFERENCES installs (id) ON DELETE CASCADE,
            score INTEGER NOT NULL, -- all of Int64
            seq INTEGER NOT NULL,
            count INTEGER NOT NULL,
            is_back INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (hiding, board, season, install)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX hidden_bases_of_boards ON hidden_bases (board);
        CREATE INDEX hidden_bases_of_installs ON hidden_bases (install);
        -- rows that orders which are over lack, because the result is hidden
        CREATE TABLE archive_hidden (
            archive INTEGER NOT NULL REFERENCES archives (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL, -- of the result
            player INTEGER NOT NULL,
            score INTEGER NOT NULL, -- all of Int64
            position INTEGER NOT NULL, -- that it had
            PRIMARY KEY (archive, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX archive_hidden_by_number ON archive_hidden (seq);
        CREATE TABLE bans (
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
            at INTEGER NOT NULL,
            actor TEXT NOT NULL,
            note TEXT, -- for those who moderate
            PRIMARY KEY (game, player)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX bans_of_players ON bans (player);
        CREATE TABLE moderation_audit (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            game INTEGER, -- which may be gone; null: no game's
            at INTEGER NOT NULL,
            actor TEXT NOT NULL,
            act TEXT NOT NULL, -- see ModerationAct
            count INTEGER NOT NULL, -- results
            detail TEXT NOT NULL
        ) STRICT;
        CREATE INDEX moderation_audit_of_games ON moderation_audit (game, id);
        -- why somebody should look at a result; most have no row
        CREATE TABLE result_flags (
            seq INTEGER PRIMARY KEY REFERENCES results (seq) ON DELETE CASCADE,
            reasons INTEGER NOT NULL -- bits: see ResultFlags
        ) STRICT;
        """
    )
}

/// What no row of them may say: see `StateBounds`.
extension ArenaDatabase {
    static let moderationBounds: [StateBounds.Rule] = [
        .init("hidings", "state NOT BETWEEN 0 AND 4", "state is none"),
        .init("hidings", "min(results, players, returned) < 0", "is no number of results"),
        .init("hidings", "length(CAST(actor AS BLOB)) NOT BETWEEN 1 AND 300", "actor is nobody"),
        .init("hidings", "length(CAST(player_code AS BLOB)) NOT BETWEEN 1 AND 16", "player_code is none"),
        .init("hidden_results", "before NOT BETWEEN 0 AND 2", "before is no state"),
        .init("hidden_bases", "count < 1 OR is_back NOT BETWEEN 0 AND 1", "is no sum"),
        .init("archive_hidden", "position < 1", "position is none"),
        .init("bans", "length(CAST(note AS BLOB)) > 200", "note is longer than any"),
        .init("bans", "length(CAST(actor AS BLOB)) NOT BETWEEN 1 AND 300", "actor is nobody"),
        .init("moderation_audit", "length(CAST(act AS BLOB)) NOT BETWEEN 1 AND 32", "act is none"),
        .init("moderation_audit", "length(CAST(actor AS BLOB)) NOT BETWEEN 1 AND 300", "actor is nobody"),
        .init(
            "moderation_audit",
            "length(CAST(detail AS BLOB)) > 300 OR count < 0",
            "detail is longer than any"
        ),
        .init("result_flags", "reasons NOT BETWEEN 1 AND 15", "reasons are none"),
    ]
}
