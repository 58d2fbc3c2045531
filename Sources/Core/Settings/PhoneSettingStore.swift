/// What paired phones changed about the settings, in `state.db`: the settings file stays its owner's.
///
/// What a call returned is durable. What the values mean is not known here; names and sizes are bounded by the caller.
package struct PhoneSettingStore: Sendable {
    private let database: Database

    /// The database must have been opened with these `tables`.
    package init(database: Database) {
        self.database = database
    }

    package static let tables = StateTables(migrations: migrations, bounds: bounds)

    private static let bounds: [StateBounds.Rule] = [
        .init("phone_settings", "length(CAST(name AS BLOB)) > 64", "name is no setting"),
        .init("phone_settings", "length(CAST(value AS BLOB)) > 65536", "value is longer than 64 kB"),
    ]

    /// Append only.
    private static let migrations = [
        Migration(
            "settings/1",
            """
            CREATE TABLE phone_settings (
                name TEXT PRIMARY KEY, -- as the API calls it
                value TEXT NOT NULL -- JSON
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE phone_settings_version (
                id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL
            ) STRICT;
            INSERT INTO phone_settings_version (id, version) VALUES (1, 0);
            """
        )
    ]

    /// Everything that phones changed.
    package func load() async throws(SQLiteError) -> PhoneSettings {
        try await database.read("read phone settings") { db throws(SQLiteError) in
            try PhoneSettingStore.settings(db)
        }
    }

    /// Changes the named settings, nil giving one back to the file, if `version` is the current one.
    ///
    /// What changes nothing is no change whatever its version: an answer may have been lost.
    package func put(
        _ changes: [String: String?],
        replacing version: Int64
    ) async throws(SQLiteError) -> VersionedOutcome<PhoneSettings> {
        try await database.write("store phone settings") { db throws(SQLiteError) in
            let current = try PhoneSettingStore.settings(db)
            var next = current.changed(by: changes)
            if next == current { return .unchanged(current) }
            guard current.version == version else { return .conflict(current) }
            next.version += 1
            for (name, value) in changes { try PhoneSettingStore.set(name, value, db) }
            try db.execute("UPDATE phone_settings_version SET version = ?1", .integer(next.version))
            return .stored(next)
        }
    }

    private static func set(
        _ name: String,
        _ value: String?,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        guard let value else {
            return try db.execute("DELETE FROM phone_settings WHERE name = ?1", .text(name))
        }
        try db.execute(
            "INSERT OR REPLACE INTO phone_settings (name, value) VALUES (?1, ?2)",
            .text(name),
            .text(value)
        )
    }

    private static func settings(_ db: borrowing Connection) throws(SQLiteError) -> PhoneSettings {
        let version = try db.first("SELECT version FROM phone_settings_version") { row throws(SQLiteError) in
            try row.integer(0)
        }
        let rows = try db.rows("SELECT name, value FROM phone_settings") { row throws(SQLiteError) in
            (name: try row.text(0), value: try row.text(1))
        }
        return PhoneSettings(
            version: version ?? 0,
            values: Dictionary(rows.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        )
    }
}
