import Core

/// Tables of letters that wait, and of messages to the owner.
extension ArenaDatabase {
    static let letters = Migration(
        "arena/15",
        """
        -- letters that wait; what they say is made when they leave: see LetterStore
        CREATE TABLE letters (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            kind TEXT NOT NULL, -- see LetterKind
            subject TEXT NOT NULL, -- recovery: the address as it is compared; confirmation: the developer
            language TEXT, -- null: nobody said
            due_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            tries INTEGER NOT NULL,
            leased_at INTEGER -- when it was handed over, or may have been; null: it waits
        ) STRICT;
        CREATE UNIQUE INDEX waiting_letters ON letters (kind, subject) WHERE leased_at IS NULL;
        -- of the last hour: how many were handed over
        CREATE TABLE letters_sent (
            letter INTEGER NOT NULL,
            kind TEXT NOT NULL,
            address BLOB NOT NULL, -- what it is counted by: see LetterLease
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX letters_sent_by_letter ON letters_sent (letter);
        ALTER TABLE developers ADD COLUMN confirmed_at INTEGER; -- null: the address may be anybody's
        ALTER TABLE developers ADD COLUMN confirm_hash BLOB; -- SHA-256 of the code of the newest letter
        ALTER TABLE developers ADD COLUMN confirm_until INTEGER;
        """
    )

    /// A backup may hold letters that were sent since: none leaves twice.
    static let sentLetters = StateTables.Renewal(migration: "arena/15", sql: "DELETE FROM letters")

    static let letterBounds: [StateBounds.Rule] = [
        .init("letters", "kind NOT IN ('recovery', 'confirmation', 'contact')", "kind is none"),
        .init("letters", "length(CAST(subject AS BLOB)) NOT BETWEEN 1 AND 254", "subject is none"),
        .init("letters", "length(CAST(language AS BLOB)) > 8", "language is none"),
        .init("letters", "tries < 0", "tries are none"),
        .init("letters_sent", "length(address) <> 8", "address is none"),
        .init("developers", "length(confirm_hash) <> 32", "confirm_hash is none", newColumn: "confirm_hash"),
    ]
}

/// Messages of the contact form.
extension ArenaDatabase {
    static let contact = Migration(
        "arena/18",
        """
        CREATE TABLE contact_messages (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
            name TEXT NOT NULL,
            address TEXT NOT NULL,
            body TEXT NOT NULL,
            at INTEGER NOT NULL,
            is_home INTEGER NOT NULL, -- 1: it came from this network
            read_at INTEGER -- null: nobody read it yet
        ) STRICT;
        CREATE INDEX unread_contact_messages ON contact_messages (is_home) WHERE read_at IS NULL;
        """
    )

    static let contactBounds: [StateBounds.Rule] = [
        .init("contact_messages", "length(CAST(name AS BLOB)) NOT BETWEEN 1 AND 100", "name is none"),
        .init("contact_messages", "length(CAST(address AS BLOB)) NOT BETWEEN 3 AND 254", "address is none"),
        .init("contact_messages", "length(CAST(body AS BLOB)) NOT BETWEEN 1 AND 4000", "body is none"),
    ]
}
