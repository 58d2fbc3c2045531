import Core

/// Tables of those who write games: who they are, how they come in, and what became of their accounts.
extension ArenaDatabase {
    static let developers = """
        CREATE TABLE developers (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            email TEXT NOT NULL CHECK (\(Check.line("email", 3...254))), -- as it was typed
            folded TEXT NOT NULL UNIQUE CHECK (\(Check.line("folded", 3...254))), -- the address as it is compared
            first_name TEXT NOT NULL CHECK (\(Check.line("first_name", 1...100))),
            last_name TEXT NOT NULL CHECK (\(Check.line("last_name", 1...100))),
            company TEXT CHECK (\(Check.line("company", 1...100))),
            password TEXT NOT NULL CHECK (\(Check.bytes("password", 1...384)) AND password GLOB '$y$*'), -- yescrypt, as crypt(5) writes it
            version INTEGER NOT NULL CHECK (version \(Check.count)),
            created_at INTEGER NOT NULL CHECK (created_at \(Check.time)),
            updated_at INTEGER NOT NULL CHECK (updated_at \(Check.time)),
            confirmed_at INTEGER CHECK (confirmed_at \(Check.time)), -- null: the address may be anybody's
            confirm_hash BLOB CHECK (length(confirm_hash) = 32), -- SHA-256 of the code of the newest letter
            confirm_until INTEGER CHECK (confirm_until \(Check.time))
        ) STRICT;
        CREATE TABLE developer_sessions (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            session TEXT NOT NULL UNIQUE CHECK (\(Check.word("session", 1...32))), -- names it in paths
            secret BLOB NOT NULL CHECK (length(secret) = 32), -- SHA-256
            developer INTEGER NOT NULL REFERENCES developers (id) ON DELETE CASCADE,
            name TEXT CHECK (\(Check.line("name", 0...100))), -- what the program that signed in calls itself
            created_at INTEGER NOT NULL CHECK (created_at \(Check.time)),
            seen_at INTEGER NOT NULL CHECK (seen_at \(Check.time))
        ) STRICT;
        CREATE INDEX sessions_of_developers ON developer_sessions (developer);
        -- codes by which a developer comes back, each once
        CREATE TABLE developer_recovery (
            hash BLOB PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256
            developer INTEGER NOT NULL REFERENCES developers (id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX recovery_of_developers ON developer_recovery (developer);
        CREATE TABLE developer_invitations (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            code TEXT NOT NULL UNIQUE CHECK (\(Check.word("code", 1...16))), -- names it in paths; it opens nothing
            hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32), -- SHA-256 of what is said
            note TEXT CHECK (\(Check.line("note", 0...100))), -- of whoever made it
            created_at INTEGER NOT NULL CHECK (created_at \(Check.time)),
            expires_at INTEGER NOT NULL CHECK (expires_at \(Check.time)),
            used_at INTEGER CHECK (used_at \(Check.time)),
            developer INTEGER REFERENCES developers (id) ON DELETE SET NULL -- who used it
        ) STRICT;
        CREATE INDEX invitations_of_developers ON developer_invitations (developer) WHERE developer IS NOT NULL;
        -- wrong passwords, whether the address is known or not: see LoginLock
        CREATE TABLE login_locks (
            address BLOB NOT NULL CHECK (length(address) = 32), -- SHA-256
            place TEXT NOT NULL CHECK (\(Check.line("place", 1...64))), -- where they came from
            failures INTEGER NOT NULL CHECK (failures \(Check.count)),
            at INTEGER NOT NULL CHECK (at \(Check.time)), -- the last of them
            PRIMARY KEY (address, place)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX login_locks_by_age ON login_locks (at);
        -- what became of accounts, without anything secret
        CREATE TABLE developer_audit (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            developer INTEGER NOT NULL CHECK (developer \(Check.number)), -- who may be gone
            at INTEGER NOT NULL CHECK (at \(Check.time)),
            act TEXT NOT NULL CHECK (\(Check.line("act", 1...32))) -- see AccountAct
        ) STRICT;
        CREATE INDEX audit_of_developers ON developer_audit (developer, id);
        """

    /// Whoever restores a backup wants nobody to come in by a session that was ended since.
    static let endedSessions = StateTables.Renewal(
        migration: "arena/20",
        sql: "DELETE FROM developer_sessions"
    )
}
