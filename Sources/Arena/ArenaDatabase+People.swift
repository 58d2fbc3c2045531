/// Tables of players as people: how they come back, their friends, duels, and what they are told of.
extension ArenaDatabase {
    static let people = """
        -- said by one player in another place, to become one there
        CREATE TABLE player_codes (
            hash BLOB PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256
            player INTEGER NOT NULL UNIQUE REFERENCES players (id) ON DELETE CASCADE,
            expires_at INTEGER NOT NULL CHECK (expires_at \(Check.time)),
            used_by INTEGER CHECK (used_by \(Check.number)) -- the player that it joined: a lost answer is repeated
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE recovery_codes (
            hash BLOB PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256
            player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
            used_at INTEGER CHECK (used_at \(Check.time)),
            expires_at INTEGER CHECK (expires_at \(Check.time)) -- of a letter; null: it stays until it is used or replaced
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX recovery_codes_of_players ON recovery_codes (player);
        CREATE INDEX recovery_codes_of_letters ON recovery_codes (expires_at) WHERE expires_at IS NOT NULL;
        """

    static let friends = """
        -- one row for two players, whichever began
        CREATE TABLE friends (
            low INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
            high INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
            inviter INTEGER NOT NULL, -- low or high
            type INTEGER NOT NULL CHECK (type BETWEEN 0 AND 3), -- 0 nothing, 1 invited, 2 friends, 3 declined
            again INTEGER NOT NULL DEFAULT 0 CHECK (again IN (0, 1)), -- 1: the inviter has asked once more since
            blocked INTEGER NOT NULL DEFAULT 0 CHECK (blocked BETWEEN 0 AND 3), -- 1: by low, 2: by high, 3: by both
            at INTEGER NOT NULL CHECK (at \(Check.time)), -- since when it is so
            PRIMARY KEY (low, high),
            CHECK (low < high),
            CHECK (inviter IN (low, high)),
            CHECK (type > 0 OR blocked > 0)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX friends_of_high ON friends (high);
        """

    static let duels = """
        CREATE TABLE duels (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            code TEXT NOT NULL UNIQUE CHECK (\(Check.word("code", 1...16))), -- in paths
            board INTEGER NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
            creator INTEGER REFERENCES players (id) ON DELETE SET NULL, -- null: a player who was deleted
            opponent INTEGER REFERENCES players (id) ON DELETE SET NULL,
            goal INTEGER, -- all of Int64; null: the better one at the end wins
            seconds INTEGER NOT NULL CHECK (seconds BETWEEN 3600 AND 2592000),
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2), -- 0 waiting, 1 running, 2 over
            outcome INTEGER CHECK (outcome BETWEEN 0 AND 3), -- 0 the creator won, 1 the opponent, 2 draw, 3 void
            reason TEXT CHECK (\(Check.word("reason", 1...16))), -- why it is over
            created_at INTEGER NOT NULL CHECK (created_at \(Check.time)),
            answer_by INTEGER NOT NULL CHECK (answer_by \(Check.time)),
            started_at INTEGER CHECK (started_at \(Check.time)),
            ends_at INTEGER CHECK (ends_at \(Check.time)),
            over_at INTEGER CHECK (over_at \(Check.time)),
            started_seq INTEGER CHECK (started_seq \(Check.number)), -- results with greater numbers may count
            creator_score INTEGER, -- the best within it, all of Int64; null: none yet
            creator_seq INTEGER CHECK (creator_seq \(Check.number)),
            opponent_score INTEGER,
            opponent_seq INTEGER CHECK (opponent_seq \(Check.number)),
            rematch_of INTEGER REFERENCES duels (id) ON DELETE SET NULL,
            key BLOB NOT NULL CHECK (length(key) = 16), -- that the creator's client made: a lost answer is repeated
            is_near INTEGER NOT NULL DEFAULT 0 CHECK (is_near BETWEEN 0 AND 2), -- whether it was told that it ends soon: see Duel.Reminder
            version INTEGER NOT NULL CHECK (version \(Check.count)),
            UNIQUE (creator, key),
            CHECK ((state = 2) = (outcome IS NOT NULL)),
            CHECK (state <> 1 OR (started_at IS NOT NULL AND ends_at IS NOT NULL))
        ) STRICT;
        CREATE INDEX duels_of_creators ON duels (creator, state, id);
        CREATE INDEX duels_of_opponents ON duels (opponent, state, id);
        CREATE INDEX duels_to_answer ON duels (answer_by) WHERE state = 0;
        CREATE INDEX duels_to_end ON duels (ends_at) WHERE state = 1;
        CREATE INDEX duels_rematched ON duels (rematch_of) WHERE rematch_of IS NOT NULL;
        CREATE INDEX duels_of_boards ON duels (board);
        """

    static let news = """
        -- on the way to the outbox of state.db: see NewsTable
        CREATE TABLE news (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            person INTEGER NOT NULL CHECK (person \(Check.number)), -- of state.db
            kind TEXT NOT NULL CHECK (\(Check.bytes("kind", 1...32))),
            subject TEXT NOT NULL CHECK (\(Check.bytes("subject", 0...254))), -- what it is about
            word TEXT NOT NULL CHECK (\(Check.bytes("word", 0...64))), -- what happened; empty: what waits of this kind and subject is taken back
            version INTEGER CHECK (version \(Check.number)), -- a phone gets one of a kind, subject and version; null: the number of the row
            payload TEXT CHECK (\(Check.bytes("payload", 0...4_096))), -- JSON
            at INTEGER NOT NULL CHECK (at \(Check.time)),
            expires_at INTEGER NOT NULL CHECK (expires_at \(Check.time))
        ) STRICT;
        """
}
