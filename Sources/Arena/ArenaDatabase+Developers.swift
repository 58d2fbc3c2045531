import Core

/// Tables of those who write games: who they are, how they come in, and what became of their accounts.
extension ArenaDatabase {
    static let developers = Migration(
        "arena/13",
        """
        CREATE TABLE developers (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            email TEXT NOT NULL, -- as it was typed
            folded TEXT NOT NULL UNIQUE, -- the address as it is compared
            first_name TEXT NOT NULL,
            last_name TEXT NOT NULL,
            company TEXT,
            password TEXT NOT NULL, -- yescrypt, as crypt(5) writes it
            version INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE developer_sessions (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            session TEXT NOT NULL UNIQUE, -- names it in paths
            secret BLOB NOT NULL, -- SHA-256
            developer INTEGER NOT NULL REFERENCES developers (id) ON DELETE CASCADE,
            name TEXT, -- what the program that signed in calls itself
            created_at INTEGER NOT NULL,
            seen_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX sessions_of_developers ON developer_sessions (developer);
        -- codes by which a developer comes back, each once
        CREATE TABLE developer_recovery (
            hash BLOB PRIMARY KEY, -- SHA-256
            developer INTEGER NOT NULL REFERENCES developers (id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX recovery_of_developers ON developer_recovery (developer);
        CREATE TABLE developer_invitations (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            code TEXT NOT NULL UNIQUE, -- names it in paths; it opens nothing
            hash BLOB NOT NULL UNIQUE, -- SHA-256 of what is said
            note TEXT, -- of whoever made it
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            used_at INTEGER,
            developer INTEGER REFERENCES developers (id) ON DELETE SET NULL -- who used it
        ) STRICT;
        CREATE INDEX invitations_of_developers ON developer_invitations (developer) WHERE developer IS NOT NULL;
        -- wrong passwords, whether anybody has the address or nobody: see LoginLock
        CREATE TABLE login_locks (
            address BLOB NOT NULL, -- SHA-256
            place TEXT NOT NULL, -- where they came from
            failures INTEGER NOT NULL,
            at INTEGER NOT NULL, -- the last of them
            PRIMARY KEY (address, place)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX login_locks_by_age ON login_locks (at);
        -- what became of accounts, without anything secret
        CREATE TABLE developer_audit (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            developer INTEGER NOT NULL, -- who may be gone
            at INTEGER NOT NULL,
            act TEXT NOT NULL -- see AccountAct
        ) STRICT;
        CREATE INDEX audit_of_developers ON developer_audit (developer, id);
        ALTER TABLE games ADD COLUMN developer INTEGER REFERENCES developers (id) ON DELETE SET NULL; -- null: the owner's
        CREATE INDEX games_of_developers ON games (developer) WHERE developer IS NOT NULL;
        """
    )

    /// Whoever restores a backup wants nobody to come in by a session that was ended since.
    static let endedSessions = StateTables.Renewal(
        migration: "arena/13",
        sql: "DELETE FROM developer_sessions"
    )
}

/// What no row of them may say: see `StateBounds`.
extension ArenaDatabase {
    static let developerBounds: [StateBounds.Rule] = [
        .init("developers", "length(CAST(email AS BLOB)) NOT BETWEEN 3 AND 254", "email is none"),
        .init("developers", "length(CAST(folded AS BLOB)) NOT BETWEEN 3 AND 254", "folded is none"),
        .init(
            "developers",
            """
            length(CAST(first_name AS BLOB)) NOT BETWEEN 1 AND 100
                OR length(CAST(last_name AS BLOB)) NOT BETWEEN 1 AND 100
                OR length(CAST(company AS BLOB)) NOT BETWEEN 1 AND 100
            """,
            "name is none"
        ),
        .init(
            "developers",
            "length(CAST(password AS BLOB)) NOT BETWEEN 1 AND 384 OR password NOT GLOB '$y$*'",
            "password is no hash"
        ),
        .init("developers", "version < 1", "version is none"),
        .init("developer_sessions", "length(CAST(session AS BLOB)) <> 22", "session is none"),
        .init("developer_sessions", "length(secret) <> 32", "secret is none"),
        .init("developer_sessions", "length(CAST(name AS BLOB)) > 100", "name is longer than any"),
        .init("developer_recovery", "length(hash) <> 32", "hash is none"),
        .init("developer_invitations", "length(hash) <> 32", "hash is none"),
        .init("developer_invitations", "length(CAST(code AS BLOB)) NOT BETWEEN 1 AND 16", "code is none"),
        .init("developer_invitations", "length(CAST(note AS BLOB)) > 100", "note is longer than any"),
        .init("login_locks", "length(address) <> 32 OR failures < 1", "is no lock"),
        .init("login_locks", "length(CAST(place AS BLOB)) NOT BETWEEN 1 AND 64", "place is none"),
        .init("developer_audit", "length(CAST(act AS BLOB)) NOT BETWEEN 1 AND 32", "act is none"),
    ]
}
