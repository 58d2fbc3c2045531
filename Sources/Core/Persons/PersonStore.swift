/// Persons as wholes, in `state.db`: deleted, exported, and followed by features that keep files of their own.
///
/// A person is whoever some phones are: one has several phones and one set of lists. Features that keep something of persons
/// take part in whatever happens to one (`PersonParticipant`), in its transaction. What a call returned is durable.
package struct PersonStore: Sendable {
    let database: Database
    let lifecycle: PersonLifecycle
    /// Told right after each commit that changes who callers are, before anybody is told of it.
    let identities: @Sendable (IdentityChange) -> Void
    /// What features keep of persons in files of their own, once they run.
    private let elsewhere = Locked<[PersonExport.Source]>([])

    init(
        database: Database,
        lifecycle: PersonLifecycle,
        identities: @escaping @Sendable (IdentityChange) -> Void
    ) {
        self.database = database
        self.lifecycle = lifecycle
        self.identities = identities
    }

    /// Exports have these parts as well; in the order of the calls.
    package func include(_ sources: [PersonExport.Source]) {
        elsewhere.withLock { $0 += sources }
    }

    /// Removes a person with all phones and everything that any feature keeps of it; false when there is none.
    package func delete(_ person: Int64) async throws(SQLiteError) -> Bool {
        let lifecycle = lifecycle
        let identities = identities
        return try await database.write("delete person") { db throws(SQLiteError) in
            try lifecycle.delete(person, db)
        } then: { _ in
            identities(.person(person))
        }
    }

    /// What a feature kept of a person is gone: a person without phones ends now.
    ///
    /// False when the person stays, or there is none.
    package func release(_ person: Int64) async throws(SQLiteError) -> Bool {
        let lifecycle = lifecycle
        let identities = identities
        return try await database.write("release person") { db throws(SQLiteError) in
            try lifecycle.endIfUnused(person, db)
        } then: { hasEnded in
            if hasEnded { identities(.person(person)) }
        }
    }

    /// What is kept of a person; nil when there is none.
    ///
    /// All of `state.db` is of one moment, each file of a feature's own of a moment after that. A file that cannot be read
    /// is an error: an export that lacks a part would pass for a whole one.
    package func export(_ person: Int64) async throws(SQLiteError) -> PersonExport? {
        let participants = lifecycle.participants
        let found: PersonExport? = try await database.read("export person") { db throws(SQLiteError) in
            guard let facts = try PersonExport.Facts(person, db) else { return nil }
            var parts: [PersonExport.Part] = []
            for participant in participants {
                let value = try participant.export(person, db)
                parts.append(PersonExport.Part(name: participant.name, value: value))
            }
            return PersonExport(person: facts, parts: parts)
        }
        guard var export = found else { return nil }
        for source in elsewhere.withLock({ $0 }) {
            guard let value = try await source.read(person) else { continue }
            export.parts.append(PersonExport.Part(name: source.name, value: value))
        }
        return export
    }

    /// Makes a person administrator, or takes that back.
    package func setAdministrator(_ isAdministrator: Bool, person: Int64) async throws(SQLiteError) {
        let identities = identities
        try await database.write("set administrator") { db throws(SQLiteError) in
            try PersonTable.setAdministrator(isAdministrator, person, db)
        } then: { _ in
            identities(.person(person))
        }
    }

    /// Those who administer the appliance, in the order in which they began.
    package func administrators() async throws(SQLiteError) -> [Int64] {
        try await database.read("list administrators") { db throws(SQLiteError) in
            try db.rows("SELECT id FROM persons WHERE administrator = 1 ORDER BY created_at, id") {
                row throws(SQLiteError) in try row.integer(0)
            }
        }
    }

    /// Whether there is such a person.
    package func contains(_ person: Int64) async throws(SQLiteError) -> Bool {
        try await database.read("find person") { db throws(SQLiteError) in
            let found = try db.first("SELECT id FROM persons WHERE id = ?1", .integer(person)) {
                row throws(SQLiteError) in try row.integer(0)
            }
            return found != nil
        }
    }

    /// All persons, and the last entry of what became of them: of one moment, for whoever compares everything.
    package func everybody() async throws(SQLiteError) -> (persons: Set<Int64>, newest: PersonLogCursor) {
        try await database.read("list persons") { db throws(SQLiteError) in
            let persons = try db.rows("SELECT id FROM persons") { row throws(SQLiteError) in
                try row.integer(0)
            }
            return (Set(persons), try PersonLog.end(db))
        }
    }

    /// At most `most` entries of what became of persons, after the last one that was applied.
    package func log(after cursor: PersonLogCursor, most: Int) async throws(SQLiteError) -> PersonLogReading {
        try await database.read("follow persons") { db throws(SQLiteError) in
            try PersonLog.entries(after: cursor, most: most, db)
        }
    }
}
