import Core

/// Tables of letters that wait, and of messages to the owner.
extension ArenaDatabase {
    static let letters = """
        -- letters that wait; what they say is made when they leave: see LetterStore
        CREATE TABLE letters (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            kind TEXT NOT NULL CHECK (kind IN ('recovery', 'player', 'confirmation', 'contact')), -- see LetterKind
            subject TEXT NOT NULL CHECK (\(Check.line("subject", 1...254))), -- recovery, player: the address as it is compared; confirmation: the developer
            language TEXT CHECK (\(Check.word("language", 0...8))), -- null: it was not said
            due_at INTEGER NOT NULL CHECK (due_at \(Check.time)),
            expires_at INTEGER NOT NULL CHECK (expires_at \(Check.time)),
            tries INTEGER NOT NULL CHECK (tries \(Check.small)),
            leased_at INTEGER CHECK (leased_at \(Check.time)) -- when it was handed over, or may have been; null: it waits
        ) STRICT;
        CREATE UNIQUE INDEX waiting_letters ON letters (kind, subject) WHERE leased_at IS NULL;
        -- of the last hour: how many were handed over
        CREATE TABLE letters_sent (
            letter INTEGER NOT NULL CHECK (letter \(Check.number)),
            kind TEXT NOT NULL CHECK (kind IN ('recovery', 'player', 'confirmation', 'contact')),
            address BLOB NOT NULL CHECK (length(address) = 8), -- what it is counted by: see LetterLease
            at INTEGER NOT NULL CHECK (at \(Check.time))
        ) STRICT;
        CREATE INDEX letters_sent_by_letter ON letters_sent (letter);
        -- what came by the contact form
        CREATE TABLE contact_messages (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            name TEXT NOT NULL CHECK (\(Check.line("name", 1...100))),
            address TEXT NOT NULL CHECK (\(Check.line("address", 3...254))),
            body TEXT NOT NULL CHECK (\(Check.text("body", 1...4_000))),
            at INTEGER NOT NULL CHECK (at \(Check.time)),
            is_home INTEGER NOT NULL CHECK (is_home IN (0, 1)), -- 1: it came from this network
            read_at INTEGER CHECK (read_at \(Check.time)) -- null: it was not read yet
        ) STRICT;
        CREATE INDEX unread_contact_messages ON contact_messages (is_home) WHERE read_at IS NULL;
        """

    /// A backup may hold letters that were sent since: none leaves twice.
    static let sentLetters = StateTables.Renewal(migration: "arena/20", sql: "DELETE FROM letters")
}
