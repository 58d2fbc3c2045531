import Core

/// Tables of players as people: who they are, their friends, duels, and what they are told of.
extension ArenaDatabase {
    static let people = Migration(
        "arena/8",
        """
        CREATE TABLE pictures (
            hash BLOB PRIMARY KEY, -- SHA-256 of the bytes
            type TEXT NOT NULL, -- png or jpeg
            bytes BLOB NOT NULL -- without metadata
        ) STRICT;
        ALTER TABLE players ADD COLUMN link TEXT; -- https, shown as text
        ALTER TABLE players ADD COLUMN email TEXT; -- for recovery alone; nobody else is shown it
        ALTER TABLE players ADD COLUMN picture BLOB REFERENCES pictures (hash);
        ALTER TABLE players ADD COLUMN notices INTEGER NOT NULL DEFAULT 63; -- bits of the news that are wanted: see NewsKind
        -- a guest whose installations play for another player now; nobody is shown it
        ALTER TABLE players ADD COLUMN merged_into INTEGER REFERENCES players (id) ON DELETE CASCADE;
        ALTER TABLE players ADD COLUMN until INTEGER; -- when such a one ends for good
        CREATE INDEX players_by_picture ON players (picture) WHERE picture IS NOT NULL;
        CREATE INDEX players_merged ON players (merged_into) WHERE merged_into IS NOT NULL;
        ALTER TABLE installs ADD COLUMN former_player INTEGER REFERENCES players (id) ON DELETE SET NULL;
        ALTER TABLE installs ADD COLUMN linked_at INTEGER; -- null: it plays for the player it began with
        CREATE INDEX installs_of_former ON installs (former_player) WHERE former_player IS NOT NULL;
        -- said by one player in another place, to become one there
        CREATE TABLE player_codes (
            hash BLOB PRIMARY KEY, -- SHA-256
            player INTEGER NOT NULL UNIQUE REFERENCES players (id) ON DELETE CASCADE,
            expires_at INTEGER NOT NULL,
            used_by INTEGER -- the player that it joined: a lost answer is repeated
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE recovery_codes (
            hash BLOB PRIMARY KEY, -- SHA-256
            player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
            used_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX recovery_codes_of_players ON recovery_codes (player);
        """
    )

    static let friends = Migration(
        "arena/9",
        """
        -- one row for two players, whoever began
        CREATE TABLE friends (
            low INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
            high INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
            inviter INTEGER NOT NULL, -- low or high
            type INTEGER NOT NULL, -- 0 nothing, 1 invited, 2 friends, 3 declined
            again INTEGER NOT NULL DEFAULT 0, -- 1: the inviter has asked once more since
            blocked INTEGER NOT NULL DEFAULT 0, -- 1: by low, 2: by high, 3: by both
            at INTEGER NOT NULL, -- since when it is so
            PRIMARY KEY (low, high),
            CHECK (low < high),
            CHECK (inviter IN (low, high))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX friends_of_high ON friends (high);
        """
    )

    static let duels = Migration(
        "arena/10",
        """
        CREATE TABLE duels (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            code TEXT NOT NULL UNIQUE, -- in paths
            board INTEGER NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
            creator INTEGER REFERENCES players (id) ON DELETE SET NULL, -- null: a player who was deleted
            opponent INTEGER REFERENCES players (id) ON DELETE SET NULL,
            goal INTEGER, -- all of Int64; null: the better one at the end wins
            seconds INTEGER NOT NULL,
            state INTEGER NOT NULL, -- 0 waiting, 1 running, 2 over
            outcome INTEGER, -- 0 the creator won, 1 the opponent, 2 draw, 3 void
            reason TEXT, -- why it is over
            created_at INTEGER NOT NULL,
            answer_by INTEGER NOT NULL,
            started_at INTEGER,
            ends_at INTEGER,
            over_at INTEGER,
            started_seq INTEGER, -- results with greater numbers may count
            creator_score INTEGER, -- the best within it, all of Int64; null: none yet
            creator_seq INTEGER,
            opponent_score INTEGER,
            opponent_seq INTEGER,
            rematch_of INTEGER REFERENCES duels (id) ON DELETE SET NULL,
            key BLOB NOT NULL, -- 16 bytes that the creator's client made: a lost answer is repeated
            is_near INTEGER NOT NULL DEFAULT 0, -- 1: whoever is behind was told that it ends soon
            version INTEGER NOT NULL,
            UNIQUE (creator, key)
        ) STRICT;
        CREATE INDEX duels_of_creators ON duels (creator, state, id);
        CREATE INDEX duels_of_opponents ON duels (opponent, state, id);
        CREATE INDEX duels_to_answer ON duels (answer_by) WHERE state = 0;
        CREATE INDEX duels_to_end ON duels (ends_at) WHERE state = 1;
        CREATE INDEX duels_rematched ON duels (rematch_of) WHERE rematch_of IS NOT NULL;
        CREATE INDEX duels_of_boards ON duels (board);
        """
    )

    static let news = Migration(
        "arena/11",
        """
        -- on the way to the outbox of state.db: see NewsTable
        CREATE TABLE news (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            person INTEGER NOT NULL, -- of state.db
            kind TEXT NOT NULL,
            subject TEXT NOT NULL, -- what it is about
            word TEXT NOT NULL, -- what happened; empty: what waits of this kind and subject is taken back
            version INTEGER, -- a phone gets one of a kind, subject and version; null: the number of the row
            payload TEXT, -- JSON
            at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT;
        """
    )
}
