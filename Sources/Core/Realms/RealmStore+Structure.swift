/// The tables of the realm store; append only.
extension RealmStore {
    package static let tables = StateTables(migrations: migrations, bounds: bounds)

    private static let migrations = [
        Migration(
            "realms/1",
            """
            CREATE TABLE realms (
                region TEXT NOT NULL, flavour TEXT NOT NULL, slug TEXT NOT NULL,
                name TEXT NOT NULL, category TEXT NOT NULL, connected_realm INTEGER NOT NULL,
                state TEXT NOT NULL, since INTEGER, population TEXT NOT NULL,
                queue INTEGER NOT NULL, locked INTEGER NOT NULL, timezone TEXT NOT NULL, type TEXT NOT NULL,
                vanished INTEGER NOT NULL,
                PRIMARY KEY (region, flavour, slug)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE realm_sources (
                region TEXT NOT NULL, flavour TEXT NOT NULL,
                freshness TEXT NOT NULL, since INTEGER, reason TEXT,
                PRIMARY KEY (region, flavour)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE realm_outages (
                region TEXT NOT NULL, flavour TEXT NOT NULL, scope TEXT NOT NULL,
                category TEXT NOT NULL, -- empty for a region
                since INTEGER, maintenance INTEGER NOT NULL,
                slugs TEXT NOT NULL, -- one a line
                groups INTEGER NOT NULL,
                PRIMARY KEY (region, flavour, scope, category)
            ) STRICT, WITHOUT ROWID;
            """
        ),
        Migration(
            "events/1",
            """
            CREATE TABLE events (
                sequence INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice, even after pruning
                at INTEGER NOT NULL, name TEXT NOT NULL, json TEXT NOT NULL
            ) STRICT;
            """
        ),
    ]
    private static let bounds: [StateBounds.Rule] = [
        .init(
            "realms",
            "queue NOT IN (0, 1) OR locked NOT IN (0, 1) OR vanished NOT IN (0, 1)",
            "a flag is none"
        ),
        .init("realm_outages", "groups NOT BETWEEN 0 AND 1000000", "groups are not in 0...1000000"),
        .init("events", "sequence < 1", "sequence is none"),
    ]
}
