import WatchpostModel

/// The tables of `history.db`.
struct HistoryStore: Sendable {
    let database: Database
    /// Changes that are kept at most, whatever their age: 200,000 are 4 MB on the card.
    let mostRows: Int

    static let migrations = [
        Migration(
            "history/1",
            """
            CREATE TABLE subjects (
                id INTEGER PRIMARY KEY,
                region TEXT NOT NULL, flavour TEXT NOT NULL,
                slug TEXT NOT NULL, -- empty: the source itself
                UNIQUE (region, flavour, slug)
            ) STRICT;
            CREATE TABLE transitions (
                id INTEGER PRIMARY KEY, -- order of knowledge, which a clock change does not disturb
                subject INTEGER NOT NULL REFERENCES subjects (id),
                at INTEGER NOT NULL,
                state INTEGER NOT NULL -- RealmState.historyCode, or Availability of a source
            ) STRICT;
            CREATE TABLE alive (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;
            """
        )
    ]

    /// Of a file from elsewhere: it is read into memory whole.
    static let bounds = [
        StateBounds.Rule("subjects", "length(CAST(flavour AS BLOB)) > 32", "flavour is none"),
        StateBounds.Rule("subjects", "length(CAST(slug AS BLOB)) > 256", "slug is none"),
        StateBounds.Rule(
            "subjects",
            "(SELECT count(*) FROM subjects) > 100000",
            "there are more than 100000"
        ),
        StateBounds.Rule("transitions", "state NOT BETWEEN 0 AND 255", "state is none"),
        StateBounds.Rule(
            "transitions",
            "(SELECT count(*) FROM transitions) > \(5 * History.usualRows)",
            "there are more than \(5 * History.usualRows)"
        ),
    ]

    /// Everything, in the order in which it was learnt, and when the appliance last said that it was alive.
    func load() async throws(SQLiteError) -> (index: HistoryIndex, alive: UnixTime?) {
        try await database.read("load history") { db throws(SQLiteError) in
            var index = HistoryIndex()
            try db.each(
                """
                SELECT region, flavour, slug, at, state
                FROM transitions JOIN subjects ON subjects.id = subject ORDER BY transitions.id
                """
            ) { row throws(SQLiteError) in
                guard let source = try RealmFeed(row) else { return }
                let slug = try row.text(2)
                let subject: HistorySubject =
                    slug.isEmpty ? .source(source) : .realm(RealmKey(source: source, slug: slug))
                let at = try row.instant(3)
                let code = UInt8(truncatingIfNeeded: try row.integer(4))
                index.append(HistoryEntry(subject: subject, code: code, at: at))
            }
            let alive = try db.first("SELECT at FROM alive") { row throws(SQLiteError) in try row.time(0) }
            return (index, alive ?? nil)
        }
    }

    /// Commits a batch, and prunes when it says so.
    func write(_ batch: HistoryBatch) async throws(SQLiteError) {
        let mostRows = mostRows
        try await database.write("write history") { db throws(SQLiteError) in
            for entry in batch.entries {
                try db.execute(
                    "INSERT INTO transitions (subject, at, state) VALUES (?1, ?2, ?3)",
                    .integer(try HistoryStore.number(of: entry.subject, db)),
                    .integer(entry.at.seconds),
                    .integer(Int64(entry.code))
                )
            }
            if let alive = batch.alive {
                try db.execute(
                    "INSERT OR REPLACE INTO alive (id, at) VALUES (1, ?1)",
                    .integer(alive.seconds)
                )
            }
            if let horizon = batch.horizon {
                try HistoryStore.prune(before: horizon, mostRows: mostRows, db)
            }
        }
    }

    private static func number(
        of subject: HistorySubject,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Int64 {
        let region = SQLiteValue.text(subject.source.region.rawValue)
        let flavour = SQLiteValue.text(subject.source.flavour.name)
        let known = try db.first(
            "SELECT id FROM subjects WHERE region = ?1 AND flavour = ?2 AND slug = ?3",
            region,
            flavour,
            .text(subject.slug)
        ) { row throws(SQLiteError) in try row.integer(0) }
        if let known { return known }
        try db.execute(
            "INSERT INTO subjects (region, flavour, slug) VALUES (?1, ?2, ?3)",
            region,
            flavour,
            .text(subject.slug)
        )
        return db.lastInsertedRow
    }

    /// Removes what is too old or too much, and realms that vanished before the horizon.
    ///
    /// The newest change of a subject stays, and so does the one in force at the horizon: a realm that was up all the
    /// time has but one change.
    private static func prune(
        before horizon: UnixTime,
        mostRows: Int,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            DELETE FROM transitions WHERE at < ?1
                AND id NOT IN (SELECT max(id) FROM transitions WHERE at < ?1 GROUP BY subject)
            """,
            .integer(horizon.seconds)
        )
        try db.execute(
            """
            DELETE FROM transitions
            WHERE id <= (SELECT id FROM transitions ORDER BY id DESC LIMIT 1 OFFSET ?1)
                AND id NOT IN (SELECT max(id) FROM transitions GROUP BY subject)
            """,
            .integer(Int64(mostRows))
        )
        try db.execute(
            """
            DELETE FROM transitions WHERE at < ?1 AND state = 0
                AND id IN (SELECT max(id) FROM transitions GROUP BY subject)
            """,
            .integer(horizon.seconds)
        )
        try db.execute("DELETE FROM subjects WHERE id NOT IN (SELECT subject FROM transitions)")
    }
}
