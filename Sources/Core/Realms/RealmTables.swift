import WatchpostModel

/// Rows of realms; one of a region that this release does not know is passed over.
enum RealmTable {
    /// A condition on a row `r`: down, and not for maintenance.
    static let isDown = "(r.vanished = 0 AND r.state IN ('down', 'recovering'))"
    /// Nobody can play there, whatever the reason.
    static let isAway = "(r.vanished = 0 AND r.state IN ('down', 'recovering', 'maintenance'))"
    static let isUp = "(r.vanished = 0 AND r.state IN ('up', 'suspected'))"

    static func put(_ realm: RealmRecord, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            INSERT OR REPLACE INTO realms (region, flavour, slug, name, category, connected_realm, state, since,
                population, queue, locked, timezone, type, vanished)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
            """,
            .text(realm.key.source.region.rawValue),
            .text(realm.key.source.flavour.name),
            .text(realm.key.slug),
            .text(realm.name),
            .text(realm.category),
            .integer(realm.connectedRealm),
            .text(realm.state.rawValue),
            .integer(realm.since?.seconds),
            .text(realm.population.word),
            .flag(realm.hasQueue),
            .flag(realm.isLocked),
            .text(realm.timezone),
            .text(realm.type),
            .flag(realm.isVanished)
        )
    }

    static func remove(_ key: RealmKey, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "DELETE FROM realms WHERE region = ?1 AND flavour = ?2 AND slug = ?3",
            .text(key.source.region.rawValue),
            .text(key.source.flavour.name),
            .text(key.slug)
        )
    }

    static func all(_ db: borrowing Connection) throws(SQLiteError) -> [RealmRecord] {
        let found: [RealmRecord?] = try db.rows(
            """
            SELECT region, flavour, slug, name, category, connected_realm, state, since, population, queue, locked,
                timezone, type, vanished FROM realms
            """
        ) { row throws(SQLiteError) in
            guard let source = try RealmFeed(row) else { return nil }
            return RealmRecord(
                key: RealmKey(source: source, slug: try row.text(2)),
                name: try row.text(3),
                category: try row.text(4),
                connectedRealm: try row.integer(5),
                state: RealmState(rawValue: try row.text(6)) ?? .unknown,
                since: try row.time(7),
                population: Population(word: try row.text(8)),
                hasQueue: try row.flag(9),
                isLocked: try row.flag(10),
                timezone: try row.text(11),
                type: try row.text(12),
                isVanished: try row.flag(13)
            )
        }
        return found.compactMap { $0 }.sorted { $0.key < $1.key }
    }
}

/// Rows of sources.
enum SourceTable {
    static func put(_ record: SourceRecord, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            INSERT OR REPLACE INTO realm_sources (region, flavour, freshness, since, reason)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """,
            .text(record.source.region.rawValue),
            .text(record.source.flavour.name),
            .text(record.freshness.state.rawValue),
            .integer(record.freshness.since?.seconds),
            .text(record.freshness.reason)
        )
    }

    static func all(_ db: borrowing Connection) throws(SQLiteError) -> [SourceRecord] {
        let found: [SourceRecord?] = try db.rows(
            "SELECT region, flavour, freshness, since, reason FROM realm_sources"
        ) { row throws(SQLiteError) in
            guard let source = try RealmFeed(row) else { return nil }
            let state = FreshnessBody.State(rawValue: try row.text(2)) ?? .waiting
            let freshness = FreshnessBody(
                state: state,
                since: try row.time(3),
                reason: try row.optionalText(4)
            )
            return SourceRecord(source: source, freshness: freshness)
        }
        return found.compactMap { $0 }.sorted { $0.source < $1.source }
    }
}

/// Rows of outages that go on.
enum OutageTable {
    static func put(_ outage: OutageRecord, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            INSERT OR REPLACE INTO realm_outages (region, flavour, scope, category, since, maintenance, slugs,
                groups)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """,
            .text(outage.key.source.region.rawValue),
            .text(outage.key.source.flavour.name),
            .text(outage.key.scope.rawValue),
            .text(outage.key.category ?? ""),
            .integer(outage.since?.seconds),
            .flag(outage.isMaintenance),
            .text(outage.slugs.joined(separator: "\n")),
            .integer(Int64(outage.groups))
        )
    }

    static func remove(_ key: OutageRecord.Key, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            DELETE FROM realm_outages
            WHERE region = ?1 AND flavour = ?2 AND scope = ?3 AND category = ?4
            """,
            .text(key.source.region.rawValue),
            .text(key.source.flavour.name),
            .text(key.scope.rawValue),
            .text(key.category ?? "")
        )
    }

    static func all(_ db: borrowing Connection) throws(SQLiteError) -> [OutageRecord] {
        let found: [OutageRecord?] = try db.rows(
            """
            SELECT region, flavour, scope, category, since, maintenance, slugs, groups FROM realm_outages
            ORDER BY region, flavour, scope, category
            """
        ) { row throws(SQLiteError) in
            guard let source = try RealmFeed(row), let scope = OutageBody.Scope(rawValue: try row.text(2))
            else {
                return nil
            }
            let category = scope == .category ? try row.text(3) : nil
            return OutageRecord(
                key: OutageRecord.Key(source: source, scope: scope, category: category),
                since: try row.time(4),
                isMaintenance: try row.flag(5),
                slugs: try row.text(6).split(separator: "\n").map(String.init),
                groups: Int(try row.integer(7))
            )
        }
        return found.compactMap { $0 }
    }
}

extension RealmFeed {
    /// The source in columns 0 and 1; nil when this release does not know the region.
    init?(_ row: borrowing Row) throws(SQLiteError) {
        let name = try row.text(0)
        let flavour = try row.text(1)
        guard let region = Region(rawValue: name) else { return nil }
        self.init(region: region, flavour: GameFlavour(flavour))
    }
}

extension Row {
    /// An instant stored as seconds since 1970.
    func time(_ column: Int) throws(SQLiteError) -> UnixTime? {
        try optionalInstant(column)
    }
}
