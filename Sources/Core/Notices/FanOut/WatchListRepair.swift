package import WatchpostModel

/// Entries of watch lists that match no realm: those that are understood get their realm's slug, the others are told to
/// their phones, once.
///
/// Lists that were stored before the source had answered, or by an earlier release, may hold any text.
package struct WatchListRepair: Sendable {
    let region: Region
    /// As it stands on lists.
    let flavour: String
    /// Nothing of this flavour is asked for: it is the flavour that matches nothing, and is told with the name.
    private let isStrange: Bool
    /// What a text after the flavour means.
    let meaning: @Sendable (String) -> RealmMeaning
    /// What the realm of a slug is called.
    let name: @Sendable (String) -> String
    let now: UnixTime
    /// How long the notice is worth delivering, in seconds.
    let life: Int64

    /// How many entries one transaction looks after.
    private static let page: Int64 = 200
    /// How many names one read looks at: reads share a thread, and lists may hold any number of invented names.
    fileprivate static let names: Int64 = 500

    package init(
        _ source: RealmFeed,
        meaning: @escaping @Sendable (String) -> RealmMeaning,
        name: @escaping @Sendable (String) -> String,
        at now: UnixTime,
        rules: NoticePolicy = NoticePolicy()
    ) {
        region = source.region
        flavour = source.flavour.name
        isStrange = false
        self.meaning = meaning
        self.name = name
        self.now = now
        life = rules.stateLife
    }

    /// Entries of a flavour that nobody asks for.
    package init(
        strange flavour: String,
        in region: Region,
        at now: UnixTime,
        rules: NoticePolicy = NoticePolicy()
    ) {
        self.region = region
        self.flavour = flavour
        isStrange = true
        meaning = { .unknown(slug: $0) }
        name = { @Sendable (slug: String) -> String in slug }
        self.now = now
        life = rules.stateLife
    }

    /// What was done.
    package struct Outcome: Hashable, Sendable {
        /// Entries that have their realm's slug from now on.
        package var renamed = 0
        /// Entries whose phones are told that they match nothing.
        package var told = 0

        package init(renamed: Int = 0, told: Int = 0) {
            self.renamed = renamed
            self.told = told
        }
    }

    /// An entry that no realm of the store matches.
    struct Entry: Hashable, Sendable {
        let person: Int64
        /// `flavour/slug`.
        let realm: String
        /// A notice would reach somebody.
        let isReachable: Bool
    }

    /// The next names that stand on any list, in their order.
    ///
    /// `unmatched`: those that are no realm of the store. `last`: where to go on; nil: that was all.
    package struct Names: Hashable, Sendable {
        var unmatched: [String]
        var last: String?

        package init(unmatched: [String], last: String?) {
            (self.unmatched, self.last) = (unmatched, last)
        }
    }

    /// ?1 the region, ?2 the name after which it begins, ?3 how many flavours at most.
    ///
    /// A name begins with its flavour and a slash, which 0 comes after.
    package static let flavoursOnLists = """
        WITH RECURSIVE listed(flavour) AS (
            SELECT * FROM (SELECT substr(realm, 1, instr(realm, '/') - 1) FROM watched_realms
                WHERE region = ?1 AND realm > ?2 ORDER BY realm LIMIT 1)
            UNION ALL
            SELECT (SELECT substr(w.realm, 1, instr(w.realm, '/') - 1) FROM watched_realms w
                WHERE w.region = ?1 AND w.realm > listed.flavour || '0' ORDER BY w.realm LIMIT 1)
            FROM listed WHERE listed.flavour IS NOT NULL LIMIT ?3
        )
        SELECT flavour FROM listed WHERE flavour IS NOT NULL
        """

    /// ?1 the region, ?2 and ?3 the names between, ?4 the flavour, ?5 how many names at most.
    package static let namesOnLists = """
        WITH RECURSIVE listed(realm) AS (
            SELECT * FROM (SELECT realm FROM watched_realms
                WHERE region = ?1 AND realm > ?2 AND realm < ?3 ORDER BY realm LIMIT 1)
            UNION ALL
            SELECT (SELECT w.realm FROM watched_realms w
                WHERE w.region = ?1 AND w.realm > listed.realm AND w.realm < ?3 ORDER BY w.realm LIMIT 1)
            FROM listed WHERE listed.realm IS NOT NULL LIMIT ?5
        )
        SELECT realm, EXISTS (SELECT 1 FROM realms r WHERE r.region = ?1 AND r.flavour = ?4
            AND r.slug = substr(listed.realm, instr(listed.realm, '/') + 1))
        FROM listed WHERE realm IS NOT NULL
        """

    /// Each name is visited once, however many phones watch it (the index begins with region and realm).
    package func names(after last: String?, _ db: borrowing Connection) throws(SQLiteError) -> Names {
        let listed = try db.rows(
            WatchListRepair.namesOnLists,
            .text(region.rawValue),
            .text(last ?? "\(flavour)/"),
            .text("\(flavour)0"),
            .text(flavour),
            .integer(WatchListRepair.names)
        ) { row throws(SQLiteError) in (try row.text(0), try row.flag(1)) }
        return Names(unmatched: listed.filter { !$0.1 }.map(\.0), last: listed.last?.0)
    }

    /// The next entries of some names after one, in their order; those that were told are over.
    func entries(of names: [String], after last: Entry?, _ db: borrowing Connection) throws(SQLiteError)
        -> [Entry]
    {
        try db.rows(
            """
            SELECT person, realm, EXISTS (SELECT 1 FROM devices d WHERE d.person = watched_realms.person AND d.push_state = 1)
            FROM watched_realms
            WHERE region = ?1 AND realm IN (SELECT value FROM json_each(?2)) AND (realm, person) > (?3, ?4)
                AND told = 0
            ORDER BY realm, person LIMIT ?5
            """,
            .text(region.rawValue),
            .text(NewNotice.payload(names)),
            .text(last?.realm ?? ""),
            .integer(last?.person ?? 0),
            .integer(WatchListRepair.page)
        ) { row throws(SQLiteError) in
            Entry(person: try row.integer(0), realm: try row.text(1), isReachable: try row.flag(2))
        }
    }

    /// Whether a write would change anything: an entry that nobody can be told of waits, run after run, and costs reads only.
    func isWorthAWrite(_ entry: Entry) -> Bool {
        switch meaning(name(in: entry.realm)) {
        case .realm(let slug): "\(flavour)/\(slug)" != entry.realm
        case .unknown: entry.isReachable
        case .unheard: false
        }
    }

    /// Repairs what is wrong with some entries, which may be gone by now.
    func repair(_ entries: [Entry], _ db: borrowing Connection) throws(SQLiteError) -> Outcome {
        var outcome = Outcome()
        for (person, realms) in Dictionary(grouping: entries, by: \.person).sorted(by: { $0.key < $1.key }) {
            let done = try repair(realms.map(\.realm), of: person, db)
            outcome.renamed += done.renamed
            outcome.told += done.told
        }
        return outcome
    }

    private func repair(_ realms: [String], of person: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> Outcome
    {
        guard let list = try WatchTable.list(region, of: person, db) else { return Outcome() }
        let stored = Set(list.realms)
        var renamed: [String: String] = [:]
        var unknown: [String] = []
        for realm in realms where stored.contains(realm) {
            switch meaning(name(in: realm)) {
            case .realm(let slug) where "\(flavour)/\(slug)" != realm: renamed[realm] = slug
            case .unknown: unknown.append(realm)
            case .realm, .unheard: continue
            }
        }
        if !renamed.isEmpty { try rename(renamed, in: list, of: person, db) }
        let isTold = try tell(renamed, unknown, person, db)
        if isTold { for realm in unknown { try mark(realm, person, db) } }
        return Outcome(renamed: renamed.count, told: isTold ? unknown.count : 0)
    }

    private func name(in realm: String) -> String { String(realm.dropFirst(flavour.count + 1)) }

    /// An entry as it is told.
    private func text(_ realm: String) -> String { isStrange ? realm : name(in: realm) }

    /// A new version of the list, so that one which was read before is not sent back unseen.
    private func rename(
        _ renamed: [String: String],
        in list: WatchList,
        of person: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        var next = list
        let slugs = renamed.values.map { "\(flavour)/\($0)" }
        next.realms = Set(list.realms).subtracting(renamed.keys).union(slugs).sorted()
        next.version += 1
        try WatchTable.put(next, replacing: list.realms, of: person, db)
        try DeliveredStateTable.changed(next, from: list, of: person, db)
    }

    /// Puts one notice for each phone that can be reached; false when none can, or there is nothing to say.
    private func tell(
        _ renamed: [String: String],
        _ unknown: [String],
        _ person: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Bool {
        let lines =
            unknown.map { UnmatchedEntry(text: text($0), realm: nil) }
            + renamed.sorted { $0.key < $1.key }.map {
                UnmatchedEntry(text: text($0.key), realm: name($0.value))
            }
        guard !lines.isEmpty else { return false }
        let notice = NewNotice(
            subject: RealmSubject.group(region).description,
            aspect: UnmatchedTopic.aspect,
            word: "unmatched",
            payload: NewNotice.payload(lines),
            at: now,
            expiresAt: now.advanced(by: life)
        )
        return try notice.put(.person(person), db)
    }

    private func mark(_ realm: String, _ person: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "UPDATE watched_realms SET told = 1 WHERE region = ?1 AND realm = ?2 AND person = ?3",
            .text(region.rawValue),
            .text(realm),
            .integer(person)
        )
    }
}

extension DeviceStore {
    /// The next flavours that stand on lists of a region, each visited once.
    package func flavours(onListsOf region: Region, after last: String?) async throws(SQLiteError) -> [String]
    {
        try await database.read("seek flavours") { db throws(SQLiteError) in
            try db.rows(
                WatchListRepair.flavoursOnLists,
                .text(region.rawValue),
                .text(last.map { "\($0)0" } ?? ""),
                .integer(WatchListRepair.names)
            ) { row throws(SQLiteError) in try row.text(0) }
        }
    }

    /// Looks at the next names of the lists for entries of a source that match no realm, and repairs or tells them.
    ///
    /// An entry is told once: it is marked in the transaction that stores its notice. One whose person cannot be reached is
    /// told when a later run finds that it can. `done` is called after each transaction that changed something. Returns
    /// where to go on; nil: that was all.
    package func repairLists(
        _ repair: WatchListRepair,
        after last: String?,
        done: @Sendable (WatchListRepair.Outcome) async -> Void
    ) async throws(SQLiteError) -> String? {
        let names = try await database.read("seek unmatched names") { db throws(SQLiteError) in
            try repair.names(after: last, db)
        }
        var entry: WatchListRepair.Entry?
        while !names.unmatched.isEmpty, !Task.isCancelled {
            let after = entry
            let entries = try await database.read("seek unmatched entries") { db throws(SQLiteError) in
                try repair.entries(of: names.unmatched, after: after, db)
            }
            entry = entries.last
            guard entry != nil else { break }
            let wrong = entries.filter(repair.isWorthAWrite)
            guard !wrong.isEmpty else { continue }
            let outcome = try await database.write("repair watch lists") { db throws(SQLiteError) in
                try repair.repair(wrong, db)
            }
            if outcome != WatchListRepair.Outcome() { await done(outcome) }
        }
        return Task.isCancelled ? nil : names.last
    }
}
