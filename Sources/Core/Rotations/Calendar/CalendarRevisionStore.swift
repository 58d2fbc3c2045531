package import WatchpostModel

/// The newest revision of the calendars, in `state.db`: subscribers see the same entries over restarts.
package struct CalendarRevisionStore: Sendable {
    private let database: Database

    /// The database must have been opened with these `tables`.
    package init(database: Database) {
        self.database = database
    }

    package static let tables = StateTables(
        migrations: migrations,
        bounds: bounds,
        renewals: [StateTables.Renewal(migration: "calendar/1", sql: forgetting)]
    )

    /// What a restore brings back was followed by higher numbers, which subscribers have seen: the next one is of that
    /// minute.
    private static let forgetting = "UPDATE calendar_revision SET digest = '';"

    private static let bounds: [StateBounds.Rule] = [
        .init(
            "calendar_revision",
            "sequence < 0 OR sequence > \(CalendarRevision.highest)",
            "sequence is no number of a calendar"
        ),
        .init("calendar_revision", "length(CAST(digest AS BLOB)) > 64", "digest is not a SHA-256"),
    ]

    /// Append only.
    private static let migrations = [
        Migration(
            "calendar/1",
            """
            CREATE TABLE calendar_revision (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                digest TEXT NOT NULL, -- of the schedules, hexadecimal
                sequence INTEGER NOT NULL, stamped_at INTEGER NOT NULL
            ) STRICT;
            """
        )
    ]

    /// The revision of the schedules with this digest: the last one if they are the same, else a new one.
    package func revision(
        of digest: String,
        at now: UnixTime
    ) async throws(SQLiteError) -> CalendarRevision {
        try await database.write("store calendar revision") { db throws(SQLiteError) in
            let stored = try CalendarRevisionStore.stored(db)
            if let stored, stored.digest == digest { return stored.revision }
            let next = CalendarRevision.following(stored?.revision, at: now)
            try db.execute(
                """
                INSERT OR REPLACE INTO calendar_revision (id, digest, sequence, stamped_at)
                VALUES (1, ?1, ?2, ?3)
                """,
                .text(digest),
                .integer(next.sequence),
                .integer(next.stamp.seconds)
            )
            return next
        }
    }

    /// The only row; nil: there was none yet.
    private static func stored(_ db: borrowing Connection) throws(SQLiteError) -> Stored? {
        let found: [Stored] = try db.rows("SELECT digest, sequence, stamped_at FROM calendar_revision") {
            row throws(SQLiteError) in
            Stored(
                digest: try row.text(0),
                revision: CalendarRevision(
                    sequence: try row.number(1),
                    stamp: try row.instant(2)
                )
            )
        }
        return found.first
    }

    private struct Stored {
        let digest: String
        let revision: CalendarRevision
    }
}
